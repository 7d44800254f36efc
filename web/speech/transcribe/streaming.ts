import { wavSampleRate } from '../record/wav.ts';
import {
  applyAnswer,
  backOff,
  changeChunk,
  createStream,
  cutChunks,
  failChunk,
  type HearAnswer,
  type Stream,
  startSending,
  toPosition,
} from './stream.ts';
import { defaultConfidence, joinTexts, type TranscribedPiece } from './transcript.ts';

/** Speech that is sent while it is spoken. Positions are samples of the recording. `run-streaming.ts` runs it. */
export interface Streaming {
  /**
   * - `quiet`: nothing to send
   * - `open`: a stream takes audio
   * - `resting`: after a failure, before the next stream
   * - `complete`: nothing is left to send; `closing` may still answer
   * - `failed`: the audio from `understoodUntil` must be sent as clips
   */
  readonly phase: 'quiet' | 'open' | 'resting' | 'complete' | 'failed';
  readonly language: string;
  readonly recorded: number;
  /** Where the latest speech ends; silence follows. */
  readonly speechUntil: number;
  /** The recording is over. */
  readonly isEnded: boolean;
  /** Final text of the streams that are over, in order. */
  readonly pieces: readonly Piece[];
  /** Audio before this needs no further stream. */
  readonly understoodUntil: number;
  /** The latest stream. */
  readonly stream: Stream;
  /** The previous stream, if it ended at a pause: the server has all its audio, and its answer follows. */
  readonly closing: Stream | undefined;
  /** Consecutive streams that understood nothing. */
  readonly failures: number;
  readonly restMs: number;
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
  | { readonly type: 'stream-rested' }
  | { readonly type: 'given-up' };

type StreamEvent = Extract<StreamingEvent, { stream: number }>;

type ChunkEvent = { readonly stream: number; readonly sequence: number } & (
  | { readonly type: 'hear-answered'; readonly answer: HearAnswer }
  | { readonly type: 'hear-failed' }
  | { readonly type: 'chunk-rested' }
);

interface Recorded extends Pick<Streaming, 'speechUntil' | 'isEnded'> {
  readonly until: number;
  /** Where the speech in this audio begins. */
  readonly speechFrom: number;
}

interface ListenAnswer {
  readonly transcript: string;
  readonly confidence?: number;
  readonly heardSeconds: number;
  readonly isFinished: boolean;
}

export interface StreamFailure {
  /** Another stream would fail as well. */
  readonly isFinal: boolean;
  readonly isAllowanceUsedUp: boolean;
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
    stream: createStream(0, 0),
    closing: undefined,
    failures: 0,
    restMs: 0,
    isAllowanceUsedUp: false,
  };
}

