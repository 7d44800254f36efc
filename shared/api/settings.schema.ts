import * as z from 'zod/mini';
import { interfaceLanguageCodes } from '../interface-languages.ts';
import { isLanguageCode } from '../languages.ts';
import { textSizes, themes } from '../limits.ts';

const language = z.string().check(z.refine(isLanguageCode, 'Parley doesn’t support this language.'));

const speedMessage = 'Choose a speech speed between 0.5x and 2x.';
const micMessage = 'Choose a microphone sensitivity from 1 to 10.';

const translator = z.object({
  speechRate: z
    .int('Choose a speech speed in steps of 0.1x.')
    .check(z.minimum(5, speedMessage), z.maximum(20, speedMessage)),
  autoPlay: z.boolean(),
  micSensitivity: z.int(micMessage).check(z.minimum(1, micMessage), z.maximum(10, micMessage)),
  defaultSourceLang: language,
  defaultTargetLang: language,
});

const theme = z.enum(themes, 'Choose the system’s theme, light or dark.');
const textSize = z.literal(textSizes, 'Choose a text size from the list.');
/** `browser` until one is chosen, and for a language that Parley no longer has. */
const interfaceLanguage = z.catch(z.enum(['browser', ...interfaceLanguageCodes]), 'browser');

export const read = {
  input: z.object({}),
  output: z.extend(translator, { theme, textSize, interfaceLanguage }),
};

export const save = {
  /** The first five are the specification's. Without the others, what was saved stays. */
  input: z.extend(translator, {
    theme: z.exactOptional(theme),
    textSize: z.exactOptional(textSize),
    interfaceLanguage: z.exactOptional(interfaceLanguage),
  }),
  output: read.output,
};
