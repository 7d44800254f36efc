import { t } from '../../language/message.ts';

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
