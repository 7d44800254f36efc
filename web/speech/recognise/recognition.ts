import type { RecognitionProfile } from '../profiles.ts';

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
  /** Text that is no longer in `results`: from recognisers before a retry, or from before the current one reset its results. */
  readonly earlier: RecognisedText;
  readonly results: readonly RecognisedResult[];
  readonly afterEnd: 'deliver' | 'retry' | 'discard';
  /** A code from `recognition-errors.ts`. When idle, the error to report. */
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
  | { readonly type: 'results-changed'; readonly results: readonly RecognisedResult[] }
  | { readonly type: 'failed' | 'start-refused'; readonly errorCode: string }
  | { readonly type: 'finish-requested'; readonly errorCode?: string };

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
    earlier: noText,
    results: [],
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
      return applyResults(state, event.results);
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
  return mergeTexts([state.earlier, readResults(state.results, state)], state);
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

const noText: RecognisedText = { text: '', confidence: 1 };
const defaultConfidence = { interim: 0.8, final: 0.9 };

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

function end(state: Recognition): Recognition {
  if (isRunning(state)) return goIdle({ ...state, errorCode: 'interrupted' });
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
    earlier: readRecognisedText(state),
    results: [],
    afterEnd: 'deliver',
  };
}

function goIdle(state: Recognition): Recognition {
  const isReported = state.afterEnd === 'deliver' && readRecognisedText(state).text === '';
  return { ...state, phase: 'idle', errorCode: isReported ? (state.errorCode ?? 'no-speech') : undefined };
}

function isStarting({ phase }: Recognition): boolean {
  return phase === 'waiting' || phase === 'pausing' || phase === 'launched';
}

function isRunning({ phase }: Recognition): boolean {
  return phase === 'launched' || phase === 'listening';
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
