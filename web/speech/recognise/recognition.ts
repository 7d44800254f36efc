import type { RecognitionProfile } from '../profiles.ts';

/** State machine of the browser's recogniser. `run-recognition.ts` runs it. */
export interface Recognition {
  readonly phase: RecognitionPhase;
  readonly profile: RecognitionProfile;
  /** Goes between two results. Empty in languages written without spaces. */
  readonly space: ' ' | '';
  /** Used only in `starting`. `waiting`: until another recogniser ends. */
  readonly step: 'waiting' | 'pausing' | 'launched';
  readonly pauseMs: number;
  readonly attempt: number;
  /** Aborted attempts since the last one that began. */
  readonly retries: number;
  readonly hasBegun: boolean;
  /** Counts results and ends of speech. Each restarts the silence timeout. */
  readonly speechEvents: number;
  /** Text no longer in `results`: from earlier recognisers of this run, or before this one started over. */
  readonly earlier: RecognisedText;
  readonly results: readonly RecognisedResult[];
  readonly afterEnd: 'deliver' | 'retry' | 'discard';
  /** A code from `recognition-errors.ts`. When idle, the error to report. */
  readonly errorCode: string | undefined;
}

/** `stopped`: asked to end, or failed, but has not ended yet. */
type RecognitionPhase = 'idle' | 'starting' | 'listening' | 'stopped';

export type RecognitionEvent =
  /** If not `isFree`, another recogniser runs until `freed`. `sinceCleanUpMs`: since the last one ended. */
  | { readonly type: 'start-requested'; readonly isFree: boolean; readonly sinceCleanUpMs: number }
  | { readonly type: 'freed' }
  | { readonly type: 'began' }
  | { readonly type: 'speech-ended' }
  | { readonly type: 'results-changed'; readonly results: readonly RecognisedResult[] }
  | { readonly type: 'failed'; readonly errorCode: string }
  | { readonly type: 'start-refused'; readonly errorCode: string }
  | { readonly type: 'ended' }
  | { readonly type: 'finish-requested' }
  | { readonly type: 'discard-requested' }
  | { readonly type: 'displaced' }
  | { readonly type: Timeout };

type Timeout = 'pause-ended' | 'start-timed-out' | 'main-timed-out' | 'silence-timed-out' | 'end-timed-out';

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
  readonly confidence: number;
}

export interface RecognitionTimer {
  readonly event: Timeout;
  readonly durationMs: number;
  /** A new key restarts the timer. */
  readonly key: number;
}

export function createRecognition(profile: RecognitionProfile, space: Recognition['space']): Recognition {
  return {
    phase: 'idle',
    profile,
    space,
    step: 'waiting',
    pauseMs: 0,
    attempt: 0,
    retries: 0,
    hasBegun: false,
    speechEvents: 0,
    earlier: noText,
    results: [],
    afterEnd: 'deliver',
    errorCode: undefined,
  };
}

export function nextRecognition(state: Recognition, event: RecognitionEvent): Recognition {
  switch (event.type) {
    case 'start-requested':
      return state.phase === 'idle' ? start(state, event.isFree, event.sinceCleanUpMs) : state;
    case 'freed':
      return isStarting(state, 'waiting') ? { ...state, step: 'pausing' } : state;
    case 'pause-ended':
      return isStarting(state, 'pausing') ? { ...state, step: 'launched' } : state;
    case 'began':
      return isStarting(state, 'launched') ? begin(state) : state;
    case 'speech-ended':
      return isRunning(state) ? { ...begin(state), speechEvents: state.speechEvents + 1 } : state;
    case 'results-changed':
      return applyResults(state, event.results);
    case 'failed':
      return fail(state, event.errorCode);
    case 'start-refused':
      return state.phase === 'starting' ? goIdle({ ...state, errorCode: event.errorCode }) : state;
    case 'ended':
      return isRunning(state) ? goIdle({ ...state, errorCode: 'interrupted' }) : finishStop(state);
    case 'end-timed-out':
      return finishStop(state);
    case 'start-timed-out':
      return isStarting(state, 'launched') ? stop(state, 'deliver', 'start-timed-out') : state;
    case 'main-timed-out':
      return findMainTimer(state) ? stop(state, 'deliver') : state;
    case 'silence-timed-out':
      return findSilenceTimer(state) ? stop(state, 'deliver') : state;
    case 'finish-requested':
      return canBeStopped(state) ? stop(state, 'deliver') : state;
    case 'displaced':
      return canBeStopped(state) ? stop(state, 'deliver', 'interrupted') : state;
    case 'discard-requested':
      return state.phase === 'idle' || state.afterEnd === 'discard' ? state : stop(state, 'discard');
  }
}

export function readRecognisedText(state: Recognition): RecognisedText {
  return mergeTexts([state.earlier, readResults(state.results, state)], state);
}

/** The recogniser's method to call. `abort` discards further results. */
export function chooseCommand({ phase, afterEnd, errorCode }: Recognition): 'stop' | 'abort' | undefined {
  if (phase !== 'stopped') return undefined;
  return afterEnd === 'deliver' && errorCode === undefined ? 'stop' : 'abort';
}

export function listTimers(state: Recognition): RecognitionTimer[] {
  const { attempt: key, pauseMs, profile } = state;
  const timers = [findMainTimer(state), findSilenceTimer(state)];
  if (isStarting(state, 'pausing')) timers.push({ event: 'pause-ended', durationMs: pauseMs, key });
  if (isStarting(state, 'launched')) {
    timers.push({ event: 'start-timed-out', durationMs: profile.startTimeoutMs, key });
  }
  if (state.phase === 'stopped') {
    timers.push({ event: 'end-timed-out', durationMs: profile.endTimeoutMs, key });
  }
  return timers.filter((timer) => timer !== undefined);
}

