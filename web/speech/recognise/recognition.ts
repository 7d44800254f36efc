import type { RecognitionProfile } from '../profiles.ts';

/**
 * A browser's recogniser at work. Pure: what each event makes of each state. The recogniser itself and the timers
 * are in `run-recognition.ts`.
 */
export interface Recognition {
  readonly phase: RecognitionPhase;
  /** How it works in this browser. */
  readonly profile: RecognitionProfile;
  /** What stands between two results: nothing in languages that are written without spaces. */
  readonly space: ' ' | '';
  /** How far starting has come: another recogniser is not over yet, a pause, or this one has been started. */
  readonly step: 'waiting' | 'pausing' | 'started';
  /** The pause before the recogniser is started. */
  readonly pauseMs: number;
  /** Counts the recognisers: each attempt has its own. */
  readonly attempt: number;
  /** Attempts since one began that were aborted. */
  readonly retries: number;
  /** One of them has begun: the main time-out runs. */
  readonly hasBegun: boolean;
  /** Counts the ends of speech, which words are as well; above 0, speech has been detected. */
  readonly speechEnds: number;
  /** Somebody holds the button: silence does not end it. */
  readonly isHeld: boolean;
  /** What recognisers before this one have heard. */
  readonly earlier: Heard;
  /** All that this one has heard, as it was told last. */
  readonly results: readonly RecognisedResult[];
  /** What comes when the recogniser is over. */
  readonly sequel: 'deliver' | 'retry' | 'discard';
  /** Why there is no text: a code of `recognition-sentence.ts`. When idle: undefined unless that is what to tell. */
  readonly trouble: string | undefined;
}

/** `stopped`: it was asked to end, or has failed, and is not over yet. */
type RecognitionPhase = 'idle' | 'starting' | 'listening' | 'stopped';

/** What happened. */
export type RecognitionEvent =
  /**
   * - isFree: no other recogniser is at work; else `freed` tells when
   * - sinceCleanUpMs: since the last one was over
   */
  | { readonly type: 'start-asked'; readonly isFree: boolean; readonly sinceCleanUpMs: number }
  | { readonly type: 'freed' }
  | { readonly type: 'began' }
  | { readonly type: 'speech-ended' }
  | { readonly type: 'results-changed'; readonly results: readonly RecognisedResult[] }
  | { readonly type: 'failed'; readonly trouble: string }
  /** There is no recogniser to wait for. */
  | { readonly type: 'start-refused'; readonly trouble: string }
  | { readonly type: 'ended' }
  | { readonly type: 'hold-changed'; readonly isHeld: boolean }
  | { readonly type: 'finish-asked' }
  | { readonly type: 'discard-asked' }
  /** Another one is to listen. */
  | { readonly type: 'displaced' }
  | { readonly type: TimeUp };

type TimeUp = 'pause-ended' | 'start-timed-out' | 'main-timed-out' | 'silence-timed-out' | 'end-timed-out';

/** Part of what was said, which the recogniser may still revise. */
export interface RecognisedResult {
  readonly isFinal: boolean;
  /** At least one. */
  readonly alternatives: readonly Alternative[];
}

interface Alternative {
  readonly transcript: string;
  /** 0 to 1; 0 or nothing where the browser does not know. */
  readonly confidence?: number | undefined;
}

