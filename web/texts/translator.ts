// Texts of the first load. Those of later parts are in `translator-parts.ts`, so that the first load stays small.

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
export const phrasesAndHistory = 'Phrases and history';
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
export const placeholder = 'Your translation appears here.';

// Failures
export const noSpeech = 'No speech detected. Please speak into your microphone.';
export const networkError = 'Network error. Please check your internet connection.';
export const transcriptionFailed = (why: string) => `Amazon Transcribe transcription failed: ${why}`;
export const unknownError = 'unknown error. Please try again.';
export const usedNoTranslation = 'This didn’t use a translation.';
export const translateFailed = 'Failed to translate text. Please try again.';
export const retryIsFree = 'Retrying won’t use another translation.';
