import { t } from '../../language/message.ts';

// A translation by this device
export const onThisDevice = t('Translated on this device.');
export const translateOnline = t('Translate online');

// Without a connection, whether this pair works
export const pairWorks = (source = '', target = '') =>
  t('This device translates {source} and {target}.', { source, target });
export const pairMissing = (source = '', target = '') =>
  t('{source} and {target} aren’t on this device. Open “Ready for offline” when you’re online.', {
    source,
    target,
  });
export const conversationWorks = t('You’re offline. This device translates your conversation.');

// Faults of it
export const modelsGone = t(
  'Your browser removed the offline translation to make room. Open “Ready for offline” to get it again.',
);
export const notKept = t('This window can’t keep the offline translation. Use a normal window with https.');
export const modelsDamaged = t(
  'The offline translation was damaged, so Parley removed it. Open “Ready for offline” to get it again.',
);
export const engineFailed = t('This device couldn’t translate it. Close other tabs and apps, and try again.');
export const noEngine = t('This browser can’t translate offline. A newer version may.');
