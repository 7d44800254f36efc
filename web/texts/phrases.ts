import { t } from '../language/message.ts';

export const gettingAround = t('Getting around');
export const eatingOut = t('Eating out');
export const shopsAndHotels = t('Shops and hotels');
export const helpAndHealth = t('Help and health');
export const talking = t('Talking');
export const areFree = t('Phrases are free, and work offline.');
export const notLoaded = (language = '') =>
  t('The {language} phrases didn’t load. Check your connection.', { language });
export const tryAgain = t('Try again');

// The card for allergies and health
export const allergyAndHealthCard = t('Allergy and health card');
export const chooseWhatApplies = t(
  'Choose what applies to you. The card shows it in the other person’s language, also offline.',
);
export const allergens = t('Food allergies');
export const diets = t('Diet');
export const conditions = t('Health');
export const showCardIn = (language = '') => t('Show in {language}', { language });
export const cardIn = (language = '') => t('Allergy and health card in {language}', { language });
export const chosen = (count = 0) => t('Chosen: {count}', { count });
export const clearCard = t('Clear');
export const staysOnDevice = t('Your choice stays on this device. The card replaces no doctor.');
export const replacesNoDoctor = t('This card replaces no doctor.');
export const cardNotLoaded = t('The card didn’t load. Check your connection.');
export const close = t('Close');
