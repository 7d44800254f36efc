import type { Received } from '../../api.ts';
import { windowSamples } from '../record/speech-detector.ts';
import { wavSampleRate } from '../record/wav.ts';
import {
  applyAnswer,
  type Chunk,
  type ChunkAnswer,
  changeChunk,
  createStream,
  cutChunks,
  delayChunk,
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
   * - `complete`: everything is sent; `closing` may still be unanswered
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
  readonly pieces: readonly Piece[];
  /** Audio before this needs no further stream. */
  readonly coveredUntil: number;
  /** The latest stream. */
  readonly stream: Stream;
  /** The previous stream, if it ended at a pause and its answer is still to come. */
  readonly closing: Stream | undefined;
  /** Consecutive failed streams. One that produced text before it failed counts as the first. */
  readonly failures: number;
  readonly delayMs: number;
  readonly isAllowanceUsedUp: boolean;
}

interface Piece extends TranscribedPiece {
  readonly from: number;
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
  | { readonly type: 'chunk-too-far-ahead' }
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
    closing: undefined,
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
      return { ...saveTranscript(saveClosingTranscript(state)), phase: 'failed' };
  }
}

/** The text so far, with the latest words. */
export function readStreamedText({ pieces, phase, stream, closing, language }: Streaming): string {
  const texts = [
    ...pieces.map(({ from, transcript }) => ({ from, texts: [transcript] })),
    ...(closing ? [{ from: closing.from, texts: [closing.transcript, closing.interim] }] : []),
    { from: stream.from, texts: [phase === 'open' ? stream.transcript : '', stream.interim] },
  ];
  return joinTexts(
    texts.sort((one, other) => one.from - other.from).flatMap((each) => each.texts),
    language,
  );
}

/** Where the latest word ends. */
export function getSpokenUntil({ stream, closing }: Streaming): number {
  return Math.max(stream.spokenUntil, closing?.spokenUntil ?? 0);
}

/** The server has taken the audio before this. */
export function getTakenUntil({ phase, stream, coveredUntil }: Streaming): number {
  return phase === 'open' && stream.hasOpened ? (stream.chunks[0]?.from ?? stream.cutUntil) : coveredUntil;
}

export function isDone({ phase, closing }: Streaming): boolean {
  return (phase === 'complete' || phase === 'failed') && !closing;
}

