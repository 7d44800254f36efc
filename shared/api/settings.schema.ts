import * as z from 'zod/mini';
import { isLanguageCode } from '../languages.ts';

const language = z.string().check(z.refine(isLanguageCode, 'Parley doesn’t support this language.'));

const outsideSpeeds = 'Choose a speech speed between 0.5x and 2x.';
const notSensitivity = 'Choose a microphone sensitivity from 1 to 10.';

const settings = z.object({
  speechRate: z
    .int('Choose a speech speed in steps of 0.1x.')
    .check(z.minimum(5, outsideSpeeds), z.maximum(20, outsideSpeeds)),
  autoPlay: z.boolean(),
  micSensitivity: z.int(notSensitivity).check(z.minimum(1, notSensitivity), z.maximum(10, notSensitivity)),
  defaultSourceLang: language,
  defaultTargetLang: language,
});

export const read = { input: z.object({}), output: settings };

export const save = { input: settings, output: settings };