export interface Heard {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface RecognitionTimer {
  /** The event that it ends with. */
  readonly due: TimeUp;
  readonly durationMs: number;
  /** It begins anew when this changes. */
  readonly key: number;
}

export function startOfRecognition(profile: RecognitionProfile, space: Recognition['space']): Recognition {
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

/** An event that means nothing in a state leaves it as it is. */
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
      return hear(state, event.results);
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

/** What has been heard until now. Its text is kept until the next start. */
export function heardBy(state: Recognition): Heard {
  return joined([state.earlier, read(state.results, state)], state);
}

/** What the recogniser is asked to do. `abort` wants no more words of it. */
export function askedOf({ phase, sequel, trouble }: Recognition): 'stop' | 'abort' | undefined {
  if (phase !== 'stopped') return undefined;
  return sequel === 'deliver' && trouble === undefined ? 'stop' : 'abort';
}

/** The timers that run in a state. */
export function timersOf(state: Recognition): RecognitionTimer[] {
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

/** While it runs, listening ends when no more speech comes. */
export function silenceTimer(state: Recognition): RecognitionTimer | undefined {
  const { phase, speechEnds, isHeld, profile } = state;
  if (phase !== 'listening' || speechEnds === 0 || isHeld) return undefined;
  return { due: 'silence-timed-out', durationMs: profile.silenceTimeoutMs, key: speechEnds };
}

const nothing: Heard = { text: '', confidence: 1 };

const defaultConfidence = { interim: 0.8, final: 0.9 };

/** It runs on through retries: what begins and is aborted again and again comes to an end, too. */
function mainTimer({ phase, sequel, hasBegun, profile }: Recognition): RecognitionTimer | undefined {
  if (!hasBegun || phase === 'idle' || (phase === 'stopped' && sequel !== 'retry')) return undefined;
  return { due: 'main-timed-out', durationMs: profile.mainTimeoutMs, key: 0 };
}

function start({ profile, space }: Recognition, isFree: boolean, sinceCleanUpMs: number): Recognition {
  const cleanUpMs = isFree ? Math.max(0, profile.cleanUpDelayMs - sinceCleanUpMs) : profile.cleanUpDelayMs;
  return {
    ...startOfRecognition(profile, space),
    phase: 'starting',
    step: isFree ? 'pausing' : 'waiting',
    pauseMs: cleanUpMs + profile.startDelayMs,
    attempt: 1,
  };
}

/** Some recognisers never say that they have begun: their words do. */
function begin(state: Recognition): Recognition {
  return { ...state, phase: 'listening', retries: 0, hasBegun: true };
}

function hear(state: Recognition, results: readonly RecognisedResult[]): Recognition {
  if (!isAtWork(state) && !(state.phase === 'stopped' && state.sequel !== 'discard')) return state;
  const heard = revise(state, results);
  if (state.phase === 'stopped') return heard;
  const listening = { ...begin(heard), speechEnds: state.speechEnds + (heard === state ? 0 : 1) };
  const isComplete = !state.profile.isContinuous && results.some(({ isFinal }) => isFinal);
  return isComplete ? stop(listening, 'deliver') : listening;
}

/**
 * Every list is the whole of what was said, so the last one is right. But words are not taken back: not by an empty
 * list, and settled ones not by a list that begins anew. An empty one leaves the state as it is.
 */
function revise(state: Recognition, results: readonly RecognisedResult[]): Recognition {
  if (read(results, state).text === '') return state;
  const settled = state.results.filter(isSettled);
  const hasBegunAnew = results.filter(isSettled).length < settled.length;
  return {
    ...state,
    earlier: hasBegunAnew ? joined([state.earlier, read(settled, state)], state) : state.earlier,
    results,
  };
}

function fail(state: Recognition, trouble: string): Recognition {
  if (isAtWork(state)) {
    const isRetried = trouble === 'aborted' && state.retries < state.profile.abortRetries;
    return isRetried ? stop(state, 'retry') : stop(state, 'deliver', trouble);
  }
  // Who was asked to end is aborted, and no more to be said of it.
  const isNews = trouble !== 'aborted' && state.sequel !== 'discard' && state.trouble === undefined;
  return state.phase === 'stopped' && isNews ? { ...state, sequel: 'deliver', trouble } : state;
}

/** Ends it: at once where no recogniser is at work, else as soon as that is over. */
function stop(state: Recognition, sequel: Recognition['sequel'], trouble = state.trouble): Recognition {
  const stopped = { ...state, sequel, trouble };
  return isAtWork(state) || state.phase === 'stopped' ? { ...stopped, phase: 'stopped' } : rest(stopped);
}

/** The recogniser that was stopped is over. */
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
    earlier: heardBy(state),
    results: [],
    sequel: 'deliver',
  };
}

function rest(state: Recognition): Recognition {
  const isTold = state.sequel === 'deliver' && heardBy(state).text === '';
  return { ...state, phase: 'idle', trouble: isTold ? (state.trouble ?? 'no-speech') : undefined };
}

function isStarting({ phase, step }: Recognition, at: Recognition['step']): boolean {
  return phase === 'starting' && step === at;
}

/** A recogniser has been started and nobody has asked it to end. */
function isAtWork(state: Recognition): boolean {
  return state.phase === 'listening' || isStarting(state, 'started');
}

/** It goes on unless somebody ends it. */
function isWanted({ phase, sequel }: Recognition): boolean {
  return phase === 'starting' || phase === 'listening' || (phase === 'stopped' && sequel === 'retry');
}

function read(results: readonly RecognisedResult[], way: WayOfJoining): Heard {
  const parts = results.map((result) => {
    const { transcript, confidence } = bestOf(result);
    return { text: transcript.trim(), confidence: confidenceOf(result.isFinal, confidence) };
  });
  return joined(parts, way);
}

function bestOf({ alternatives }: RecognisedResult): Alternative {
  return alternatives.reduce((best, each) => ((each.confidence ?? 0) > (best.confidence ?? 0) ? each : best));
}

/** Android calls words final, with a confidence of 0, that it still revises. */
function isSettled(result: RecognisedResult): boolean {
  return result.isFinal && bestOf(result).confidence !== 0;
}

/** What recognisers say of words that may still change is no confidence in them. */
function confidenceOf(isFinal: boolean, confidence: number | undefined): number {
  return isFinal ? confidence || defaultConfidence.final : defaultConfidence.interim;
}

type WayOfJoining = Pick<Recognition, 'space' | 'profile'>;

/** Android gives each result anew with everything before it: what begins with what is there takes its place. */
function joined(parts: readonly Heard[], { space, profile }: WayOfJoining): Heard {
  const kept: Heard[] = [];
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
