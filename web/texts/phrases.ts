export const gettingAround = 'Getting around';
export const eatingOut = 'Eating out';
export const shopsAndHotels = 'Shops and hotels';
export const helpAndHealth = 'Help and health';
export const talking = 'Talking';
export const areFree = 'Phrases are free, and work offline.';
export const notLoaded = (language = '') => `The ${language} phrases didn’t load. Check your connection.`;
export const tryAgain = 'Try again';

// The card for allergies and health
export const allergyAndHealthCard = 'Allergy and health card';
export const chooseWhatApplies =
  'Choose what applies to you. The card shows it in the other person’s language, also offline.';
export const allergens = 'Food allergies';
export const diets = 'Diet';
export const conditions = 'Health';
export const showCardIn = (language = '') => `Show in ${language}`;
export const cardIn = (language = '') => `Allergy and health card in ${language}`;
export const clearCard = 'Clear';
export const staysOnDevice = 'Your choice stays on this device. The card replaces no doctor.';
export const replacesNoDoctor = 'This card replaces no doctor.';
export const cardNotLoaded = 'The card didn’t load. Check your connection.';
export const close = 'Close';
