import type { RecognitionProfile } from '../recognition-profiles.ts';
import {
  type Heard,
  hear,
  nothingHeard,
  type RecognisedResult,
  type RecognisedText,
  readHeard,
} from './recognised-text.ts';

/** State machine of the browser's recogniser. `run-recognition.ts` runs it. */
export interface Recognition {
  readonly phase: RecognitionPhase;
  readonly profile: RecognitionProfile;
  /** Goes between two results. Empty in languages written without spaces. */
  readonly space: ' ' | '';
  readonly pauseMs: number;
  readonly attempt: number;
  /** Aborted attempts since the last one that began. */
  readonly retries: number;
  readonly hasBegun: boolean;
  /** Counts results and ends of speech. Each restarts the silence timeout. */
  readonly speechEvents: number;
  readonly heard: Heard;
  readonly afterEnd: 'deliver' | 'retry' | 'discard';
  /** A code from `recognition-errors.ts`. When idle, the error to report, also after words. */
  readonly errorCode: string | undefined;
}

/**
 * - `waiting`: until another recogniser ends
 * - `pausing`: before the recogniser starts
 * - `launched`: it has been started, but has not begun to listen
 * - `stopped`: asked to end, or failed, but has not ended yet
 * - `idle`: over
 */
type RecognitionPhase = 'waiting' | 'pausing' | 'launched' | 'listening' | 'stopped' | 'idle';

export type RecognitionEvent =
  | {
      readonly type:
        | 'recogniser-available'
        | 'pause-ended'
        | 'began'
        | 'speech-ended'
        | 'ended'
        | 'discard-requested';
    }
  | { readonly type: 'results-changed'; readonly results: readonly RecognisedResult[]; readonly atMs: number }
  | { readonly type: 'failed' | 'start-refused'; readonly errorCode: string }
  | { readonly type: 'finish-requested'; readonly errorCode?: string };

export interface RecognitionTimer {
  /** A new key restarts the timer. */
  readonly key: string;
  readonly durationMs: number;
  readonly event: RecognitionEvent;
}

/** @param cleanUpMs what is left of the pause since the last recogniser ended; undefined while another runs */
export function createRecognition(
  profile: RecognitionProfile,
  space: Recognition['space'],
  cleanUpMs: number | undefined,
): Recognition {
  return {
    phase: cleanUpMs === undefined ? 'waiting' : 'pausing',
    profile,
    space,
    pauseMs: (cleanUpMs ?? profile.cleanUpDelayMs) + profile.startDelayMs,
    attempt: 1,
    retries: 0,
    hasBegun: false,
    speechEvents: 0,
    heard: nothingHeard,
    afterEnd: 'deliver',
    errorCode: undefined,
  };
}

export function nextRecognition(state: Recognition, event: RecognitionEvent): Recognition {
  const { phase, afterEnd } = state;
  if (phase === 'idle') return state;
  switch (event.type) {
    case 'recogniser-available':
      return phase === 'waiting' ? { ...state, phase: 'pausing' } : state;
    case 'pause-ended':
      return phase === 'pausing' ? { ...state, phase: 'launched' } : state;
    case 'began':
      return phase === 'launched' ? begin(state) : state;
    case 'speech-ended':
      return isRunning(state) ? { ...begin(state), speechEvents: state.speechEvents + 1 } : state;
    case 'results-changed':
      return applyResults(state, event);
    case 'failed':
      return fail(state, event.errorCode);
    case 'start-refused':
      return isStarting(state) ? goIdle({ ...state, errorCode: event.errorCode }) : state;
    case 'ended':
      return end(state);
    case 'finish-requested':
      return phase !== 'stopped' || afterEnd === 'retry' ? stop(state, 'deliver', event.errorCode) : state;
    case 'discard-requested':
      return afterEnd === 'discard' ? state : stop(state, 'discard');
  }
}

export function readRecognisedText(state: Recognition): RecognisedText {
  return readHeard(state.heard, state);
}

/** The recogniser's method to call. `abort` discards further results. */
export function chooseCommand({ phase, afterEnd, errorCode }: Recognition): 'stop' | 'abort' | undefined {
  if (phase !== 'stopped') return undefined;
  return afterEnd === 'deliver' && errorCode === undefined ? 'stop' : 'abort';
}

export function listTimers(state: Recognition): RecognitionTimer[] {
  return [findMainTimer(state), findSilenceTimer(state), findPhaseTimer(state)].filter(
    (timer) => timer !== undefined,
  );
}

