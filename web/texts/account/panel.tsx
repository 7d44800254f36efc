import type { ReactNode } from 'react';
import { t } from '../../language/message.ts';
import { rich } from '../../language/rich.ts';

// Account
export const signedInAs = (email: ReactNode) => rich(t('You’re logged in as <email/>.'), { email });
export const changePassword = t('Change password');
export const changePasswordHint = t('We email you a code, and you choose a new password with it.');
export const signOutEverywhere = t('Log out everywhere');
export const signOutEverywhereHint = t(
  'Ends your sessions on every device. Do this if you lost one, or after you changed your password.',
);
export const signOutEverywhereTitle = t('Log out everywhere?');
export const signOutEverywhereEffect = t(
  'You’ll be logged out on all devices, this one too. Your account, your history and Premium stay.',
);
export const staySignedIn = t('Stay logged in');
export const signingOut = t('Logging out…');
export const signOutFailed = (problem: string) =>
  t('{problem} Other devices may still be logged in.', { problem });
export const signedOutAlready = t('This session has ended already. Log in to see your account.');

// Download and deletion
export const userData = t('Download everything we hold about you, or delete it.');
export const guestData = t(
  'You have no account. We hold your settings and how many translations you’ve used.',
);
export const download = t('Download my data');
export const preparingDownload = t('Preparing your download…');
export const downloaded = t('Saved to Downloads.');
export const downloadFailed = t('Your data didn’t download. Check your connection and try again.');
export const deleteAccount = t('Delete my account');
export const deleteData = t('Delete my data');
export const deleteAccountTitle = t('Delete your account?');
export const deleteDataTitle = t('Delete your data?');
export const accountDeletion = t('We’ll permanently delete:');
export const deletedWithAccount = [
  t('your account, including your name and email address'),
  t('your translation history, including the copy in this browser'),
  t('your settings'),
  t('your subscription, if you have one'),
];
export const keptFromAccount = t(
  'We keep anonymous totals, and how much you used today and this month, so deleting can’t reset the limit. If you had the free trial, we keep codes made from your email address and card, so the trial can’t be used twice. Stripe keeps the payment records the law requires. Backups expire after 35 days.',
);
export const dataDeletion = t(
  'We’ll permanently delete your settings, here and on our servers, and the history in this browser.',
);
export const keptFromGuest = t(
  'We keep the number of free translations you’ve used, without their text, so deleting can’t reset the limit.',
);
export const confirmationWord = t('DELETE');
export const typeToConfirm = (word: ReactNode) =>
  rich(t('You can’t undo this. To continue, type <word/>.'), { word });
export const keepIt = t('Keep it');
export const deleting = t('Deleting…');
export const loggedOut = t(
  'You’re logged out. If you can still log in, your account wasn’t deleted. Log in and try again.',
);
export const unknownProblem = t('Something went wrong. Please try again.');
export const deleteFailed = (problem: string) =>
  t('{problem} Some of your data may not have been deleted yet.', { problem });
