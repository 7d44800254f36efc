import { wavSampleRate } from '../record/wav.ts';
import { defaultConfidence, joinTexts, type TranscribedPiece } from './transcript.ts';

/**
 * Speech on its way to the server while it is spoken. Positions and lengths are samples of the recording. This file
 * is pure; `run-streaming.ts` runs it.
 */
export interface Streaming {
  /**
   * - `quiet`: nothing to send
   * - `open`: a stream takes audio
   * - `resting`: after a failure, before the next stream
   * - `complete`: everything is understood
   * - `failed`: the rest, from `understoodUntil`, needs another way
   */
  readonly phase: 'quiet' | 'open' | 'resting' | 'complete' | 'failed';
  readonly language: string;
  readonly recorded: number;
  /** Where the latest speech ends; silence follows. */
  readonly speechUntil: number;
  /** The recording is over. */
  readonly isEnded: boolean;
  /** Final text of the streams that are over. */
  readonly pieces: readonly TranscribedPiece[];
  readonly understoodUntil: number;
  /** Latest words after the final text; they may still change. */
  readonly interim: string;
  /** The latest stream. */
  readonly stream: Stream;
  /** Streams in a row that understood nothing. */
  readonly failures: number;
  readonly restMs: number;
  /** It failed because the visitor's allowance is used up. */
  readonly isRefused: boolean;
}