export function findSilenceTimer(state: Recognition): RecognitionTimer | undefined {
  const { phase, speechEvents, profile } = state;
  if (phase !== 'listening' || speechEvents === 0) return undefined;
  const event = { type: 'finish-requested' } as const;
  return { key: `silence ${speechEvents}`, durationMs: profile.silenceTimeoutMs, event };
}

/** Retries do not restart it, so that aborts cannot repeat forever. */
function findMainTimer({ phase, afterEnd, hasBegun, profile }: Recognition): RecognitionTimer | undefined {
  if (!hasBegun || phase === 'idle' || (phase === 'stopped' && afterEnd !== 'retry')) return undefined;
  return { key: 'main', durationMs: profile.mainTimeoutMs, event: { type: 'finish-requested' } };
}

function findPhaseTimer({ phase, attempt, pauseMs, profile }: Recognition): RecognitionTimer | undefined {
  const key = `${phase} ${attempt}`;
  if (phase === 'pausing') return { key, durationMs: pauseMs, event: { type: 'pause-ended' } };
  if (phase === 'launched') {
    const event = { type: 'failed', errorCode: 'start-timed-out' } as const;
    return { key, durationMs: profile.startTimeoutMs, event };
  }
  if (phase === 'stopped') return { key, durationMs: profile.endTimeoutMs, event: { type: 'ended' } };
  return undefined;
}

/** Some recognisers never fire `start`, so a result counts as one. */
function begin(state: Recognition): Recognition {
  return { ...state, phase: 'listening', retries: 0, hasBegun: true };
}

function applyResults(
  state: Recognition,
  { results, atMs }: Extract<RecognitionEvent, { type: 'results-changed' }>,
): Recognition {
  if (!isRunning(state) && !(state.phase === 'stopped' && state.afterEnd !== 'discard')) return state;
  const heard = hear(state.heard, results, atMs, state);
  if (state.phase === 'stopped') return { ...state, heard };
  const speechEvents = state.speechEvents + (heard === state.heard ? 0 : 1);
  const listening = { ...begin(state), heard, speechEvents };
  const isComplete = !state.profile.isContinuous && results.some(({ isFinal }) => isFinal);
  return isComplete ? stop(listening, 'deliver') : listening;
}

function fail(state: Recognition, errorCode: string): Recognition {
  if (isRunning(state)) {
    const isRetried = errorCode === 'aborted' && state.retries < state.profile.abortRetries;
    return isRetried ? stop(state, 'retry') : stop(state, 'deliver', errorCode);
  }
  // A recogniser that is asked to end reports `aborted`.
  const isNewError = errorCode !== 'aborted' && state.afterEnd !== 'discard' && state.errorCode === undefined;
  return state.phase === 'stopped' && isNewError ? { ...state, afterEnd: 'deliver', errorCode } : state;
}

/** Goes idle at once if no recogniser is running, else when it has ended. */
function stop(
  state: Recognition,
  afterEnd: Recognition['afterEnd'],
  errorCode = state.errorCode,
): Recognition {
  const stopped = { ...state, afterEnd, errorCode };
  return isRunning(state) || state.phase === 'stopped' ? { ...stopped, phase: 'stopped' } : goIdle(stopped);
}

/** Some recognisers end after each sentence, so an end without an error is one only before any words. */
function end(state: Recognition): Recognition {
  if (isRunning(state)) return goIdle(hasWords(state) ? state : { ...state, errorCode: 'interrupted' });
  if (state.phase !== 'stopped') return state;
  return state.afterEnd === 'retry' ? retry(state) : goIdle(state);
}

function retry(state: Recognition): Recognition {
  const { profile } = state;
  return {
    ...state,
    phase: 'pausing',
    pauseMs: profile.abortPauseMs + profile.startDelayMs,
    attempt: state.attempt + 1,
    retries: state.retries + 1,
    heard: { ...nothingHeard, earlier: readRecognisedText(state) },
    afterEnd: 'deliver',
  };
}

function goIdle(state: Recognition): Recognition {
  if (state.afterEnd !== 'deliver') return { ...state, phase: 'idle', errorCode: undefined };
  const missing = hasWords(state) ? undefined : 'no-speech';
  return { ...state, phase: 'idle', errorCode: state.errorCode ?? missing };
}

function hasWords(state: Recognition): boolean {
  return readRecognisedText(state).text !== '';
}

function isStarting({ phase }: Recognition): boolean {
  return phase === 'waiting' || phase === 'pausing' || phase === 'launched';
}

function isRunning({ phase }: Recognition): boolean {
  return phase === 'launched' || phase === 'listening';
}
