// The text field
export const voiceInputIssue = 'Voice Input Issue';
export const speechInput = 'Speech input';
export const typeYourText = 'Type your text';
export const voiceInputIn = (language = '') => `Voice input in ${language}`;
export const inLanguage = (language: string) => `in ${language}`;
export const characters = 'characters';
export const clearText = 'Clear text';
export const example = 'Where is the train station?';
export const mayBeMisheard = 'Parley may have misheard. Check the text.';
export const nothingToTranslate = 'Type or say something first.';
export const translating = 'Translating...';
export const translateText = 'Translate Text';

// The record button
export const phrases = 'Phrases';
export const startRecording = 'Start recording';
export const cancelRecording = 'Cancel recording';
export const stopRecording = 'Stop recording';
export const cancel = 'Cancel';
export const tapToSpeak = 'Tap to speak';
export const progress = {
  idle: '',
  asking: 'Starting…',
  listening: 'Listening',
  finishing: 'Recognising…',
  recognising: 'Recognising…',
  translating: 'Translating…',
};

// The translation
export const translation = 'Translation';
export const clearTranslation = 'Clear translation';
export const tryAgain = 'Try again';
export const forEarlierText = 'For the earlier text';
export const inEarlierLanguage = (earlier: string, picked: string) => `In ${earlier}, not ${picked}`;
export const placeholder = 'Your translation appears here.';

// Failures
export const noSpeech = 'No speech detected. Please speak into your microphone.';
export const networkError = 'Network error. Please check your internet connection.';
export const transcriptionFailed = (why: string) => `Amazon Transcribe transcription failed: ${why}`;
export const unknownError = 'unknown error. Please try again.';
export const usedNoTranslation = 'This didn’t use a translation.';
export const translateFailed = 'Failed to translate text. Please try again.';
export const retryIsFree = 'Retrying won’t use another translation.';

// Tools and translation style
export const style = 'Style';
export const styleOf = (names: string) => `Style: ${names}`;
export const styleNames = { formal: 'formal', informal: 'informal', mask: 'swear words masked' };
export const conversation = 'Conversation';
export const styleTitle = 'Translation style';
export const styleIntroduction = (language = '') => `Options for ${language}, saved in this browser.`;
export const formality = 'Formality';
export const automatic = 'Automatic';
export const formal = 'Formal';
export const informal = 'Informal';
export const formalityHint = 'Formal for strangers, informal for friends and children.';
export const maskSwearWords = 'Mask swear words';
export const maskHint = 'The translation shows ?$#@$ instead.';
export const previousStyle = 'This translation uses your previous style.';
export const translateAgain = 'Translate again';
export const done = 'Done';

// Private mode
export const historyOff = 'Private mode: history is off.';
export const turnOff = 'Turn off';
export const privateMode = 'private mode';

// Voice input
export const allowMicrophone = 'If your browser asks, allow the microphone.';
export const wordsAppearHere = 'Your words will appear here.';

export const onlyPhrasesWork = 'You’re offline. Only Quick Actions work right now.';

// Details of a translation
export const pronunciation = 'Pronunciation:';
export const translateBackLabels = {
  idle: 'Translate back',
  pending: 'Cancel',
  error: 'Try again',
  success: 'Show back translation',
};
export const hideBackTranslation = 'Hide back translation';
export const noneLeft = 'No free translations left.';
export const usesLast = 'Uses your last translation.';
export const usesOneOf = (left: number) => `Uses 1 of your ${left} left.`;
export const uncounted = {
  unchanged: 'It came back unchanged, so it didn’t count.',
  'no-words': 'There are no words to translate, so it didn’t count.',
  phrase: 'Phrases are free, so it didn’t count.',
};
export const translatingBack = 'Translating back…';
export const translateBackFailed = 'Couldn’t translate it back. Please try again.';
export const meaning = 'It means:';

// The buttons under a translation
export const tapToHear = 'Tap to Hear';
export const speakSlowly = 'Speak slowly';
export const slowly = 'Slowly';
export const show = 'Show';
export const copy = 'Copy';
export const copied = 'Copied';
export const showFullScreen = 'Show the translation full screen';
export const translationCopied = 'Translation copied to clipboard';
export const replyIn = (language = '') => `Reply in ${language}`;
export const reply = 'Reply';
export const more = 'More';
export const share = 'Share';
export const copyLink = 'Copy link';
export const linkCopied = 'Link copied to clipboard';
export const shareFailed = 'Share Failed';
export const copyLinkInstead = 'Copy the link instead.';

// The full-screen display
export const translationIn = (language = '') => `Translation in ${language}`;
export const close = 'Close';
export const flip = 'Flip';
export const answerBy = (theirs: string, yours = 'your language') =>
  `Listens to ${theirs}, and shows the answer in ${yours}.`;

// Toasts
export const translationError = 'Translation Error';
export const limitReached = 'Translation Limit Reached';
export const signUp = 'Sign up to get 10 free translations per day!';
export const undone = { title: 'Undone', description: 'Everything is back.' };

// Undo, in the card
export const cleared = {
  both: 'Languages swapped. Your text was cleared.',
  text: 'Text cleared.',
  translation: 'Translation cleared.',
  typed: 'Your typed text was replaced.',
};
export const undo = 'Undo';

// History
export const historyNotLoadedTitle = 'Not Saved Yet';
export const historyNotLoaded =
  'Parley couldn’t load your history. Reload the page to save your latest translations.';