interface Stream {
  /** 0 before the first one. */
  readonly number: number;
  readonly from: number;
  /** Where the next chunk begins. */
  readonly cutUntil: number;
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

export type StreamingEvent =
  | ({ readonly type: 'recorded' } & Recorded)
  | { readonly type: 'listen-answered'; readonly stream: number; readonly answer: ListenAnswer }
  | { readonly type: 'listen-failed'; readonly stream: number; readonly failure: StreamFailure }
  | {
      readonly type: 'hear-answered';
      readonly stream: number;
      readonly sequence: number;
      readonly answer: HearAnswer;
    }
  /** `isEarly`: the stream is not open yet. */
  | {
      readonly type: 'hear-failed';
      readonly stream: number;
      readonly sequence: number;
      readonly isEarly: boolean;
    }
  | { readonly type: 'chunk-rested'; readonly stream: number; readonly sequence: number }
  | { readonly type: 'stream-rested' }
  | { readonly type: 'given-up' };

interface Recorded extends Pick<Streaming, 'speechUntil' | 'isEnded'> {
  readonly until: number;
  /** Where speech begins that was found in this audio. */
  readonly speechFrom: number;
}

interface ListenAnswer {
  readonly transcript: string;
  readonly confidence?: number;
  readonly heardSeconds: number;
  readonly isFinished: boolean;
}

interface HearAnswer {
  readonly transcript: string;
  readonly heardSeconds: number;
  readonly interim: string;
  readonly isOpen: boolean;
}

export interface StreamFailure {
  /** Another stream would fail as well. */
  readonly isFinal: boolean;
  readonly isRefusal: boolean;
  readonly retryAfterMs: number | undefined;
}

export function createStreaming(language: string): Streaming {
  return {
    phase: 'quiet',
    language,
    recorded: 0,
    speechUntil: 0,
    isEnded: false,
    pieces: [],
    understoodUntil: 0,
    interim: '',
    stream: createStream(0, 0),
    failures: 0,
    restMs: 0,
    isRefused: false,
  };
}

/** @returns the same state for an event that changes nothing */
export function nextStreaming(state: Streaming, event: StreamingEvent): Streaming {
  if (isOver(state)) return state;
  if ('stream' in event && (state.phase !== 'open' || state.stream.number !== event.stream)) return state;
  switch (event.type) {
    case 'recorded':
      return record(state, event);
    case 'listen-answered':
      return closeStream(state, event.answer);
    case 'listen-failed':
      return loseStream(state, event.failure);
    case 'hear-answered':
      return advance(takeAnswer(state, event.sequence, event.answer));
    case 'hear-failed':
      return failChunk(state, event.sequence, event.isEarly);
    case 'chunk-rested':
      return advance(changeChunk(state, event.sequence, { step: 'waiting' }));
    case 'stream-rested':
      return state.phase === 'resting' ? advance({ ...state, phase: 'quiet' }) : state;
    case 'given-up':
      return { ...keepWords(state), phase: 'failed' };
  }
}

/** The text so far, with the latest words. */
export function streamedText({ pieces, phase, stream, interim, language }: Streaming): string {
  const current = phase === 'open' ? stream.transcript : '';
  return joinTexts([...pieces.map(({ transcript }) => transcript), current, interim], language);
}

export function isOver({ phase }: Streaming): boolean {
  return phase === 'complete' || phase === 'failed';
}

function createStream(number: number, from: number): Stream {
  return {
    number,
    from,
    cutUntil: from,
    nextSequence: 0,
    hasLastChunk: false,
    chunks: [],
    hasOpened: false,
    isClosed: false,
    transcript: '',
    heardUntil: from,
    answered: -1,
  };
}

/** Silence before speech is not sent, but for a moment: the recogniser would be behind from the start. */
function record(before: Streaming, { until, speechFrom, speechUntil, isEnded }: Recorded): Streaming {
  const state = { ...before, recorded: until, speechUntil, isEnded };
  if (state.phase !== 'quiet') return advance(state);
  // The next look for speech goes back to here.
  const silentUntil = (hasSpeechLeft(state) ? speechFrom : until - chunkSamples) - leadSamples;
  return advance({ ...state, understoodUntil: Math.max(state.understoodUntil, silentUntil) });
}

/** Starts everything that can start now. */
function advance(state: Streaming): Streaming {
  if (state.phase === 'open') return startSending(cutChunks(state));
  if (state.phase !== 'quiet') return state;
  if (hasSpeechLeft(state)) {
    const stream = createStream(state.stream.number + 1, state.understoodUntil);
    return startSending(cutChunks({ ...state, phase: 'open', stream }));
  }
  return state.isEnded ? { ...state, phase: 'complete' } : state;
}

/** The recogniser's end of a word is not exact to the frame. */
function hasSpeechLeft({ speechUntil, understoodUntil }: Streaming): boolean {
  return speechUntil - understoodUntil >= leastSpeechSamples;
}

function cutChunks(state: Streaming): Streaming {
  const { recorded, isEnded, stream } = state;
  const isDue = isEnded || recorded - stream.cutUntil >= chunkSamples;
  if (!isDue || stream.isClosed || stream.hasLastChunk) return state;
  const until = Math.min(recorded, stream.cutUntil + mostChunkSamples);
  const isLast = isEnded && until === recorded;
  const place = { sequence: stream.nextSequence, from: stream.cutUntil, until, isLast };
  // The stream opens meanwhile.
  const step = stream.nextSequence === 0 ? 'resting' : 'waiting';
  const chunk: Chunk = { ...place, step, failures: 0, restMs: earlyRestMs };
  const cut = {
    ...stream,
    chunks: [...stream.chunks, chunk],
    cutUntil: until,
    nextSequence: stream.nextSequence + 1,
    hasLastChunk: isLast,
  };
  return cutChunks({ ...state, stream: cut });
}

/** Only the first chunk asks whether the stream is open. */
function startSending(state: Streaming): Streaming {
  const { stream } = state;
  if (stream.isClosed) return state;
  let free = mostAtOnce - stream.chunks.filter(({ step }) => step === 'sending').length;
  const chunks = stream.chunks.map((chunk, index) => {
    const canStart = chunk.step === 'waiting' && free > 0 && (stream.hasOpened || index === 0);
    if (canStart) free--;
    return canStart ? { ...chunk, step: 'sending' as const } : chunk;
  });
  return { ...state, stream: { ...stream, chunks } };
}

function takeAnswer(state: Streaming, sequence: number, answer: HearAnswer): Streaming {
  const { stream } = state;
  const heardUntil = positionOf(state, answer.heardSeconds);
  const taken = {
    ...stream,
    chunks: stream.chunks.filter((chunk) => chunk.sequence !== sequence),
    hasOpened: true,
    isClosed: stream.isClosed || !answer.isOpen,
  };
  // Answers may arrive out of order.
  const isNewer =
    heardUntil > stream.heardUntil || (heardUntil === stream.heardUntil && sequence > stream.answered);
  if (!isNewer) return { ...state, stream: taken };
  const hasWords = answer.transcript !== '' || answer.interim !== '';
  return {
    ...state,
    // Words of the stream before stay until there are new ones.
    interim: hasWords ? answer.interim : state.interim,
    stream: { ...taken, transcript: answer.transcript, heardUntil, answered: sequence },
  };
}

function failChunk(state: Streaming, sequence: number, isEarly: boolean): Streaming {
  const chunk = state.stream.chunks.find((each) => each.sequence === sequence);
  if (!chunk) return state;
  if (isEarly && !state.stream.hasOpened) {
    return changeChunk(state, sequence, { step: 'resting', restMs: earlyRestMs });
  }
  const failures = chunk.failures + 1;
  if (isEarly || failures > mostChunkFailures) return loseStream(state, lostStream);
  return changeChunk(state, sequence, { step: 'resting', failures, restMs: backOff(failures) });
}

function changeChunk(state: Streaming, sequence: number, change: Partial<Chunk>): Streaming {
  const chunks = state.stream.chunks.map((chunk) =>
    chunk.sequence === sequence ? { ...chunk, ...change } : chunk,
  );
  return { ...state, stream: { ...state.stream, chunks } };
}

/** Its answer has the text; audio after that goes to the next stream. */
function closeStream(state: Streaming, answer: ListenAnswer): Streaming {
  const { stream } = state;
  const isComplete = answer.isFinished && stream.hasLastChunk;
  const heardUntil = isComplete ? state.recorded : positionOf(state, answer.heardSeconds);
  if (!isComplete && heardUntil === stream.from) return loseStream(state, lostStream);
  const closed = addPiece(state, answer.transcript, answer.confidence, heardUntil);
  const interim = heardUntil > stream.heardUntil ? '' : state.interim;
  if (isComplete) return { ...closed, interim, phase: 'complete' };
  return advance({ ...closed, interim, phase: 'quiet', failures: 0 });
}

/** Understood text stays; the audio after it is sent again. */
function loseStream(state: Streaming, { isFinal, isRefusal, retryAfterMs }: StreamFailure): Streaming {
  const failures = (state.stream.heardUntil > state.stream.from ? 0 : state.failures) + 1;
  const lost = { ...keepWords(state), failures };
  if (isFinal || failures > (state.isEnded ? mostFailures.ended : mostFailures.speaking)) {
    return { ...lost, phase: 'failed', isRefused: isRefusal };
  }
  if (!hasSpeechLeft(lost)) return advance({ ...lost, phase: 'quiet' });
  return { ...lost, phase: 'resting', restMs: retryAfterMs ?? backOff(failures) };
}

function keepWords(state: Streaming): Streaming {
  const { phase, stream } = state;
  return phase === 'open' ? addPiece(state, stream.transcript, undefined, stream.heardUntil) : state;
}

function addPiece(
  state: Streaming,
  transcript: string,
  confidence = defaultConfidence,
  heardUntil: number,
): Streaming {
  const piece = { transcript, confidence, length: heardUntil - state.stream.from };
  return { ...state, pieces: [...state.pieces, piece], understoodUntil: heardUntil };
}

function positionOf({ stream }: Streaming, heardSeconds: number): number {
  return Math.min(stream.cutUntil, stream.from + Math.round(Math.max(0, heardSeconds) * wavSampleRate));
}

function backOff(failures: number): number {
  return Math.min(mostBackOffMs, firstBackOffMs * 2 ** (failures - 1));
}

const lostStream: StreamFailure = { isFinal: false, isRefusal: false, retryAfterMs: undefined };

/** 0.5 s. */
export const chunkSamples = wavSampleRate / 2;
/** 1 s: audio that has piled up is sent in larger chunks. */
const mostChunkSamples = wavSampleRate;
/** 0.3 s. */
const leadSamples = 0.3 * wavSampleRate;
/** 80 ms: shorter than a vowel. */
const leastSpeechSamples = 0.08 * wavSampleRate;
const mostAtOnce = 3;
const earlyRestMs = 150;
const firstBackOffMs = 250;
const mostBackOffMs = 4_000;
const mostChunkFailures = 5;
/** While somebody speaks there is time to try again. */
const mostFailures = { speaking: 6, ended: 2 };
