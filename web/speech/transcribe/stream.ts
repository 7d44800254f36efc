import { limits } from '../../../shared/limits.ts';
import { wavSampleRate } from '../record/wav.ts';

/** One stream of a recording. Positions are sample numbers in the recording. */
export interface Stream {
  /** 0 before the first one. */
  readonly number: number;
  readonly from: number;
  /** Where the next chunk begins. */
  readonly cutUntil: number;
  /** Where the latest speech ends. */
  readonly speechUntil: number;
  readonly nextSequence: number;
  readonly hasLastChunk: boolean;
  /** Chunks that the server may not have yet, in order. */
  readonly chunks: readonly Chunk[];
  /** The server has taken a chunk. */
  readonly hasOpened: boolean;
  /** The server takes no more chunks; its answer to `speech.listen` follows. */
  readonly isClosed: boolean;
  /** Final text so far, and where it ends. */
  readonly transcript: string;
  readonly heardUntil: number;
  /** Latest words after the final text; they may still change. */
  readonly interim: string;
  /** Sequence of the chunk with the latest answer. */
  readonly answered: number;
}

export interface Chunk {
  readonly sequence: number;
  readonly from: number;
  readonly until: number;
  readonly isLast: boolean;
  readonly step: 'waiting' | 'sending' | 'resting';
  readonly failures: number;
  readonly restMs: number;
}

export interface HearAnswer {
  readonly transcript: string;
  readonly heardSeconds: number;
  readonly interim: string;
  readonly isOpen: boolean;
  /** If false, the chunk was not taken. */
  readonly hasBegun: boolean;
}

/** @param interim words of the previous stream, which stay until there are new ones */
export function createStream(number: number, from: number, interim = ''): Stream {
  return {
    number,
    from,
    cutUntil: from,
    speechUntil: from,
    nextSequence: 0,
    hasLastChunk: false,
    chunks: [],
    hasOpened: false,
    isClosed: false,
    transcript: '',
    heardUntil: from,
    interim,
    answered: -1,
  };
}

/** @param isEnd all audio until then is sent at once, and ends the stream */
export function cutChunks(stream: Stream, until: number, isEnd: boolean): Stream {
  // If the first chunk is late, the recogniser stays late.
  const isDue = isEnd || stream.nextSequence === 0 || until - stream.cutUntil >= findDueSamples(stream);
  if (!isDue || stream.isClosed || stream.hasLastChunk) return stream;
  const cutUntil = Math.min(until, stream.cutUntil + maxChunkSamples);
  const isLast = isEnd && cutUntil === until;
  const place = { sequence: stream.nextSequence, from: stream.cutUntil, until: cutUntil, isLast };
  // Leaves the stream time to open.
  const step = stream.nextSequence === 0 ? 'resting' : 'waiting';
  const chunk: Chunk = { ...place, step, failures: 0, restMs: earlyRestMs };
  const chunks = [...stream.chunks, chunk];
  const cut = { ...stream, chunks, cutUntil, nextSequence: stream.nextSequence + 1, hasLastChunk: isLast };
  return cutChunks(cut, until, isEnd);
}

/** A slow network gets fewer and longer chunks. */
function findDueSamples({ chunks }: Stream): number {
  return chunks.length < maxConcurrent ? chunkSamples : maxChunkSamples;
}

/** Only the first chunk asks whether the stream is open. */
export function startSending(stream: Stream): Stream {
  if (stream.isClosed) return stream;
  let free = maxConcurrent - stream.chunks.filter(({ step }) => step === 'sending').length;
  const chunks = stream.chunks.map((chunk, index) => {
    const canStart = chunk.step === 'waiting' && free > 0 && (stream.hasOpened || index === 0);
    if (canStart) free--;
    return canStart ? { ...chunk, step: 'sending' as const } : chunk;
  });
  return { ...stream, chunks };
}

/** @returns undefined if the server has forgotten the stream */
export function applyAnswer(stream: Stream, sequence: number, answer: HearAnswer): Stream | undefined {
  if (!answer.hasBegun) {
    return stream.hasOpened
      ? undefined
      : changeChunk(stream, sequence, { step: 'resting', restMs: earlyRestMs });
  }
  const heardUntil = toPosition(stream, answer.heardSeconds);
  const taken = {
    ...stream,
    chunks: stream.chunks.filter((chunk) => chunk.sequence !== sequence),
    hasOpened: true,
    isClosed: stream.isClosed || !answer.isOpen,
  };
  // Answers may arrive out of order.
  const isNewer =
    heardUntil > stream.heardUntil || (heardUntil === stream.heardUntil && sequence > stream.answered);
  if (!isNewer) return taken;
  const { transcript } = answer;
  const hasWords = transcript !== '' || answer.interim !== '';
  const interim = hasWords ? answer.interim : stream.interim;
  return { ...taken, transcript, interim, heardUntil, answered: sequence };
}

/** @returns undefined if the chunk has failed too often */
export function failChunk(stream: Stream, sequence: number): Stream | undefined {
  const chunk = stream.chunks.find((each) => each.sequence === sequence);
  if (!chunk) return stream;
  const failures = chunk.failures + 1;
  if (failures > maxChunkFailures) return undefined;
  return changeChunk(stream, sequence, { step: 'resting', failures, restMs: backOff(failures) });
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

export function backOff(failures: number): number {
  return Math.min(maxBackOffMs, firstBackOffMs * 2 ** (failures - 1));
}

const chunkSamples = limits.chunkSeconds * wavSampleRate;
/** 1 s: audio that has piled up is sent in larger chunks. */
const maxChunkSamples = wavSampleRate;
const maxConcurrent = 3;
const earlyRestMs = 50;
const firstBackOffMs = 250;
const maxBackOffMs = 4_000;
const maxChunkFailures = 5;
