import type { ReactNode } from 'react';
import { t } from '../../language/message.ts';
import { rich } from '../../language/rich.ts';

// Email address
export const changeEmail = t('Change email address');
export const changeEmailHint = t('You confirm your password first. Then we send a code to your new address.');
export const notConfirmed = t('We couldn’t confirm that it’s you, so nothing has changed. Please try again.');
export const newEmail = t('New email address');
export const sendCode = t('Send code');
export const sendingCode = t('Sending…');
export const keepEmail = t('Keep my address');
export const codeSent = (email: ReactNode) =>
  rich(t('We’ve sent a code to <email/>. Your old address stays until you enter it here.'), { email });
export const emailCode = t('Code');
export const changingEmail = t('Changing…');
export const otherEmail = t('New code or address');
export const emailChanged = (email: ReactNode) =>
  rich(t('From now on, you log in with <email/>.'), { email });
export const emailFailed = t(
  'Something went wrong. Your address may not have changed yet. Please try again.',
);
