import type { Received } from '../../api.ts';
import { wavSampleRate } from '../record/wav.ts';
import {
  applyAnswer,
  type Chunk,
  type ChunkAnswer,
  changeChunk,
  createStream,
  cutChunks,
  failChunk,
  getBackOffMs,
  type Stream,
  startSending,
  toPosition,
} from './stream.ts';
import { defaultConfidence, joinTexts, type TranscribedPiece } from './transcript.ts';

/** State of speech that is streamed live. Positions are sample numbers in the recording. `run-streaming.ts` runs it. */
export interface Streaming {
  /**
   * - `quiet`: nothing to send
   * - `open`: a stream accepts audio
   * - `delayed`: after a failure, before the next stream
   * - `complete`: everything is transcribed
   * - `failed`: the audio from `coveredUntil` must be sent as clips
   */
  readonly phase: 'quiet' | 'open' | 'delayed' | 'complete' | 'failed';
  readonly language: string;
  readonly recordedUntil: number;
  /** Where the latest speech ends. */
  readonly speechUntil: number;
  /** The recording is over. */
  readonly isEnded: boolean;
  /** Final text of the ended streams, in order. */
  readonly pieces: readonly TranscribedPiece[];
  /** Audio before this needs no further stream. */
  readonly coveredUntil: number;
  /** The latest stream. */
  readonly stream: Stream;
  /** Streams that failed in a row; progress in one starts the count over at 1. */
  readonly failures: number;
  readonly delayMs: number;
  readonly isAllowanceUsedUp: boolean;
}

export type StreamingEvent =
  | ({ readonly type: 'recorded' } & Recorded)
  | { readonly type: 'listen-answered'; readonly stream: number; readonly answer: ListenAnswer }
  | { readonly type: 'listen-failed'; readonly stream: number; readonly failure: StreamFailure }
  | ChunkEvent
  | { readonly type: 'delay-ended' }
  | { readonly type: 'abandoned' };

type StreamEvent = Extract<StreamingEvent, { stream: number }>;

type ChunkEvent = { readonly stream: number; readonly sequence: number } & (
  | { readonly type: 'chunk-answered'; readonly answer: ChunkAnswer }
  | { readonly type: 'chunk-failed' }
  | { readonly type: 'chunk-delay-ended' }
);

interface Recorded extends Pick<Streaming, 'speechUntil' | 'isEnded'> {
  readonly until: number;
  /** Where the speech in this audio begins. */
  readonly speechFrom: number;
}

type ListenAnswer = Received<'speech.listen'>;

export interface StreamFailure {
  /** Another stream would fail as well. */
  readonly isPermanent: boolean;
  readonly isAllowanceUsedUp: boolean;
  readonly retryAfterMs: number | undefined;
}

export function createStreaming(language: string): Streaming {
  return {
    phase: 'quiet',
    language,
    recordedUntil: 0,
    speechUntil: 0,
    isEnded: false,
    pieces: [],
    coveredUntil: 0,
    stream: createStream(0, 0),
    failures: 0,
    delayMs: 0,
    isAllowanceUsedUp: false,
  };
}

/** @returns the same state for an event that changes nothing */
export function nextStreaming(state: Streaming, event: StreamingEvent): Streaming {
  if (isDone(state)) return state;
  if ('stream' in event) return applyStreamEvent(state, event);
  switch (event.type) {
    case 'recorded':
      return applyRecorded(state, event);
    case 'delay-ended':
      return state.phase === 'delayed' ? advance({ ...state, phase: 'quiet' }) : state;
    case 'abandoned':
      return { ...saveTranscript(state), phase: 'failed' };
  }
}

/** The text so far, with the latest words. */
export function readStreamedText({ pieces, phase, stream, language }: Streaming): string {
  const ended = pieces.map(({ transcript }) => transcript);
  return joinTexts([...ended, phase === 'open' ? stream.transcript : '', stream.interim], language);
}

export function isDone({ phase }: Streaming): boolean {
  return phase === 'complete' || phase === 'failed';
}

/** Skips most of the silence before speech, which would delay the recogniser. */
function applyRecorded(before: Streaming, { until, speechFrom, speechUntil, isEnded }: Recorded): Streaming {
  const state = { ...before, recordedUntil: until, speechUntil, isEnded };
  if (state.phase !== 'quiet') return advance(state);
  // Without speech: the next scan begins at `until - lookBackSamples`.
  const silentUntil = (hasSpeechLeft(state) ? speechFrom : until - lookBackSamples) - leadSamples;
  return advance({ ...state, coveredUntil: Math.max(state.coveredUntil, silentUntil) });
}

function advance(state: Streaming): Streaming {
  if (state.phase === 'open') return advanceStream(state);
  if (state.phase !== 'quiet') return state;
  if (hasSpeechLeft(state)) {
    const { number, interim } = state.stream;
    const stream = createStream(number + 1, state.coveredUntil, interim);
    return advanceStream({ ...state, phase: 'open', stream });
  }
  return state.isEnded ? { ...state, phase: 'complete' } : state;
}

/** Word ends are approximate, so a remainder shorter than a vowel is not speech. */
function hasSpeechLeft({ speechUntil, coveredUntil }: Streaming): boolean {
  return speechUntil - coveredUntil >= minSpeechSamples;
}

function advanceStream(state: Streaming): Streaming {
  const { stream, recordedUntil, isEnded } = state;
  return { ...state, stream: startSending(cutChunks(stream, recordedUntil, isEnded)) };
}

