import type { RecognitionProfile } from '../profiles.ts';

/** The state of the browser's recogniser. This file is pure; `run-recognition.ts` runs it. */
export interface Recognition {
  readonly phase: RecognitionPhase;
  readonly profile: RecognitionProfile;
  /** Between two results: empty in languages written without spaces. */
  readonly space: ' ' | '';
  /** While starting: waiting for another recogniser, pausing, or started. */
  readonly step: 'waiting' | 'pausing' | 'started';
  readonly pauseMs: number;
  /** Each attempt has its own recogniser. */
  readonly attempt: number;
  /** Aborted attempts since the last one that started. */
  readonly retries: number;
  /** An attempt has started, so the main time-out runs. */
  readonly hasBegun: boolean;
  /** Counts ends of speech and results; above 0, speech has been detected. */
  readonly speechEnds: number;
  /** The button is held, so silence does not end it. */
  readonly isHeld: boolean;
  /** From the recognisers before this one. */
  readonly earlier: RecognisedText;
  /** The latest list of this recogniser. */
  readonly results: readonly RecognisedResult[];
  /** The next step when the recogniser has ended. */
  readonly sequel: 'deliver' | 'retry' | 'discard';
  /** A code of `recognition-sentence.ts`; when idle, only if it must be reported. */
  readonly trouble: string | undefined;
}

/** `stopped`: asked to end, or failed, but not over yet. */
type RecognitionPhase = 'idle' | 'starting' | 'listening' | 'stopped';

export type RecognitionEvent =
  /** Without `isFree`, another recogniser is at work until `freed`. `sinceCleanUpMs`: since the last one ended. */
  | { readonly type: 'start-asked'; readonly isFree: boolean; readonly sinceCleanUpMs: number }
  | { readonly type: 'freed' }
  | { readonly type: 'began' }
  | { readonly type: 'speech-ended' }
  | { readonly type: 'results-changed'; readonly results: readonly RecognisedResult[] }
  | { readonly type: 'failed'; readonly trouble: string }
  | { readonly type: 'start-refused'; readonly trouble: string }
  | { readonly type: 'ended' }
  | { readonly type: 'hold-changed'; readonly isHeld: boolean }
  | { readonly type: 'finish-asked' }
  | { readonly type: 'discard-asked' }
  /** Another recogniser wants to start. */
  | { readonly type: 'displaced' }
  | { readonly type: TimeUp };

type TimeUp = 'pause-ended' | 'start-timed-out' | 'main-timed-out' | 'silence-timed-out' | 'end-timed-out';

export interface RecognisedResult {
  readonly isFinal: boolean;
  readonly alternatives: readonly Alternative[];
}

interface Alternative {
  readonly transcript: string;
  /** 0 to 1; 0 or undefined if unknown. */
  readonly confidence?: number | undefined;
}

