import type { ReactNode } from 'react';
import { t } from '../language/message.ts';
import { rich } from '../language/rich.ts';

// Header
export const signUp = t('Sign up');
export const logOut = t('Logout');
export const accountMenu = t('Account menu');
export const manageSubscription = t('Manage Subscription');
export const upgrade = t('Upgrade to Premium');
export const userAnalytics = t('User Analytics');
export const performanceDashboard = t('Performance Dashboard');

// Session
export const sessionExpired = t('Session Expired');
export const logInAgain = t('Please log in again to continue.');
export const accountDeleted = t('Account Deleted');
export const signUpAgain = t('This account was deleted. Sign up again, or continue as a guest.');
export const loginFailed = t('Login Failed');
export const loginFailedText = t('You’re not logged in. Please try again.');
export const unauthorized = t('Unauthorized');
export const loggingInAgain = t('You are logged out. Logging in again...');
export const logInToSee = t('Log in to see this page.');
export const logIn = t('Log in');
export const offline = t('You’re offline. This page needs an internet connection.');
export const loginUnknown = t('We couldn’t confirm that you’re logged in.');
export const tryAgain = t('Try again');
export const tryingAgain = t('Trying again…');
export const oneMoment = t('One moment…');

// Settings
export const interfaceLanguage = t('Language of Parley');
export const languageNotChanged = t('Language Not Changed');
export const languageNeedsConnection = t('This needs an internet connection. Try again when you’re online.');
export const languageNeedsCookies = t(
  'Your browser refuses cookies, so Parley can’t remember the language. Allow cookies for this site.',
);
export const textNotKept = t('Your Text Would Be Lost');
export const copyTextFirst = t(
  'Your browser keeps no text for the next page. Copy what you need, then change the language.',
);
export const changeLanguageNow = t('Change language');
export const speechSpeed = t('Speech speed');
export const autoPlay = t('Auto-play');
export const autoPlayHint = t('Speak each translation when it arrives.');
export const sensitivity = t('Microphone sensitivity');
export const sensitivityUnused = t('Your browser handles speech recognition, so this has no effect.');
export const sensitivityHint = t('Turn it up if you speak softly, down if it’s noisy.');
export const pause = t('Pause that ends your speech');
export const pauseHint = t('Choose a longer one if Parley stops before you have finished.');
export const standardPause = t('Standard');
export const pauseOf = (seconds: number) =>
  t('{seconds, plural, one {# second} other {# seconds}}', { seconds });
export const readAfterAnnouncement = t('Read aloud after the announcement');
export const readAfterAnnouncementHint = t(
  'For screen readers: auto-play waits, so that the two don’t talk at once.',
);
export const theme = t('Theme');
export const themes = { system: t('System'), light: t('Light'), dark: t('Dark') };
export const textSize = t('Text size');
export const testSpeech = t('Test speech');
export const notRemembered = {
  unavailable: t(
    'Your browser won’t let Parley save anything, so some of your choices last only until you close or reload this page.',
  ),
  newer: t('A newer version of Parley has saved your choices. Reload the page to use them.'),
};
export const saveFailed = t(
  'Not saved yet. Your settings are safe in this browser, and Parley will try again.',
);

// Account
export const account = t('Account');
export const signedInAs = (email: ReactNode) => rich(t('You’re signed in as <email/>.'), { email });
export const changePassword = t('Change password');
export const changePasswordHint = t('We email you a code, and you choose a new password with it.');
export const signOutEverywhere = t('Sign out everywhere');
export const signOutEverywhereHint = t(
  'Ends your sessions on every device. Do this if you lost one, or after you changed your password.',
);
export const signOutEverywhereTitle = t('Sign out everywhere?');
export const signOutEverywhereEffect = t(
  'You’re signed out on all devices, this one too. Your account, your history and Premium stay.',
);
export const staySignedIn = t('Stay signed in');
export const signingOut = t('Signing out…');
export const signOutFailed = (problem: string) =>
  t('{problem} Other devices may still be signed in. Please try again.', { problem });
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
export const unknownProblem = t('Something went wrong.');
export const deleteFailed = (problem: string) =>
  t('{problem} Some of your data may not have been deleted yet. Please try again.', { problem });
