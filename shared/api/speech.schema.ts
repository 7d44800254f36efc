import * as z from 'zod/mini';
import { isLanguageCode } from '../languages.ts';
import { limits } from '../limits.ts';
import type { ToldReason } from '../text/refusals.ts';

const language = z.string().check(z.refine(isLanguageCode, 'Parley doesn’t support this language.'));

/** Chosen by the client, new for each stream. */
const stream = z.uuid('The id of a stream must be a UUID.');

export const transcribe = {
  input: z.object({
    /** A WAV file: mono, 16-bit PCM, 8 to 48 kHz. */
    audio: z.instanceof(Uint8Array, { error: 'Send the recording in the field "audio".' }).check(
      z.refine((bytes) => bytes.length > 0, {
        error: 'The recording is empty. Please record it again.',
        params: { reason: 'emptyRecording' } satisfies ToldReason,
      }),
    ),
    language: z._default(language, 'en-US'),
  }),
  output: z.object({
    transcript: z.string(),
    confidence: z.number(),
  }),
};

/** A long poll: answers when the stream is over, after at most `limits.streamSeconds`. */
export const listen = {
  input: z.object({ stream, language }),
  output: z.object({
    transcript: z.string(),
    confidence: z.number(),
    /** Seconds from the stream's start that the transcript covers. */
    heardSeconds: z.number(),
    /** If false, the caller opens another stream, and sends the audio after `heardSeconds` again. */
    isFinished: z.boolean(),
  }),
};

/**
 * Sends one chunk of an open stream's audio. Repeating is harmless. Order does not matter among the next 31 chunks;
 * one further ahead is refused with `too_far_ahead`, and sent again later.
 */
export const sendChunk = {
  input: z
    .object({
      stream,
      /** From 0, without gaps. */
      sequence: z.pipe(
        z
          .string('Send the number of the chunk as "sequence".')
          .check(z.regex(/^\d{1,3}$/, 'A sequence is a whole number from 0 to 999.')),
        z.transform(Number),
      ),
      /** 16 kHz, mono, 16-bit little-endian PCM. Only the last chunk may be shorter than `limits.minChunkBytes`. */
      audio: z
        .instanceof(Uint8Array, { error: 'Send the samples in the field "audio".' })
        .check(
          z.refine(
            ({ length }) => length <= limits.chunkBytes && length % 2 === 0,
            'Send at most one second of 16-bit samples at 16 kHz.',
          ),
        ),
      isLast: z.optional(z.literal('true', 'Send "true" as "isLast", or nothing.')),
    })
    .check(
      z.refine(({ audio, isLast }) => audio.length >= limits.minChunkBytes || isLast === 'true', {
        error: 'Only the last chunk may be shorter than a twentieth of a second.',
        path: ['audio'],
      }),
    ),
  output: z.object({
    transcript: z.string(),
    /** Seconds from the stream's start that the transcript covers. */
    heardSeconds: z.number(),
    /** The text after `transcript`, which may still change. */
    interim: z.string(),
    /** Seconds from the stream's start at which the latest word ends, also one of `interim`. */
    spokenSeconds: z.number(),
    /** False before the stream begins, and after it has ended. */
    isOpen: z.boolean(),
    /** If false, the stream has not begun, and the caller sends the chunk again. */
    hasBegun: z.boolean(),
  }),
};

export const synthesize = {
  input: z.object({
    text: z.string().check(
      z.trim(),
      z.minLength(1, 'There is no text to read aloud.'),
      z.refine((text) => text.length <= limits.speakCharacters, {
        error: `At most ${limits.speakCharacters} characters can be spoken.`,
        params: { reason: 'tooLongToReadAloud' } satisfies ToldReason,
      }),
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
