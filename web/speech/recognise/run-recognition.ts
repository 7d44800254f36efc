import { defaultLanguages, findLanguage } from '../../../shared/languages.ts';
import { getSeparator } from '../../../shared/text/spacing.ts';
import { pace } from '../../settings/pace.ts';
import type { Browser } from '../browser.ts';
import { findBrowserProfile, withPause } from '../recognition-profiles.ts';
import type { Listening, MethodListener } from './listening.ts';
import type { RecognisedResult } from './recognised-text.ts';
import {
  chooseCommand,
  createRecognition,
  findSilenceTimer,
  listTimers,
  nextRecognition,
  type Recognition,
  type RecognitionEvent,
  readRecognisedText,
} from './recognition.ts';
import { describeRecognitionError } from './recognition-errors.ts';

/** Listens with the browser's recogniser, which must exist. Ends an earlier one first: only one can run at a time. */
export function recognise(language: string, browser: Browser, listener: MethodListener): Listening {
  return new RecognitionRun(language, browser, listener);
}

class RecognitionRun implements Listening {
  readonly #language: string;
  readonly #browser: Browser;
  readonly #listener: MethodListener;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #events: RecognitionEvent[] = [];
  #state: Recognition;
  #recogniser: BrowserRecogniser | undefined;

  constructor(language: string, browser: Browser, listener: MethodListener) {
    this.#language = language;
    this.#browser = browser;
    this.#listener = listener;
    const profile = withPause(findBrowserProfile(browser).recognition, pace.get().pauseMs);
    const isFree = tryAcquire(this);
    const sinceCleanUpMs = performance.now() - cleanedUpAtMs;
    const cleanUpMs = isFree ? Math.max(0, profile.cleanUpDelayMs - sinceCleanUpMs) : undefined;
    this.#state = createRecognition(profile, getSeparator(language), cleanUpMs);
    this.#updateTimers();
    void hasMicrophone().then((isFound) => {
      if (!isFound && !this.#recogniser) this.send({ type: 'start-refused', errorCode: 'no-microphone' });
    });
  }

  finish(): void {
    this.send({ type: 'finish-requested' });
  }

  discard(): void {
    this.send({ type: 'discard-requested' });
  }

  /** Queues events, because recognisers and listeners may send more while one is applied. */
  send(event: RecognitionEvent): void {
    this.#events.push(event);
    if (this.#events.length > 1) return;
    try {
      for (const each of this.#events) this.#apply(each);
    } finally {
      this.#events.length = 0;
    }
  }

  #apply(event: RecognitionEvent): void {
    const before = this.#state;
    this.#state = nextRecognition(before, event);
    if (this.#state === before) return;
    this.#updateTimers();
    this.#updateRecogniser(before);
    if (this.#state.phase === 'idle') {
      releaseRecogniser(this);
    }
    if (this.#state.afterEnd === 'discard') this.#reportReleased(before);
    else this.#report(before);
  }

  #updateTimers(): void {
    const wanted = listTimers(this.#state);
    for (const [key, id] of this.#timers) {
      if (wanted.some((timer) => timer.key === key)) continue;
      clearTimeout(id);
      this.#timers.delete(key);
    }
    for (const { key, durationMs, event } of wanted) {
      if (this.#timers.has(key)) continue;
      const id = setTimeout(() => this.send(event), durationMs);
      this.#timers.set(key, id);
    }
  }

  #updateRecogniser(before: Recognition): void {
    const { phase, attempt } = this.#state;
    if (phase === 'idle' || attempt !== before.attempt) this.#abandonRecogniser();
    if (phase === 'launched' && before.phase === 'pausing') this.#startRecogniser();
    const command = chooseCommand(this.#state);
    if (command && command !== chooseCommand(before)) this.#recogniser?.[command]();
  }

  #startRecogniser(): void {
    try {
      this.#recogniser = createRecogniser();
    } catch {
      this.send({ type: 'start-refused', errorCode: 'not-created' });
      return;
    }
    this.#prepare(this.#recogniser);
    try {
      this.#recogniser.start();
    } catch {
      this.#recogniser = undefined;
      this.send({ type: 'start-refused', errorCode: 'start-refused' });
    }
  }

  #prepare(recogniser: BrowserRecogniser): void {
    const { profile } = this.#state;
    recogniser.lang = getLanguageTag(this.#language);
    recogniser.continuous = profile.isContinuous;
    recogniser.interimResults = true;
    recogniser.maxAlternatives = profile.alternatives;
    // Without a connection, only the device itself can recognise. Browsers that cannot ignore it.
    if (navigator.onLine === false) recogniser.processLocally = true;
    // An abandoned recogniser may still fire events.
    const sendIfCurrent = (event: RecognitionEvent) => {
      if (this.#recogniser === recogniser) this.send(event);
    };
    recogniser.onstart = () => sendIfCurrent({ type: 'began' });
    recogniser.onspeechend = () => sendIfCurrent({ type: 'speech-ended' });
    recogniser.onresult = ({ results }) =>
      sendIfCurrent({
        type: 'results-changed',
        results: copyResults(results, profile.alternatives),
        atMs: performance.now(),
      });
    recogniser.onerror = ({ error }) => {
      // The device has no recogniser of this language; with a connection there is one.
      const isOnDevice = recogniser.processLocally && error === 'language-not-supported';
      sendIfCurrent({ type: 'failed', errorCode: isOnDevice ? 'network' : error });
    };
    recogniser.onend = () => {
      if (this.#recogniser !== recogniser) return;
      this.#cleanUp();
      this.send({ type: 'ended' });
    };
  }

  #cleanUp(): void {
    this.#recogniser = undefined;
    cleanedUpAtMs = performance.now();
  }

  #abandonRecogniser(): void {
    const recogniser = this.#recogniser;
    if (!recogniser) return;
    this.#cleanUp();
    recogniser.abort();
  }

  #report(before: Recognition): void {
    const state = this.#state;
    const listener = this.#listener;
    if (state.hasBegun && !before.hasBegun) listener.onListening();
    const { text, confidence } = readRecognisedText(state);
    if (text !== readRecognisedText(before).text) listener.onInterim(text);
    const silence = findSilenceTimer(state);
    if (silence?.key !== findSilenceTimer(before)?.key) listener.onSilenceTimer(silence?.durationMs);
    if (state.phase !== 'idle') return;
    if (state.errorCode) listener.onFailure(describeRecognitionError(state.errorCode, this.#browser));
    else listener.onTranscript(text, confidence);
    listener.onReleased();
  }

  #reportReleased(before: Recognition): void {
    if (findSilenceTimer(before)) this.#listener.onSilenceTimer(undefined);
    if (this.#state.phase === 'idle') this.#listener.onReleased();
  }
}

/** The run that uses the browser's recogniser, and the one that waits for it. */
let activeRun: RecognitionRun | undefined;
let waitingRun: RecognitionRun | undefined;
let cleanedUpAtMs = Number.NEGATIVE_INFINITY;

const displaced = { type: 'finish-requested', errorCode: 'interrupted' } as const;

function tryAcquire(run: RecognitionRun): boolean {
  waitingRun?.send(displaced);
  activeRun?.send(displaced);
  const isFree = activeRun === undefined;
  if (isFree) activeRun = run;
  else waitingRun = run;
  return isFree;
}

function releaseRecogniser(run: RecognitionRun): void {
  if (waitingRun === run) waitingRun = undefined;
  if (activeRun !== run) return;
  activeRun = waitingRun;
  waitingRun = undefined;
  activeRun?.send({ type: 'recogniser-available' });
}

interface BrowserRecogniser {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  maxAlternatives: number;
  processLocally?: boolean;
  onstart: () => void;
  onspeechend: () => void;
  onresult: (event: { readonly results: ArrayLike<BrowserResult> }) => void;
  onerror: (event: { readonly error: string }) => void;
  onend: () => void;
  start(): void;
  stop(): void;
  abort(): void;
}

type BrowserResult = ArrayLike<RecognisedResult['alternatives'][number]> & { readonly isFinal: boolean };

function createRecogniser(): BrowserRecogniser {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as unknown as Partial<
    Record<'SpeechRecognition' | 'webkitSpeechRecognition', new () => BrowserRecogniser>
  >;
  const Recogniser = SpeechRecognition ?? webkitSpeechRecognition;
  if (!Recogniser) throw new Error('no recogniser in this browser');
  return new Recogniser();
}

/** Without opening it; true if unknown. */
async function hasMicrophone(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    if (devices.length > 0) return devices.some(({ kind }) => kind === 'audioinput');
    // Without permission, the list may be empty.
    const { state } = await navigator.permissions.query({ name: 'microphone' });
    return state !== 'granted';
  } catch {
    return true;
  }
}

/** Not every browser's list of alternatives has a length. */
function copyResults(results: ArrayLike<BrowserResult>, alternatives: number): RecognisedResult[] {
  return Array.from(results, (result) => ({
    isFinal: result.isFinal,
    alternatives: Array.from({ length: alternatives }, (_, index) => result[index]).filter(
      (alternative) => alternative !== undefined,
    ),
  })).filter((result) => result.alternatives.length > 0);
}

/** A BCP 47 tag. Most of Transcribe's codes are the same. */
function getLanguageTag(language: string): string {
  const found = findLanguage(language);
  return found ? (tags[found.code] ?? found.transcribe) : defaultLanguages.source;
}

const tags: Readonly<Record<string, string>> = { et: 'et-EE', no: 'nb-NO', 'nl-BE': 'nl-BE' };
