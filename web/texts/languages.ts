export const title = 'Languages';
export const from = 'From';
export const swap = 'Swap languages';
export const to = 'To';
export const notTo = (language: string) => `can’t translate to ${language}`;
export const notFrom = (language: string) => `can’t translate from ${language}`;
export const detectedLanguage = 'a detected language';
export const unsupportedPair = (from: string, to: string) =>
  `Parley can’t translate ${from} to ${to}. Choose another language.`;
export const recentPairs = 'Recent languages';
export const pairTo = ' to ';

// Detection
export const detectLanguage = 'Detect language';
export const forTypedText = 'For typed text';
export const typeInAny = (language: string) => `Type in any language. Voice input stays in ${language}.`;
export const unknownLanguage = 'Parley doesn’t know this language.';
export const alreadyIn = (language: string) => `This is already in ${language}.`;
export const detected = (language: string) => `Detected: ${language}`;
export const switchTo = (language: string) => `Use ${language}`;

export const translateFrom = (language: string) => `Translate from ${language}?`;

// Picker
export const close = 'Close';
export const search = 'Search languages';
export const noneFound = 'No languages found.';
export const pinned = 'Pinned';
export const recent = 'Recent';
export const all = 'All languages';
export const pinLanguage = (language: string) => `Pin ${language}`;
export const pin = 'Pin';
export const unpin = 'Unpin';
export const pinChanged = (language: string, isPinned: boolean) =>
  `${language} is ${isPinned ? 'pinned' : 'unpinned'}.`;
export const voiceInput = 'Voice input';
export const readAloud = 'Read aloud';
export const pinHint = 'Press the right arrow key to reach a language’s pin button.';