function applyStreamEvent(state: Streaming, event: StreamEvent): Streaming {
  const { phase, stream } = state;
  if (phase !== 'open' || event.stream !== stream.number) return state;
  if (event.type === 'listen-answered') return closeStream(state, event.answer);
  if (event.type === 'listen-failed') return failStream(state, event.failure);
  const next = applyChunkEvent(stream, event);
  return next ? advance({ ...state, stream: next }) : failStream(state, transientFailure);
}

function applyChunkEvent(stream: Stream, event: ChunkEvent): Stream | undefined {
  const { sequence } = event;
  if (event.type === 'chunk-answered') return applyAnswer(stream, sequence, event.answer);
  if (event.type === 'chunk-failed') return failChunk(stream, sequence);
  return changeChunk(stream, sequence, { step: 'queued' });
}

/** Audio after the answer's transcript goes to the next stream. */
function closeStream(state: Streaming, answer: ListenAnswer): Streaming {
  const { stream } = state;
  const isComplete = answer.isFinished && stream.hasLastChunk;
  const heardUntil = isComplete ? state.recordedUntil : toPosition(stream, answer.heardSeconds);
  if (!isComplete && heardUntil === stream.from) return failStream(state, transientFailure);
  const interim = isComplete || heardUntil > stream.heardUntil ? '' : stream.interim;
  const saved = addPiece(state, { ...answer, heardUntil });
  return advance({ ...saved, stream: { ...stream, interim }, phase: 'quiet', failures: 0 });
}

/** Keeps the text so far; the audio after it is sent again. */
function failStream(
  state: Streaming,
  { isPermanent, isAllowanceUsedUp, retryAfterMs }: StreamFailure,
): Streaming {
  const failures = (state.stream.heardUntil > state.stream.from ? 0 : state.failures) + 1;
  const lost = { ...saveTranscript(state), failures };
  if (isPermanent || failures > (state.isEnded ? maxFailures.ended : maxFailures.speaking)) {
    return { ...lost, phase: 'failed', isAllowanceUsedUp };
  }
  if (!hasSpeechLeft(lost)) return advance({ ...lost, phase: 'quiet' });
  return { ...lost, phase: 'delayed', delayMs: retryAfterMs ?? getBackOffMs(failures) };
}

function saveTranscript(state: Streaming): Streaming {
  const { phase, stream } = state;
  return phase === 'open' ? addPiece(state, stream) : state;
}

/** Audio up to `heardUntil` needs no further stream. */
function addPiece(
  state: Streaming,
  answer: { transcript: string; confidence?: number; heardUntil: number },
): Streaming {
  const { transcript, confidence = defaultConfidence, heardUntil } = answer;
  const piece = { transcript, confidence, length: heardUntil - state.stream.from };
  return { ...state, pieces: [...state.pieces, piece], coveredUntil: heardUntil };
}

const transientFailure: StreamFailure = {
  isPermanent: false,
  isAllowanceUsedUp: false,
  retryAfterMs: undefined,
};

/** 0.5 s: each scan overlaps the one before, so that no word is split between two scans. */
export const lookBackSamples = 0.5 * wavSampleRate;
const leadSamples = 0.2 * wavSampleRate;
/** 80 ms: shorter than a vowel. */
const minSpeechSamples = 0.08 * wavSampleRate;
/** There is more time to retry while the user is still speaking. */
const maxFailures = { speaking: 6, ended: 2 };

/** Runs for as long as `listTasks` returns it. */
export type StreamingTask = { readonly key: string } & (
  | { readonly type: 'listen'; readonly stream: number }
  | { readonly type: 'send-chunk'; readonly stream: number; readonly chunk: Chunk }
  | { readonly type: 'wait'; readonly durationMs: number; readonly event: StreamingEvent }
);

export function listTasks({ phase, stream, delayMs }: Streaming): StreamingTask[] {
  if (phase === 'open') return listStreamTasks(stream);
  if (phase !== 'delayed') return [];
  return [{ key: 'delay', type: 'wait', durationMs: delayMs, event: { type: 'delay-ended' } }];
}

function listStreamTasks(stream: Stream): StreamingTask[] {
  const { number, chunks } = stream;
  return [
    { key: `listen ${number}`, type: 'listen', stream: number },
    createTimeout(stream),
    ...chunks.flatMap((chunk) => listChunkTasks(chunk, number)),
  ];
}

function listChunkTasks(chunk: Chunk, stream: number): StreamingTask[] {
  const { sequence, step, delayMs } = chunk;
  const key = `${stream}.${sequence}`;
  if (step === 'queued') return [];
  if (step === 'delayed') {
    const event = { type: 'chunk-delay-ended', stream, sequence } as const;
    return [{ key: `delay ${key}`, type: 'wait', durationMs: delayMs, event }];
  }
  const event = { type: 'chunk-failed', stream, sequence } as const;
  return [
    { key: `send-chunk ${key}`, type: 'send-chunk', stream, chunk },
    { key: `timeout ${key}`, type: 'wait', durationMs: chunkTimeoutMs, event },
  ];
}

/** A dropped connection may never report an error, so each step of a stream has a timeout. */
function createTimeout({ number, hasOpened, isClosed }: Stream): StreamingTask {
  const step = isClosed ? 'closed' : hasOpened ? 'opened' : 'opening';
  const event = { type: 'listen-failed', stream: number, failure: transientFailure } as const;
  return { key: `${step} ${number}`, type: 'wait', durationMs: timeoutsMs[step], event };
}

/** A stream ends within 25 s. */
const timeoutsMs = { opening: 8_000, opened: 30_000, closed: 3_000 };
const chunkTimeoutMs = 5_000;
