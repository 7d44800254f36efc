import { limits } from '../../../shared/limits.ts';
import type { Received } from '../../api.ts';
import { wavSampleRate } from '../record/wav.ts';

/** One stream of a recording. Positions are sample numbers in the recording. */
export type Stream = Readonly<ReturnType<typeof createStream>>;

export interface Chunk {
  readonly sequence: number;
  readonly from: number;
  readonly until: number;
  readonly isLast: boolean;
  readonly step: 'queued' | 'sending' | 'delayed';
  readonly failures: number;
  readonly delayMs: number;
}

export type ChunkAnswer = Received<'speech.send-chunk'>;

/** @param number counts streams from 1; 0 before the first one. @param interim words of the previous stream */
export function createStream(number: number, from: number, interim = '') {
  return {
    number,
    from,
    /** Where the next chunk begins. */
    cutUntil: from,
    /** Where the latest speech ends. */
    speechUntil: from,
    nextSequence: 0,
    hasLastChunk: false,
    /** Chunks that the server has not confirmed, in order. */
    chunks: [] as readonly Chunk[],
    /** The server has accepted a chunk. */
    hasOpened: false,
    /** The server takes no more chunks; its answer to `speech.listen` follows. */
    isClosed: false,
    /** Final text so far, and where it ends. */
    transcript: '',
    heardUntil: from,
    /** Latest words after the final text; they may still change. */
    interim,
    /** Where the latest word ends, also one of `interim`. */
    spokenUntil: from,
    /** Sequence of the chunk whose answer was applied last. */
    lastAnswered: -1,
  };
}

/** @param isEnd cuts all audio up to `until`, and marks the last chunk */
export function cutChunks(stream: Stream, until: number, isEnd: boolean): Stream {
  // A late first chunk would delay the recogniser for the whole stream.
  const isFirst = stream.nextSequence === 0;
  // A slow network gets fewer and longer chunks.
  const wantedSamples = stream.chunks.length < maxConcurrent ? chunkSamples : maxChunkSamples;
  const isDue = isEnd || isFirst || until - stream.cutUntil >= wantedSamples;
  if (!isDue || stream.isClosed || stream.hasLastChunk) return stream;
  const cutUntil = Math.max(stream.cutUntil, Math.min(until, stream.cutUntil + maxChunkSamples));
  const isLast = isEnd && cutUntil >= until;
  const bounds = { sequence: stream.nextSequence, from: stream.cutUntil, until: cutUntil, isLast };
  // `speech.listen` must reach the server first: it creates what chunks are sent to.
  const step = isFirst ? 'delayed' : 'queued';
  const chunk: Chunk = { ...bounds, step, failures: 0, delayMs: openingDelayMs };
  const chunks = [...stream.chunks, chunk];
  const cut = { ...stream, chunks, cutUntil, nextSequence: stream.nextSequence + 1, hasLastChunk: isLast };
  return cutChunks(cut, until, isEnd);
}

/** Until the stream has opened, only the first chunk is sent. */
export function startSending(stream: Stream): Stream {
  if (stream.isClosed) return stream;
  let free = maxConcurrent - stream.chunks.filter(({ step }) => step === 'sending').length;
  const chunks = stream.chunks.map((chunk, index) => {
    const canStart = chunk.step === 'queued' && free > 0 && (stream.hasOpened || index === 0);
    if (canStart) free--;
    return canStart ? { ...chunk, step: 'sending' as const } : chunk;
  });
  return { ...stream, chunks };
}

/** @returns undefined if the server has forgotten the stream */
export function applyAnswer(stream: Stream, sequence: number, answer: ChunkAnswer): Stream | undefined {
  if (!answer.hasBegun) {
    return stream.hasOpened
      ? undefined
      : changeChunk(stream, sequence, { step: 'delayed', delayMs: openingDelayMs });
  }
  const heardUntil = toPosition(stream, answer.heardSeconds);
  const accepted = {
    ...stream,
    chunks: stream.chunks.filter((chunk) => chunk.sequence !== sequence),
    hasOpened: true,
    isClosed: stream.isClosed || !answer.isOpen,
  };
  // Answers may arrive out of order.
  const isNewer =
    heardUntil > stream.heardUntil || (heardUntil === stream.heardUntil && sequence > stream.lastAnswered);
  if (!isNewer) return accepted;
  const { transcript } = answer;
  const hasWords = transcript !== '' || answer.interim !== '';
  const interim = hasWords ? answer.interim : stream.interim;
  const spokenUntil = toPosition(stream, answer.spokenSeconds);
  return { ...accepted, transcript, interim, heardUntil, spokenUntil, lastAnswered: sequence };
}

/** @returns undefined if the chunk has failed too often */
export function failChunk(stream: Stream, sequence: number): Stream | undefined {
  const chunk = stream.chunks.find((each) => each.sequence === sequence);
  if (!chunk) return stream;
  const failures = chunk.failures + 1;
  if (failures > maxChunkFailures) return undefined;
  return changeChunk(stream, sequence, { step: 'delayed', failures, delayMs: getBackOffMs(failures) });
}

/** It is sent again, as often as needed: the server takes the chunks before it first. */
export function delayChunk(stream: Stream, sequence: number): Stream {
  return changeChunk(stream, sequence, { step: 'delayed', delayMs: firstBackOffMs });
}

export function changeChunk(stream: Stream, sequence: number, change: Partial<Chunk>): Stream {
  const chunks = stream.chunks.map((chunk) =>
    chunk.sequence === sequence ? { ...chunk, ...change } : chunk,
  );
  return { ...stream, chunks };
}

/** @param heardSeconds from the stream's start */
export function toPosition({ from, cutUntil }: Stream, heardSeconds: number): number {
  return Math.min(cutUntil, from + Math.round(Math.max(0, heardSeconds) * wavSampleRate));
}

export function getBackOffMs(failures: number): number {
  return Math.min(maxBackOffMs, firstBackOffMs * 2 ** (failures - 1));
}

const chunkSamples = limits.chunkSeconds * wavSampleRate;
/** 1 s: a backlog is sent in larger chunks. */
const maxChunkSamples = wavSampleRate;
const maxConcurrent = 3;
const openingDelayMs = 50;
const firstBackOffMs = 250;
const maxBackOffMs = 4_000;
const maxChunkFailures = 5;
