import type { ReactNode } from 'react';
import { t } from '../../language/message.ts';
import { rich } from '../../language/rich.ts';

// Two-step login
export const twoStepLogin = t('Two-step login');
export const hint = t(
  'After your password, Parley asks for a code from an app on your phone. A stolen password is then not enough to log in.',
);
export const setUpOrTurnOff = t('Set up or turn off');
export const loading = t('Loading two-step login…');
export const failed = t('Something went wrong. Please try again.');
export const openApp = t(
  'Open an authenticator app on your phone, such as Google Authenticator, and scan this QR code.',
);
export const qrCode = t('QR code with the key below');
export const openHere = t('Is the app on this device? Open it here.');
export const enterKey = t('Or enter this key in the app:');
export const copyKey = t('Copy key');
export const keyCopied = t('Keep the key secret. It makes your codes.');
export const lostPhone = t('If you lose your phone');
export const keepKey = t(
  'There are no recovery codes. Keep a copy of the key in a safe place: any phone can make your codes with it.',
);
export const writeToUs = (address: ReactNode) =>
  rich(
    t(
      'Without your phone and the key, you can’t log in. Write to <address/>. We’ll help after checking that it’s you.',
    ),
    { address },
  );
export const code = t('Code from the app');
export const turnOn = t('Turn on');
export const turningOn = t('Turning on…');
export const notNow = t('Not now');
export const turnedOn = t('Two-step login is on. From now on, you need your app to log in.');
export const isOn = t('Two-step login is on.');
export const newPhone = t('Do you have a new phone? Turn this off, then set it up again.');
export const turnOff = t('Turn off');
export const turningOff = t('Turning off…');
export const keepOn = t('Keep it on');
export const turnedOff = t('Two-step login is off. You log in with your password only.');
