import * as z from 'zod/mini';
import { isLanguageCode } from '../languages.ts';

const language = z.string().check(z.refine(isLanguageCode, 'Parley doesn’t support this language.'));

const settings = z.object({
  speechRate: z
    .int('The speech speed is a number from 5 to 20.')
    .check(z.minimum(5, 'The speech speed is at least 5.'), z.maximum(20, 'The speech speed is at most 20.')),
  autoPlay: z.boolean(),
  micSensitivity: z
    .int('The microphone sensitivity is a number from 1 to 10.')
    .check(
      z.minimum(1, 'The microphone sensitivity is at least 1.'),
      z.maximum(10, 'The microphone sensitivity is at most 10.'),
    ),
  defaultSourceLang: language,
  defaultTargetLang: language,
});

export const read = { input: z.object({}), output: settings };

export const save = { input: settings, output: settings };
