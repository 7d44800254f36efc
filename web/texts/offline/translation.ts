import { t } from '../../language/message.ts';

// A translation by this device
export const onThisDevice = t('Translated on this device.');
export const translateOnline = t('Translate online');

// Faults of it
export const modelsGone = t(
  'Your browser removed the offline translation to make room. Open “Ready for offline” to get it again.',
);
export const modelsDamaged = t(
  'The offline translation was damaged, so Parley removed it. Open “Ready for offline” to get it again.',
);
export const engineFailed = t('This device couldn’t translate it. Close other tabs and apps, and try again.');
export const noEngine = t('This browser can’t translate offline. A newer version may.');