/** @returns the same state for an event that changes nothing */
export function nextStreaming(state: Streaming, event: StreamingEvent): Streaming {
  if (isOver(state)) return state;
  if ('stream' in event) return followStream(state, event);
  switch (event.type) {
    case 'recorded':
      return record(state, event);
    case 'stream-rested':
      return state.phase === 'resting' ? advance({ ...state, phase: 'quiet' }) : state;
    case 'given-up':
      return { ...keepWords(keepClosingWords(state)), phase: 'failed' };
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

export function isOver({ phase, closing }: Streaming): boolean {
  return (phase === 'complete' || phase === 'failed') && !closing;
}

/** Sends only a moment of the silence before speech, or the recogniser would be late from the start. */
function record(before: Streaming, { until, speechFrom, speechUntil, isEnded }: Recorded): Streaming {
  const state = { ...before, recorded: until, speechUntil, isEnded };
  if (state.phase !== 'quiet') return advance(state);
  // The next scan for speech begins here.
  const silentUntil = (hasSpeechLeft(state) ? speechFrom : until - lookBackSamples) - leadSamples;
  return advance({ ...state, understoodUntil: Math.max(state.understoodUntil, silentUntil) });
}

/** Starts everything that can start now. */
function advance(state: Streaming): Streaming {
  if (state.phase === 'open') return send(state);
  if (state.phase !== 'quiet') return state;
  if (hasSpeechLeft(state)) {
    const { number, interim } = state.stream;
    return send({
      ...state,
      phase: 'open',
      stream: createStream(number + 1, state.understoodUntil, interim),
    });
  }
  return state.isEnded ? { ...state, phase: 'complete' } : state;
}

/** The recogniser's word ends are not exact to the frame. */
function hasSpeechLeft({
  speechUntil,
  understoodUntil,
}: Pick<Streaming, 'speechUntil' | 'understoodUntil'>): boolean {
  return speechUntil - understoodUntil >= minSpeechSamples;
}

function send(state: Streaming): Streaming {
  const { recorded, speechUntil, isEnded } = state;
  const isPause = !isEnded && isGoodPause(state);
  const stream = startSending(cutChunks({ ...state.stream, speechUntil }, recorded, isEnded || isPause));
  if (!isPause || !stream.hasLastChunk) return { ...state, stream };
  return {
    ...state,
    phase: 'quiet',
    closing: stream,
    stream: { ...stream, interim: '' },
    understoodUntil: stream.cutUntil,
  };
}

/** Ends a stream shortly before the server would, after which some audio would be sent twice. */
function isGoodPause({ recorded, speechUntil, stream, closing }: Streaming): boolean {
  const age = recorded - stream.from;
  return !closing && recorded - speechUntil >= pauseSamples && age >= pauseFrom && age <= pauseUntil;
}

function followStream(state: Streaming, event: StreamEvent): Streaming {
  const { phase, stream, closing } = state;
  if (event.stream === closing?.number) return followClosing(state, closing, event);
  if (phase !== 'open' || event.stream !== stream.number) return state;
  if (event.type === 'listen-answered') return closeStream(state, event.answer);
  if (event.type === 'listen-failed') return loseStream(state, event.failure);
  const next = followChunk(stream, event);
  return next ? advance({ ...state, stream: next }) : loseStream(state, lostStream);
}

function followClosing(state: Streaming, closing: Stream, event: StreamEvent): Streaming {
  if (event.type === 'listen-answered') return finishClosing(state, closing, event.answer);
  if (event.type === 'listen-failed') return loseClosing(state, closing, event.failure);
  const next = followChunk(closing, event);
  return next ? { ...state, closing: startSending(next) } : loseClosing(state, closing, lostStream);
}

function followChunk(stream: Stream, event: ChunkEvent): Stream | undefined {
  const { sequence } = event;
  if (event.type === 'hear-answered') return applyAnswer(stream, sequence, event.answer);
  if (event.type === 'hear-failed') return failChunk(stream, sequence);
  return changeChunk(stream, sequence, { step: 'waiting' });
}

/** Audio after the answer's text goes to the next stream. */
function closeStream(state: Streaming, answer: ListenAnswer): Streaming {
  const { stream } = state;
  const isComplete = answer.isFinished && stream.hasLastChunk;
  const heardUntil = isComplete ? state.recorded : toPosition(stream, answer.heardSeconds);
  if (!isComplete && heardUntil === stream.from) return loseStream(state, lostStream);
  const interim = isComplete || heardUntil > stream.heardUntil ? '' : stream.interim;
  const closed = {
    ...addPiece(state, stream, { ...answer, heardUntil }),
    stream: { ...stream, interim },
    understoodUntil: heardUntil,
  };
  return advance({ ...closed, phase: 'quiet', failures: 0 });
}

/** Understood text stays; the audio after it is sent again. */
function loseStream(
  state: Streaming,
  { isFinal, isAllowanceUsedUp, retryAfterMs }: StreamFailure,
): Streaming {
  const failures = (state.stream.heardUntil > state.stream.from ? 0 : state.failures) + 1;
  const lost = { ...keepWords(state), failures };
  if (isFinal || failures > (state.isEnded ? maxFailures.ended : maxFailures.speaking)) {
    return { ...lost, phase: 'failed', isAllowanceUsedUp };
  }
  if (!hasSpeechLeft(lost)) return advance({ ...lost, phase: 'quiet' });
  return { ...lost, phase: 'resting', restMs: retryAfterMs ?? backOff(failures) };
}

function finishClosing(state: Streaming, closing: Stream, answer: ListenAnswer): Streaming {
  const heardUntil = answer.isFinished ? closing.cutUntil : toPosition(closing, answer.heardSeconds);
  if (hasSpeechLeft({ ...closing, understoodUntil: heardUntil })) {
    return state.phase === 'failed'
      ? loseClosing(state, closing, lostStream)
      : closeStream(goBack(state, closing), answer);
  }
  return { ...addPiece(state, closing, { ...answer, heardUntil }), closing: undefined };
}

function loseClosing(state: Streaming, closing: Stream, failure: StreamFailure): Streaming {
  if (!hasSpeechLeft({ ...closing, understoodUntil: closing.heardUntil }) || state.phase === 'failed') {
    return keepClosingWords(state);
  }
  return loseStream(goBack(state, closing), failure);
}

/** Reopens the closing stream. Everything after it is sent again, because streams are in order. */
function goBack(state: Streaming, closing: Stream): Streaming {
  const pieces = state.pieces.filter(({ from }) => from < closing.from);
  // Keeps the latest number, because the next stream needs a new one.
  const stream = { ...closing, number: state.stream.number };
  return { ...state, phase: 'open', pieces, stream, closing: undefined };
}

function keepClosingWords(state: Streaming): Streaming {
  const { closing } = state;
  if (!closing) return state;
  if (hasSpeechLeft({ ...closing, understoodUntil: closing.heardUntil })) {
    return { ...keepWords(goBack(state, closing)), phase: 'failed' };
  }
  return { ...addPiece(state, closing, closing), closing: undefined };
}

function keepWords(state: Streaming): Streaming {
  const { phase, stream } = state;
  if (phase !== 'open') return state;
  return { ...addPiece(state, stream, stream), understoodUntil: stream.heardUntil };
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

const lostStream: StreamFailure = { isFinal: false, isAllowanceUsedUp: false, retryAfterMs: undefined };

/** 0.5 s: scans overlap by this, so that a word between two of them is found. */
export const lookBackSamples = 0.5 * wavSampleRate;
const leadSamples = 0.2 * wavSampleRate;
/** 80 ms: shorter than a vowel. */
const minSpeechSamples = 0.08 * wavSampleRate;
const pauseSamples = 0.5 * wavSampleRate;
/** 14 s into a stream, before the server ends it. */
const pauseFrom = 14 * wavSampleRate;
const pauseUntil = 20 * wavSampleRate;
/** While the user speaks, there is time to retry. */
const maxFailures = { speaking: 6, ended: 2 };
