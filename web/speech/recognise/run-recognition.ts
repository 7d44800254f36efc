import { defaultLanguages, findLanguage } from '../../../shared/languages.ts';
import { getSeparator } from '../../../shared/spacing.ts';
import type { Browser } from '../browser.ts';
import { findBrowserProfile } from '../profiles.ts';
import { hold } from './hold.ts';
import type { Listening, MethodListener } from './listening.ts';
import {
  chooseCommand,
  createRecognition,
  findSilenceTimer,
  listTimers,
  nextRecognition,
  type RecognisedResult,
  type Recognition,
  type RecognitionEvent,
  type RecognitionTimer,
  readRecognisedText,
} from './recognition.ts';
import { describeRecognitionError } from './recognition-sentence.ts';

export type RecognitionListener = Omit<MethodListener, 'onClips'>;

/** Listens with the browser's recogniser, which must exist. It ends an earlier one first, because there is only one. */
export function recognise(language: string, browser: Browser, listener: RecognitionListener): Listening {
  const run = new RecognitionRun(language, browser, listener);
  run.start();
  return {
    finish: () => run.send({ type: 'finish-requested' }),
    discard: () => run.send({ type: 'discard-requested' }),
  };
}

class RecognitionRun {
  readonly #language: string;
  readonly #browser: Browser;
  readonly #listener: RecognitionListener;
  readonly #timers = new Map<RecognitionTimer['due'], { key: number; id: ReturnType<typeof setTimeout> }>();
  readonly #events: RecognitionEvent[] = [];
  readonly #stopFollowingHold: () => void;
  #state: Recognition;
  #recogniser: BrowserRecogniser | undefined;

  constructor(language: string, browser: Browser, listener: RecognitionListener) {
    this.#language = language;
    this.#browser = browser;
    this.#listener = listener;
    this.#state = createRecognition(findBrowserProfile(browser).recognition, getSeparator(language));
    this.#stopFollowingHold = hold.subscribe((isHeld) => this.send({ type: 'hold-changed', isHeld }));
  }

  start(): void {
    const isFree = queueUp(this);
    this.send({ type: 'start-requested', isFree, sinceCleanUpMs: performance.now() - cleanedUpAtMs });
    this.send({ type: 'hold-changed', isHeld: hold.get() });
    hasMicrophone().then((isThere) => {
      if (!isThere && this.#state.step !== 'launched') {
        this.send({ type: 'start-refused', errorCode: 'no-microphone' });
      }
    });
  }

  /** Queues events: recognisers and listeners may send further ones while they are called. */
  send(event: RecognitionEvent): void {
    this.#events.push(event);
    if (this.#events.length > 1) return;
    try {
      for (const each of this.#events) this.#take(each);
    } finally {
      this.#events.length = 0;
    }
  }

  #take(event: RecognitionEvent): void {
    const before = this.#state;
    this.#state = nextRecognition(before, event);
    if (this.#state === before) return;
    this.#updateTimers();
    this.#updateRecogniser(before);
    if (this.#state.phase === 'idle') {
      this.#stopFollowingHold();
      leaveQueue(this);
    }
    if (this.#state.afterEnd === 'discard') this.#reportOver(before);
    else this.#report(before);
  }

  #updateTimers(): void {
    const wanted = listTimers(this.#state);
    for (const [due, { key, id }] of this.#timers) {
      if (wanted.some((timer) => timer.due === due && timer.key === key)) continue;
      clearTimeout(id);
      this.#timers.delete(due);
    }
    for (const { due, durationMs, key } of wanted) {
      if (this.#timers.has(due)) continue;
      const id = setTimeout(() => {
        this.#timers.delete(due);
        this.send({ type: due });
      }, durationMs);
      this.#timers.set(due, { key, id });
    }
  }

  #updateRecogniser(before: Recognition): void {
    const { phase, step, attempt } = this.#state;
    if (phase === 'idle' || attempt !== before.attempt) this.#abandonRecogniser();
    if (phase === 'starting' && step === 'launched' && before.step === 'pausing') this.#startRecogniser();
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
    recogniser.lang = findTag(this.#language);
    recogniser.continuous = profile.isContinuous;
    recogniser.interimResults = profile.hasInterimResults;
    recogniser.maxAlternatives = profile.alternatives;
    // An abandoned recogniser may still fire events.
    const sendIfCurrent = (event: RecognitionEvent) => {
      if (this.#recogniser === recogniser) this.send(event);
    };
    recogniser.onstart = () => sendIfCurrent({ type: 'began' });
    recogniser.onspeechend = () => sendIfCurrent({ type: 'speech-ended' });
    recogniser.onresult = ({ results }) =>
      sendIfCurrent({ type: 'results-changed', results: read(results, profile.alternatives) });
    recogniser.onerror = ({ error }) => sendIfCurrent({ type: 'failed', errorCode: error });
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
    if (silence?.key !== findSilenceTimer(before)?.key) listener.onSilence(silence?.durationMs);
    if (state.phase !== 'idle') return;
    if (state.errorCode) listener.onFailure(describeRecognitionError(state.errorCode, this.#browser));
    else listener.onTranscript(text, confidence);
    listener.onOver();
  }

  #reportOver(before: Recognition): void {
    if (findSilenceTimer(before)) this.#listener.onSilence(undefined);
    if (this.#state.phase === 'idle') this.#listener.onOver();
  }
}

/** The run that has the browser's recogniser, and the one that waits for it. */
let holder: RecognitionRun | undefined;
let waiting: RecognitionRun | undefined;
let cleanedUpAtMs = Number.NEGATIVE_INFINITY;

function queueUp(run: RecognitionRun): boolean {
  waiting?.send({ type: 'displaced' });
  holder?.send({ type: 'displaced' });
  const isFree = holder === undefined;
  if (isFree) holder = run;
  else waiting = run;
  return isFree;
}

function leaveQueue(run: RecognitionRun): void {
  if (waiting === run) waiting = undefined;
  if (holder !== run) return;
  holder = waiting;
  waiting = undefined;
  holder?.send({ type: 'freed' });
}

interface BrowserRecogniser {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  maxAlternatives: number;
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

/** False only if that is known without opening one. */
async function hasMicrophone(): Promise<boolean> {
  // Without permission, browsers list one device of each kind, or none.
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => undefined)) ?? [];
  return devices.length === 0 || devices.some(({ kind }) => kind === 'audioinput');
}

/** Some browsers' lists of alternatives have no length. */
function read(results: ArrayLike<BrowserResult>, alternatives: number): RecognisedResult[] {
  return Array.from(results, (result) => ({
    isFinal: result.isFinal,
    alternatives: Array.from({ length: alternatives }, (_, index) => result[index]).filter(
      (alternative) => alternative !== undefined,
    ),
  })).filter((result) => result.alternatives.length > 0);
}

/** A BCP 47 tag. Most of Transcribe's codes are the same. */
function findTag(language: string): string {
  const { code, transcribe } = findLanguage(language) ?? {
    code: defaultLanguages.source,
    transcribe: defaultLanguages.source,
  };
  return tags[code] ?? transcribe;
}

const tags: Readonly<Record<string, string>> = { et: 'et-EE', no: 'nb-NO', 'nl-BE': 'nl-BE' };
