import { t } from '../language/message.ts';

export const title = t('Languages');
export const from = t('From');
export const swap = t('Swap languages');
export const to = t('To');
export const notTo = (language: string) => t('can’t translate to {language}', { language });
export const notFrom = (language: string) => t('can’t translate from {language}', { language });
export const detectedLanguage = t('a detected language');
export const unsupportedPair = (from: string, to: string) =>
  t('Parley can’t translate {from} to {to}. Choose another language.', { from, to });
export const recentPairs = t('Recent languages');
export const pairTo = ` ${t('to')} `;

// Detection
export const detectLanguage = t('Detect language');
export const forTypedText = t('For typed text');
export const typeInAny = (language: string) =>
  t('Type in any language. Voice input stays in {language}.', { language });
export const unknownLanguage = t('Parley doesn’t know this language.');
export const alreadyIn = (language: string) => t('This is already in {language}.', { language });
export const detected = (language: string) => t('Detected: {language}', { language });
export const switchTo = (language: string) => t('Use {language}', { language });

export const translateFrom = (language: string) => t('Translate from {language}?', { language });

// Picker
export const close = t('Close');
export const search = t('Search languages');
export const noneFound = t('No languages found.');
export const pinned = t('Pinned');
export const recent = t('Recent');
export const all = t('All languages');
export const pinLanguage = (language: string) => t('Pin {language}', { language });
export const pin = t('Pin');
export const unpin = t('Unpin');
export const pinChanged = (language: string, isPinned: boolean) =>
  isPinned ? t('{language} is pinned.', { language }) : t('{language} is unpinned.', { language });
export const voiceInput = t('Voice input');
export const readAloud = t('Read aloud');
export const pinHint = t('Press the right arrow key to reach a language’s pin button.');
