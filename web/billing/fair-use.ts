/**
 * A test compares the numbers with `shared/ceilings.ts`. Characters read aloud count twice there: for the sound, and for
 * the times of its words.
 */
export const fairUse =
  'Fair use: up to 100,000 characters of text (about 50 pages), 1 hour of voice input and 25,000 characters read aloud a day, and ten times that a month.';
