import * as z from 'zod/mini';
import { isLanguageCode } from '../languages.ts';
import { limits } from '../limits.ts';

const language = z.string().check(z.refine(isLanguageCode, 'This is not one of our languages.'));

export const transcribe = {
  input: z.object({
    /** A WAV file: mono, 16-bit PCM, 8 to 48 kHz. */
    audio: z
      .instanceof(Uint8Array, { error: 'Send the recording in the field "audio".' })
      .check(z.refine((bytes) => bytes.length > 0, 'The recording is empty. Please record it again.')),
    language: z._default(language, 'en-US'),
    /** What is asked while somebody still speaks. It is premium's, and has half of their seconds at most. */
    interim: z.optional(z.literal('true', 'Send "true" as "interim", or nothing.')),
  }),
  output: z.object({
    /** Empty when nothing was said. */
    transcript: z.string(),
    /** 0 to 1. */
    confidence: z.number(),
  }),
};

export const synthesize = {
  input: z.object({
    text: z.string().check(
      z.trim(),
      z.minLength(1, 'There is nothing to say.'),
      // `maxLength` counts code points; the limit counts UTF-16 code units.
      z.refine(
        (text) => text.length <= limits.speakCharacters,
        `At most ${limits.speakCharacters} characters can be spoken.`,
      ),
    ),
    language,
  }),
  output: z.instanceof(Uint8Array),
};
