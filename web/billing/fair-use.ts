/** A test compares the numbers with `shared/ceilings.ts`. */
export const fairUse =
  'Fair use: up to 100,000 characters of text (about 50 pages), 1 hour of voice input and 50,000 characters read aloud a day, and ten times that a month.';