export interface RecognisedText {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface RecognitionTimer {
  readonly due: TimeUp;
  readonly durationMs: number;
  /** The timer restarts when this changes. */
  readonly key: number;
}

export function initialRecognition(profile: RecognitionProfile, space: Recognition['space']): Recognition {
  return {
    phase: 'idle',
    profile,
    space,
    step: 'waiting',
    pauseMs: 0,
    attempt: 0,
    retries: 0,
    hasBegun: false,
    speechEnds: 0,
    isHeld: false,
    earlier: nothing,
    results: [],
    sequel: 'deliver',
    trouble: undefined,
  };
}

/** @returns the same state for an event that changes nothing */
export function nextRecognition(state: Recognition, event: RecognitionEvent): Recognition {
  switch (event.type) {
    case 'start-asked':
      return state.phase === 'idle' ? start(state, event.isFree, event.sinceCleanUpMs) : state;
    case 'freed':
      return isStarting(state, 'waiting') ? { ...state, step: 'pausing' } : state;
    case 'pause-ended':
      return isStarting(state, 'pausing') ? { ...state, step: 'started' } : state;
    case 'began':
      return isStarting(state, 'started') ? begin(state) : state;
    case 'speech-ended':
      return isAtWork(state) ? { ...begin(state), speechEnds: state.speechEnds + 1 } : state;
    case 'results-changed':
      return takeResults(state, event.results);
    case 'failed':
      return fail(state, event.trouble);
    case 'start-refused':
      return state.phase === 'starting' ? rest({ ...state, trouble: event.trouble }) : state;
    case 'ended':
      return isAtWork(state) ? rest({ ...state, trouble: 'interrupted' }) : followUp(state);
    case 'end-timed-out':
      return followUp(state);
    case 'start-timed-out':
      return isStarting(state, 'started') ? stop(state, 'deliver', 'start-timed-out') : state;
    case 'main-timed-out':
      return mainTimer(state) ? stop(state, 'deliver') : state;
    case 'silence-timed-out':
      return silenceTimer(state) ? stop(state, 'deliver') : state;
    case 'hold-changed':
      return state.phase === 'idle' || state.isHeld === event.isHeld
        ? state
        : { ...state, isHeld: event.isHeld };
    case 'finish-asked':
      return isWanted(state) ? stop(state, 'deliver') : state;
    case 'displaced':
      return isWanted(state) ? stop(state, 'deliver', 'interrupted') : state;
    case 'discard-asked':
      return state.phase === 'idle' || state.sequel === 'discard' ? state : stop(state, 'discard');
  }
}

/** The text so far, kept until the next start. */
export function recognisedText(state: Recognition): RecognisedText {
  return joined([state.earlier, read(state.results, state)], state);
}

/** The method to call on the recogniser. `abort` wants no more results. */
export function commandFor({ phase, sequel, trouble }: Recognition): 'stop' | 'abort' | undefined {
  if (phase !== 'stopped') return undefined;
  return sequel === 'deliver' && trouble === undefined ? 'stop' : 'abort';
}

export function timersFor(state: Recognition): RecognitionTimer[] {
  const { attempt: key, pauseMs, profile } = state;
  const timers = [mainTimer(state), silenceTimer(state)];
  if (isStarting(state, 'pausing')) timers.push({ due: 'pause-ended', durationMs: pauseMs, key });
  if (isStarting(state, 'started')) {
    timers.push({ due: 'start-timed-out', durationMs: profile.startTimeoutMs, key });
  }
  if (state.phase === 'stopped') {
    timers.push({ due: 'end-timed-out', durationMs: profile.endTimeoutMs, key });
  }
  return timers.filter((timer) => timer !== undefined);
}

export function silenceTimer(state: Recognition): RecognitionTimer | undefined {
  const { phase, speechEnds, isHeld, profile } = state;
  if (phase !== 'listening' || speechEnds === 0 || isHeld) return undefined;
  return { due: 'silence-timed-out', durationMs: profile.silenceTimeoutMs, key: speechEnds };
}

const nothing: RecognisedText = { text: '', confidence: 1 };

const defaultConfidence = { interim: 0.8, final: 0.9 };

/** It runs on through retries, so that endless aborts end as well. */
function mainTimer({ phase, sequel, hasBegun, profile }: Recognition): RecognitionTimer | undefined {
  if (!hasBegun || phase === 'idle' || (phase === 'stopped' && sequel !== 'retry')) return undefined;
  return { due: 'main-timed-out', durationMs: profile.mainTimeoutMs, key: 0 };
}

function start({ profile, space }: Recognition, isFree: boolean, sinceCleanUpMs: number): Recognition {
  const cleanUpMs = isFree ? Math.max(0, profile.cleanUpDelayMs - sinceCleanUpMs) : profile.cleanUpDelayMs;
  return {
    ...initialRecognition(profile, space),
    phase: 'starting',
    step: isFree ? 'pausing' : 'waiting',
    pauseMs: cleanUpMs + profile.startDelayMs,
    attempt: 1,
  };
}

/** Some recognisers never fire `start`; their results count as well. */
function begin(state: Recognition): Recognition {
  return { ...state, phase: 'listening', retries: 0, hasBegun: true };
}

function takeResults(state: Recognition, results: readonly RecognisedResult[]): Recognition {
  if (!isAtWork(state) && !(state.phase === 'stopped' && state.sequel !== 'discard')) return state;
  const revised = revise(state, results);
  if (state.phase === 'stopped') return revised;
  const listening = { ...begin(revised), speechEnds: state.speechEnds + (revised === state ? 0 : 1) };
  const isComplete = !state.profile.isContinuous && results.some(({ isFinal }) => isFinal);
  return isComplete ? stop(listening, 'deliver') : listening;
}

/**
 * Each list replaces the one before. But no words are taken back: not by an empty list, and final ones not by a list
 * that starts over.
 */
function revise(state: Recognition, results: readonly RecognisedResult[]): Recognition {
  if (read(results, state).text === '') return state;
  const settled = state.results.filter(isSettled);
  const hasStartedOver = results.filter(isSettled).length < settled.length;
  return {
    ...state,
    earlier: hasStartedOver ? joined([state.earlier, read(settled, state)], state) : state.earlier,
    results,
  };
}

function fail(state: Recognition, trouble: string): Recognition {
  if (isAtWork(state)) {
    const isRetried = trouble === 'aborted' && state.retries < state.profile.abortRetries;
    return isRetried ? stop(state, 'retry') : stop(state, 'deliver', trouble);
  }
  // A recogniser that was asked to end reports `aborted`.
  const isNews = trouble !== 'aborted' && state.sequel !== 'discard' && state.trouble === undefined;
  return state.phase === 'stopped' && isNews ? { ...state, sequel: 'deliver', trouble } : state;
}

/** Ends it at once, or after a running recogniser has ended. */
function stop(state: Recognition, sequel: Recognition['sequel'], trouble = state.trouble): Recognition {
  const stopped = { ...state, sequel, trouble };
  return isAtWork(state) || state.phase === 'stopped' ? { ...stopped, phase: 'stopped' } : rest(stopped);
}

function followUp(state: Recognition): Recognition {
  if (state.phase !== 'stopped') return state;
  return state.sequel === 'retry' ? retry(state) : rest(state);
}

function retry(state: Recognition): Recognition {
  const { profile } = state;
  return {
    ...state,
    phase: 'starting',
    step: 'pausing',
    pauseMs: profile.abortPauseMs + profile.startDelayMs,
    attempt: state.attempt + 1,
    retries: state.retries + 1,
    earlier: recognisedText(state),
    results: [],
    sequel: 'deliver',
  };
}

function rest(state: Recognition): Recognition {
  const isTold = state.sequel === 'deliver' && recognisedText(state).text === '';
  return { ...state, phase: 'idle', trouble: isTold ? (state.trouble ?? 'no-speech') : undefined };
}

function isStarting({ phase, step }: Recognition, at: Recognition['step']): boolean {
  return phase === 'starting' && step === at;
}

function isAtWork(state: Recognition): boolean {
  return state.phase === 'listening' || isStarting(state, 'started');
}

function isWanted({ phase, sequel }: Recognition): boolean {
  return phase === 'starting' || phase === 'listening' || (phase === 'stopped' && sequel === 'retry');
}

function read(results: readonly RecognisedResult[], way: WayOfJoining): RecognisedText {
  const parts = results.map((result) => {
    const { transcript, confidence } = bestOf(result);
    return { text: transcript.trim(), confidence: confidenceOf(result.isFinal, confidence) };
  });
  return joined(parts, way);
}

function bestOf({ alternatives }: RecognisedResult): Alternative {
  return alternatives.reduce((best, each) => ((each.confidence ?? 0) > (best.confidence ?? 0) ? each : best));
}

/** Android marks words as final, with confidence 0, that it still revises. */
function isSettled(result: RecognisedResult): boolean {
  return result.isFinal && bestOf(result).confidence !== 0;
}

/** The reported confidence of interim words is meaningless. */
function confidenceOf(isFinal: boolean, confidence: number | undefined): number {
  return isFinal ? confidence || defaultConfidence.final : defaultConfidence.interim;
}

type WayOfJoining = Pick<Recognition, 'space' | 'profile'>;

/** Android repeats everything before in each result: a result that starts with earlier text replaces it. */
function joined(parts: readonly RecognisedText[], { space, profile }: WayOfJoining): RecognisedText {
  const kept: RecognisedText[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    const all = kept.map(({ text }) => text).join(space);
    const last = kept.at(-1)?.text ?? '';
    if (profile.restatesResults && beginsWith(part.text, all)) kept.length = 0;
    else if (profile.restatesResults && beginsWith(part.text, last)) kept.pop();
    kept.push(part);
  }
  return {
    text: kept.map(({ text }) => text).join(space),
    confidence: Math.min(nothing.confidence, ...kept.map(({ confidence }) => confidence)),
  };
}

function beginsWith(text: string, beginning: string): boolean {
  return text.toLowerCase().startsWith(beginning.toLowerCase());
}
