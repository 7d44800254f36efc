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
    /** During speech: Premium only, at most half of its seconds. */
    interim: z.optional(z.literal('true', 'Send "true" as "interim", or nothing.')),
  }),
  output: z.object({
    transcript: z.string(),
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

const wordMark = z.object({ ms: z.number(), start: z.number(), end: z.number() });

export const marks = {
  input: synthesize.input,
  output: z.object({
    /** When each word begins in the sound of `speech.synthesize`, and its UTF-16 offsets in the trimmed text. */
    marks: z.array(wordMark),
  }),
};
