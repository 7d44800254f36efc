import { t } from '../../language/message.ts';

export const forPair = (source = '', target = '') =>
  t('What works without a connection: {source} and {target}.', { source, target });
export const looking = t('Looking at what is on this device…');
export const notLooked = t('Parley couldn’t see what is on this device.');
export const tryAgain = t('Try again');
export const phrases = t('Phrases');
export const phrasesReady = t('Always work.');
export const phrasesNotKept = t(
  'This window can’t keep Parley for offline use. Use a normal window with https.',
);
export const translation = t('Translation');
export const ready = t('On this device.');
export const toDownload = (size: string) => t('{size} to download.', { size });
export const byBrowser = t('Your browser can download it.');
export const gone = (size: string) =>
  t('Your browser removed it to make room. {size} to download again.', { size });
export const translatedAlike = (language: string) =>
  t('Offline, all variants of {language} are translated alike.', { language });
export const notOffered = {
  'no-models': t('Not offered for this pair.'),
  'not-here': t('Not on this device. Look again when you’re online.'),
  'no-engine': t('This browser can’t translate offline. A newer version may.'),
  'no-storage': t('This window can’t keep it. Use a normal window with https.'),
};
export const voices = t('Voices');
export const voicesMissing = (languages: string) =>
  t('No {languages} voice here. Your device’s settings may have one.', { languages });
export const recognition = t('Voice input');
export const recognitionDownloadable = t('Your browser can download it.');
export const recognitionMissing = t('Needs a connection in this browser. Type instead.');
export const getReady = t('Get ready for offline');
export const getReadySize = (size: string) => t('Get ready for offline · {size}', { size });
export const onMobileData = t('You’re on mobile data, or your browser saves data.');
export const downloadNow = t('Download anyway');
export const notNow = t('Not now');
export const downloading = t('Downloading for offline use');
export const downloaded = (share: string) => t('{share} downloaded.', { share });
export const cancel = t('Cancel');
export const remove = t('Remove translation from this device');
export const outcomes = {
  done: t('Done. This page now works without a connection.'),
  cancelled: t('Cancelled. What has arrived is kept, so the rest is smaller.'),
  removed: t('Removed from this device.'),
  shared: t('Another pair needs it, so it stays. To free the space, remove that pair too.'),
};
export const mayBeRemoved = t(
  'If storage runs low, your browser may remove it. Look here before you travel.',
);
export const needsConnection = t('You’re offline. Downloads need a connection.');

// Why a download failed
export const failures = {
  lost: t('The connection broke off. What has arrived is kept. Try again to get the rest.'),
  webpage: t('This network sent a web page instead. Log in to the network, and try again.'),
  damaged: t('The download was damaged on its way, so nothing of it was kept. Try again.'),
  missing: t('This download is gone from Parley. Reload the page, and try again.'),
  full: t('There isn’t enough free space on this device. Make room, and try again.'),
  refused: t(
    'Your browser couldn’t download its own translation. Where Parley has one, the button now fetches that.',
  ),
  unknown: t('The download failed. Try again.'),
};