export function findSilenceTimer(state: Recognition): RecognitionTimer | undefined {
  const { phase, speechEvents, profile } = state;
  if (phase !== 'listening' || speechEvents === 0) return undefined;
  return { event: 'silence-timed-out', durationMs: profile.silenceTimeoutMs, key: speechEvents };
}

const noText: RecognisedText = { text: '', confidence: 1 };
const defaultConfidence = { interim: 0.8, final: 0.9 };

/** Retries do not restart it, so that aborts cannot repeat forever. */
function findMainTimer({ phase, afterEnd, hasBegun, profile }: Recognition): RecognitionTimer | undefined {
  if (!hasBegun || phase === 'idle' || (phase === 'stopped' && afterEnd !== 'retry')) return undefined;
  return { event: 'main-timed-out', durationMs: profile.mainTimeoutMs, key: 0 };
}

function start({ profile, space }: Recognition, isFree: boolean, sinceCleanUpMs: number): Recognition {
  const cleanUpMs = isFree ? Math.max(0, profile.cleanUpDelayMs - sinceCleanUpMs) : profile.cleanUpDelayMs;
  return {
    ...createRecognition(profile, space),
    phase: 'starting',
    step: isFree ? 'pausing' : 'waiting',
    pauseMs: cleanUpMs + profile.startDelayMs,
    attempt: 1,
  };
}

/** Some recognisers never fire `start`, so a result counts as one. */
function begin(state: Recognition): Recognition {
  return { ...state, phase: 'listening', retries: 0, hasBegun: true };
}

function applyResults(state: Recognition, results: readonly RecognisedResult[]): Recognition {
  if (!isRunning(state) && !(state.phase === 'stopped' && state.afterEnd !== 'discard')) return state;
  const revised = revise(state, results);
  if (state.phase === 'stopped') return revised;
  const listening = { ...begin(revised), speechEvents: state.speechEvents + (revised === state ? 0 : 1) };
  const isComplete = !state.profile.isContinuous && results.some(({ isFinal }) => isFinal);
  return isComplete ? stop(listening, 'deliver') : listening;
}

/** Replaces the results, unless the new list is empty. Keeps final words if the recogniser starts its list over. */
function revise(state: Recognition, results: readonly RecognisedResult[]): Recognition {
  if (readResults(results, state).text === '') return state;
  const settled = state.results.filter(isSettled);
  const hasStartedOver = results.filter(isSettled).length < settled.length;
  return {
    ...state,
    earlier: hasStartedOver ? mergeTexts([state.earlier, readResults(settled, state)], state) : state.earlier,
    results,
  };
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

function finishStop(state: Recognition): Recognition {
  if (state.phase !== 'stopped') return state;
  return state.afterEnd === 'retry' ? retry(state) : goIdle(state);
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
    earlier: readRecognisedText(state),
    results: [],
    afterEnd: 'deliver',
  };
}

function goIdle(state: Recognition): Recognition {
  const isReported = state.afterEnd === 'deliver' && readRecognisedText(state).text === '';
  return { ...state, phase: 'idle', errorCode: isReported ? (state.errorCode ?? 'no-speech') : undefined };
}

function isStarting({ phase, step }: Recognition, at: Recognition['step']): boolean {
  return phase === 'starting' && step === at;
}

function isRunning(state: Recognition): boolean {
  return state.phase === 'listening' || isStarting(state, 'launched');
}

function canBeStopped({ phase, afterEnd }: Recognition): boolean {
  return phase === 'starting' || phase === 'listening' || (phase === 'stopped' && afterEnd === 'retry');
}

function readResults(results: readonly RecognisedResult[], rules: JoiningRules): RecognisedText {
  const texts = results.map((result) => {
    const { transcript, confidence } = chooseBest(result);
    const { interim, final } = defaultConfidence;
    // The reported confidence of interim words is meaningless.
    return { text: transcript.trim(), confidence: result.isFinal ? confidence || final : interim };
  });
  return mergeTexts(texts, rules);
}

function chooseBest({ alternatives }: RecognisedResult): Alternative {
  return alternatives.reduce((best, each) => ((each.confidence ?? 0) > (best.confidence ?? 0) ? each : best));
}

/** Android still revises final words whose confidence is 0. */
function isSettled(result: RecognisedResult): boolean {
  return result.isFinal && chooseBest(result).confidence !== 0;
}

type JoiningRules = Pick<Recognition, 'space' | 'profile'>;

/** On Android, each result may repeat the earlier text, and then replaces it. */
function mergeTexts(texts: readonly RecognisedText[], { space, profile }: JoiningRules): RecognisedText {
  const kept: RecognisedText[] = [];
  for (const next of texts) {
    if (next.text === '') continue;
    const all = kept.map(({ text }) => text).join(space);
    const last = kept.at(-1)?.text ?? '';
    if (profile.repeatsEarlierText && beginsWith(next.text, all)) kept.length = 0;
    else if (profile.repeatsEarlierText && beginsWith(next.text, last)) kept.pop();
    kept.push(next);
  }
  return {
    text: kept.map(({ text }) => text).join(space),
    confidence: Math.min(noText.confidence, ...kept.map(({ confidence }) => confidence)),
  };
}

function beginsWith(text: string, beginning: string): boolean {
  return text.toLowerCase().startsWith(beginning.toLowerCase());
}
