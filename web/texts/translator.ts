import { t } from '../language/message.ts';

// The text field
export const voiceInputIssue = t('Voice Input Issue');
export const speechInput = t('Speech input');
export const typeYourText = t('Type your text');
export const voiceInputIn = (language = '') => t('Voice input in {language}', { language });
export const inLanguage = (language: string) => t('in {language}', { language });
export const characters = t('characters');
export const clearText = t('Clear text');
/** Shown only where English is translated. */
export const example = 'Where is the train station?';
export const mayBeMisheard = t('Parley may have misheard. Check the text.');
export const nothingToTranslate = t('Type or say something first.');
export const translating = t('Translating...');
export const translateText = t('Translate Text');

// The record button
export const phrases = t('Phrases');
export const startRecording = t('Start recording');
export const cancelRecording = t('Cancel recording');
export const stopRecording = t('Stop recording');
export const cancel = t('Cancel');
export const tapToSpeak = t('Tap to speak');
export const progress = {
  idle: '',
  asking: t('Starting…'),
  listening: t('Listening'),
  finishing: t('Recognising…'),
  recognising: t('Recognising…'),
  translating: t('Translating…'),
};

// The translation
export const translation = t('Translation');
export const clearTranslation = t('Clear translation');
export const tryAgain = t('Try again');
export const forEarlierText = t('For the earlier text');
export const inEarlierLanguage = (earlier: string, picked: string) =>
  t('In {earlier}, not {picked}', { earlier, picked });
export const placeholder = t('Your translation appears here.');

// Failures
export const noSpeech = t('No speech detected. Please speak into your microphone.');
export const networkError = t('Network error. Please check your internet connection.');
export const transcriptionFailed = (why: string) =>
  t('Amazon Transcribe transcription failed: {why}', { why });
export const unknownError = t('unknown error. Please try again.');
export const usedNoTranslation = t('This didn’t use a translation.');
export const translateFailed = t('Failed to translate text. Please try again.');
export const retryIsFree = t('Retrying won’t use another translation.');

// Tools and translation style
export const style = t('Style');
export const styleOf = (names: string) => t('Style: {names}', { names });
export const styleNames = { formal: t('formal'), informal: t('informal'), mask: t('swear words masked') };
export const conversation = t('Conversation');
export const styleTitle = t('Translation style');
export const styleIntroduction = (language = '') =>
  t('Options for {language}, saved in this browser.', { language });
export const formality = t('Formality');
export const automatic = t('Automatic');
export const formal = t('Formal');
export const informal = t('Informal');
export const formalityHint = t('Formal for strangers, informal for friends and children.');
export const maskSwearWords = t('Mask swear words');
export const maskHint = t('The translation shows ?$#@$ instead.');
export const previousStyle = t('This translation uses your previous style.');
export const translateAgain = t('Translate again');
export const done = t('Done');

// Private mode
export const historyOff = t('Private mode: history is off.');
export const turnOff = t('Turn off');
export const privateMode = t('private mode');

// Voice input
export const allowMicrophone = t('If your browser asks, allow the microphone.');
export const wordsAppearHere = t('Your words will appear here.');

export const onlyPhrasesWork = t('You’re offline. Only Quick Actions work right now.');

// Details of a translation
export const pronunciation = t('Pronunciation:');
export const translateBackLabels = {
  idle: t('Translate back'),
  pending: t('Cancel'),
  error: t('Try again'),
  success: t('Show back translation'),
};
export const hideBackTranslation = t('Hide back translation');
export const noneLeft = t('No free translations left.');
export const usesLast = t('Uses your last translation.');
export const usesOneOf = (left: number) => t('Uses 1 of your {left} left.', { left });
export const uncounted = {
  unchanged: t('It came back unchanged, so it didn’t count.'),
  'no-words': t('There are no words to translate, so it didn’t count.'),
  phrase: t('Phrases are free, so it didn’t count.'),
};
export const translatingBack = t('Translating back…');
export const translateBackFailed = t('Couldn’t translate it back. Please try again.');
export const meaning = t('It means:');

// The buttons under a translation
export const tapToHear = t('Tap to Hear');
export const speakSlowly = t('Speak slowly');
export const slowly = t('Slowly');
export const show = t('Show');
export const copy = t('Copy');
export const copied = t('Copied');
export const showFullScreen = t('Show the translation full screen');
export const translationCopied = t('Translation copied to clipboard');
export const replyIn = (language = '') => t('Reply in {language}', { language });
export const reply = t('Reply');
export const more = t('More');
export const share = t('Share');
export const copyLink = t('Copy link');
export const linkCopied = t('Link copied to clipboard');
export const shareFailed = t('Share Failed');
export const copyLinkInstead = t('Copy the link instead.');

// The full-screen display
export const translationIn = (language = '') => t('Translation in {language}', { language });
export const close = t('Close');
export const flip = t('Flip');
export const answerBy = (theirs: string, yours?: string) =>
  yours === undefined
    ? t('Listens to {theirs}, and shows the answer in your language.', { theirs })
    : t('Listens to {theirs}, and shows the answer in {yours}.', { theirs, yours });

// Toasts
export const translationError = t('Translation Error');
export const limitReached = t('Translation Limit Reached');
export const signUp = t('Sign up to get 10 free translations per day!');
export const undone = { title: t('Undone'), description: t('Everything is back.') };

// Undo, in the card
export const cleared = {
  both: t('Languages swapped. Your text was cleared.'),
  text: t('Text cleared.'),
  translation: t('Translation cleared.'),
  typed: t('Your typed text was replaced.'),
};
export const undo = t('Undo');

// History
export const historyNotLoadedTitle = t('Not Saved Yet');
export const historyNotLoaded = t(
  'Parley couldn’t load your history. Reload the page to save your latest translations.',
);
