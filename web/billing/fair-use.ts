/** Numbers of `shared/ceilings.ts`, where characters read aloud count twice: for the sound and for its word times. */
export const fairUse =
  'Fair use: up to 100,000 characters of text (about 50 pages), 1 hour of voice input and 25,000 characters read aloud a day, and ten times that a month.';
