export const gettingAround = 'Getting around';
export const eatingOut = 'Eating out';
export const shopsAndHotels = 'Shops and hotels';
export const helpAndHealth = 'Help and health';
export const talking = 'Talking';
export const areFree = 'Phrases are free, and work offline.';
export const notLoaded = (language = '') => `The ${language} phrases didn’t load. Check your connection.`;
export const tryAgain = 'Try again';