/** Skips most of the silence before speech, which would delay the recogniser. */
function applyRecorded(before: Streaming, { until, speechFrom, speechUntil, isEnded }: Recorded): Streaming {
  const state = { ...before, recordedUntil: until, speechUntil, isEnded };
  if (state.phase !== 'quiet') return advance(state);
  // Without speech, the last `windowSamples` are kept: speech may still be found in them.
  const silentUntil = (hasSpeechLeft(state) ? speechFrom : until - windowSamples) - leadSamples;
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
function hasSpeechLeft({
  speechUntil,
  coveredUntil,
}: Pick<Streaming, 'speechUntil' | 'coveredUntil'>): boolean {
  return speechUntil - coveredUntil >= minSpeechSamples;
}

function advanceStream(state: Streaming): Streaming {
  const { recordedUntil, speechUntil, isEnded } = state;
  const isSplit = !isEnded && canSplitHere(state);
  // The silence at the end would only delay the answer.
  const until = isEnded ? Math.min(recordedUntil, speechUntil + tailSamples) : recordedUntil;
  const stream = startSending(cutChunks({ ...state.stream, speechUntil }, until, isEnded || isSplit));
  if (!isSplit || !stream.hasLastChunk) return { ...state, stream };
  return {
    ...state,
    phase: 'quiet',
    closing: stream,
    stream: { ...stream, interim: '' },
    // The next word may just have begun.
    coveredUntil: stream.cutUntil - leadSamples,
  };
}

/** Whether to end the stream at this pause: shortly before the server would, so that no audio is sent twice. */
function canSplitHere({ recordedUntil, speechUntil, stream, closing }: Streaming): boolean {
  const ageSamples = recordedUntil - stream.from;
  const isPause = recordedUntil - speechUntil >= minPauseSamples;
  return !closing && isPause && ageSamples >= minSplitSamples && ageSamples <= maxSplitSamples;
}

function applyStreamEvent(state: Streaming, event: StreamEvent): Streaming {
  const { phase, stream, closing } = state;
  if (event.stream === closing?.number) return applyClosingEvent(state, closing, event);
  if (phase !== 'open' || event.stream !== stream.number) return state;
  if (event.type === 'listen-answered') return closeStream(state, event.answer);
  if (event.type === 'listen-failed') return failStream(state, event.failure);
  const next = applyChunkEvent(stream, event);
  return next ? advance({ ...state, stream: next }) : failStream(state, transientFailure);
}

function applyClosingEvent(state: Streaming, closing: Stream, event: StreamEvent): Streaming {
  if (event.type === 'listen-answered') return finishClosing(state, closing, event.answer);
  if (event.type === 'listen-failed') return failClosing(state, closing, event.failure);
  const next = applyChunkEvent(closing, event);
  return next ? { ...state, closing: startSending(next) } : failClosing(state, closing, transientFailure);
}

function applyChunkEvent(stream: Stream, event: ChunkEvent): Stream | undefined {
  const { sequence } = event;
  if (event.type === 'chunk-answered') return applyAnswer(stream, sequence, event.answer);
  if (event.type === 'chunk-failed') return failChunk(stream, sequence);
  if (event.type === 'chunk-too-far-ahead') return delayChunk(stream, sequence);
  return changeChunk(stream, sequence, { step: 'queued' });
}

/** Audio after the answer's transcript goes to the next stream. */
function closeStream(state: Streaming, answer: ListenAnswer): Streaming {
  const { stream } = state;
  const isComplete = answer.isFinished && stream.hasLastChunk;
  const heardUntil = isComplete ? state.recordedUntil : toPosition(stream, answer.heardSeconds);
  if (!isComplete && heardUntil === stream.from) return failStream(state, transientFailure);
  const interim = isComplete || heardUntil > stream.heardUntil ? '' : stream.interim;
  const closed = {
    ...addPiece(state, stream, { ...answer, heardUntil }),
    stream: { ...stream, interim },
    coveredUntil: heardUntil,
  };
  return advance({ ...closed, phase: 'quiet', failures: 0 });
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

function finishClosing(state: Streaming, closing: Stream, answer: ListenAnswer): Streaming {
  const heardUntil = answer.isFinished ? closing.cutUntil : toPosition(closing, answer.heardSeconds);
  if (hasSpeechLeft({ ...closing, coveredUntil: heardUntil })) {
    return state.phase === 'failed'
      ? failClosing(state, closing, transientFailure)
      : closeStream(reopenClosing(state, closing), answer);
  }
  return { ...addPiece(state, closing, { ...answer, heardUntil }), closing: undefined };
}

function failClosing(state: Streaming, closing: Stream, failure: StreamFailure): Streaming {
  if (!hasSpeechLeft({ ...closing, coveredUntil: closing.heardUntil }) || state.phase === 'failed') {
    return saveClosingTranscript(state);
  }
  return failStream(reopenClosing(state, closing), failure);
}

/** Everything after the closing stream is sent again, because `coveredUntil` cannot describe a gap. */
function reopenClosing(state: Streaming, closing: Stream): Streaming {
  const pieces = state.pieces.filter(({ from }) => from < closing.from);
  // Takes the latest number, so that the next stream gets a new one.
  const stream = { ...closing, number: state.stream.number };
  return { ...state, phase: 'open', pieces, stream, closing: undefined };
}

function saveClosingTranscript(state: Streaming): Streaming {
  const { closing } = state;
  if (!closing) return state;
  if (hasSpeechLeft({ ...closing, coveredUntil: closing.heardUntil })) {
    return { ...saveTranscript(reopenClosing(state, closing)), phase: 'failed' };
  }
  return { ...addPiece(state, closing, closing), closing: undefined };
}

function saveTranscript(state: Streaming): Streaming {
  const { phase, stream } = state;
  if (phase !== 'open') return state;
  return { ...addPiece(state, stream, stream), coveredUntil: stream.heardUntil };
}

function addPiece(
  state: Streaming,
  { from }: Stream,
  {
    transcript,
    confidence = defaultConfidence,
    heardUntil,
  }: { transcript: string; confidence?: number; heardUntil: number },
): Streaming {
  const piece = { transcript, confidence, from, length: heardUntil - from };
  const pieces = [...state.pieces, piece].sort((one, other) => one.from - other.from);
  return { ...state, pieces };
}

const transientFailure: StreamFailure = {
  isPermanent: false,
  isAllowanceUsedUp: false,
  retryAfterMs: undefined,
};

const leadSamples = 0.2 * wavSampleRate;
/** Recognisers need some silence after a word. */
const tailSamples = 0.3 * wavSampleRate;
/** 80 ms: shorter than a vowel. */
const minSpeechSamples = 0.08 * wavSampleRate;
const minPauseSamples = 0.5 * wavSampleRate;
/** A stream is split at the first pause between these ages. Later, the server would end it (`speech/stream/relay.ts`). */
const minSplitSamples = 14 * wavSampleRate;
const maxSplitSamples = 20 * wavSampleRate;
/** There is more time to retry while the user is still speaking. */
const maxFailures = { speaking: 6, ended: 2 };

/** Runs for as long as `listTasks` returns it. */
export type StreamingTask = { readonly key: string } & (
  | { readonly type: 'listen'; readonly stream: number }
  | { readonly type: 'send-chunk'; readonly stream: number; readonly chunk: Chunk }
  | { readonly type: 'wait'; readonly durationMs: number; readonly event: StreamingEvent }
);

export function listTasks({ phase, stream, closing, delayMs }: Streaming): StreamingTask[] {
  const streams = [...(closing ? [closing] : []), ...(phase === 'open' ? [stream] : [])];
  const tasks = streams.flatMap(listStreamTasks);
  if (phase !== 'delayed') return tasks;
  return [...tasks, { key: 'delay', type: 'wait', durationMs: delayMs, event: { type: 'delay-ended' } }];
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
