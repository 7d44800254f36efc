export const gettingAround = 'Getting around';
export const eatingOut = 'Eating out';
export const shopsAndHotels = 'Shops and hotels';
export const helpAndHealth = 'Help and health';
export const talking = 'Talking';
export const offlinePhrasebook = 'Offline phrasebook';
export const someNotSaved = (language = '') => `You’re offline. Some phrases aren’t saved in ${language}.`;
export const someUnavailable = (language = '') => `Some phrases aren’t available in ${language}.`;
export const notSaved = (language = '') => `You’re offline, and this phrase isn’t saved in ${language}.`;
export const onlySavedWork = 'You’re offline. Only saved phrases work right now.';

// The offline phrasebook
export const allPhrasesSaved = (languages: number) => `Phrases are saved in all ${languages} languages.`;
export const languageSaved = (language = '') => `${language} phrases are saved offline.`;
export const languageNotSaved = (language = '') => `${language} phrases aren’t saved offline.`;
export const savedSoFar = (saved: number, total: number) => `${saved} of ${total} languages saved.`;
export const progressLabel = 'Languages saved';
export const savedCount = (saved: number, total: number) => `${saved} of ${total} languages`;
export const saveAll = 'Save all languages';
export const savingAll = 'Saving all languages.';
export const allSaved = (languages: number) => `All ${languages} languages are saved.`;
export const stop = 'Stop';
export const remove = 'Remove from this device';
export const continueSaving = 'Continue';
export const connectionLost = 'The connection was lost.';
export const downloadFailed = 'Some languages couldn’t be downloaded.';
export const noSpace = 'This device has no space left for Parley.';
export const cannotSave = 'Your browser won’t let Parley save anything. This is common in private windows.';
