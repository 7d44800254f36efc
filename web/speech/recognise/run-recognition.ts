import { defaultLanguages, findLanguage } from '../../../shared/languages.ts';
import { spaceOf } from '../../../shared/spacing.ts';
import type { Browser } from '../browser.ts';
import { profileOf } from '../profiles.ts';
import { hold } from './hold.ts';
import type { Listening, MethodListener } from './listening.ts';
import {
  askedOf,
  heardBy,
  nextRecognition,
  type RecognisedResult,
  type Recognition,
  type RecognitionEvent,
  type RecognitionTimer,
  silenceTimer,
  startOfRecognition,
  timersOf,
} from './recognition.ts';
import { recognitionFailure } from './recognition-sentence.ts';

/** What it tells while it listens: it has no clips. */
export type RecognitionListener = Omit<MethodListener, 'onClips'>;

/**
 * Listens with the browser's own recogniser, which must exist. An earlier one is ended first: browsers have one, and iOS aborts the
 * first when a second starts.
 *
 * @param language a code of `shared/languages.ts`; any other means the default
 */
export function recognise(language: string, browser: Browser, listener: RecognitionListener): Listening {
  const { recognition: profile } = profileOf(browser);
  const timers = new Map<RecognitionTimer['due'], { key: number; id: ReturnType<typeof setTimeout> }>();
  const events: RecognitionEvent[] = [];
  let state = startOfRecognition(profile, spaceOf(language));
  let recogniser: BrowserRecogniser | undefined;

  /** One after the other: a recogniser may answer while it is being asked, and a listener while it is told. */
  function send(event: RecognitionEvent): void {
    events.push(event);
    if (events.length > 1) return;
    try {
      for (const each of events) take(each);
    } finally {
      events.length = 0;
    }
  }

  function take(event: RecognitionEvent): void {
    const before = state;
    state = nextRecognition(before, event);
    if (state === before) return;
    keepTimers();
    keepRecogniser(before);
    if (state.phase === 'idle') {
      stopFollowing();
      leave(turn);
    }
    if (state.sequel === 'discard') tellNothing(before);
    else tell(before);
  }

  function keepTimers(): void {
    const wanted = timersOf(state);
    for (const [due, { key, id }] of timers) {
      if (wanted.some((timer) => timer.due === due && timer.key === key)) continue;
      clearTimeout(id);
      timers.delete(due);
    }
    for (const { due, durationMs, key } of wanted) {
      if (timers.has(due)) continue;
      const id = setTimeout(() => {
        timers.delete(due);
        send({ type: due });
      }, durationMs);
      timers.set(due, { key, id });
    }
  }

  function keepRecogniser(before: Recognition): void {
    if (state.phase === 'idle' || state.attempt !== before.attempt) letGo();
    if (state.phase === 'starting' && state.step === 'started' && before.step === 'pausing') begin();
    const asked = askedOf(state);
    if (asked && asked !== askedOf(before)) recogniser?.[asked]();
  }

  function begin(): void {
    try {
      recogniser = createRecogniser();
    } catch {
      send({ type: 'start-refused', trouble: 'not-created' });
      return;
    }
    prepare(recogniser);
    try {
      recogniser.start();
    } catch {
      recogniser = undefined;
      send({ type: 'start-refused', trouble: 'start-refused' });
    }
  }

  function prepare(own: BrowserRecogniser): void {
    own.lang = tagOf(language);
    own.continuous = profile.isContinuous;
    own.interimResults = profile.hasInterimResults;
    own.maxAlternatives = profile.alternatives;
    // One that was let go may still speak: nobody listens.
    const only = (event: RecognitionEvent) => {
      if (recogniser === own) send(event);
    };
    own.onstart = () => only({ type: 'began' });
    own.onspeechend = () => only({ type: 'speech-ended' });
    own.onresult = ({ results }) =>
      only({ type: 'results-changed', results: read(results, profile.alternatives) });
    own.onerror = ({ error }) => only({ type: 'failed', trouble: error });
    own.onend = () => {
      if (recogniser !== own) return;
      cleanUp();
      send({ type: 'ended' });
    };
  }

  function cleanUp(): void {
    recogniser = undefined;
    cleanedUpAtMs = performance.now();
  }

  /** It has not said that it is over, and is taken to be. */
  function letGo(): void {
    const own = recogniser;
    if (!own) return;
    cleanUp();
    own.abort();
  }

  function tell(before: Recognition): void {
    if (state.hasBegun && !before.hasBegun) listener.onListening();
    const { text, confidence } = heardBy(state);
    if (text !== heardBy(before).text) listener.onInterim(text);
    const silence = silenceTimer(state);
    if (silence?.key !== silenceTimer(before)?.key) listener.onSilence(silence?.durationMs);
    if (state.phase !== 'idle') return;
    if (state.trouble) listener.onFailure(recognitionFailure(state.trouble, browser));
    else listener.onTranscript(text, confidence);
    listener.onOver();
  }

  function tellNothing(before: Recognition): void {
    if (silenceTimer(before)) listener.onSilence(undefined);
    if (state.phase === 'idle') listener.onOver();
  }

  const turn: Turn = {
    displace: () => send({ type: 'displaced' }),
    begin: () => send({ type: 'freed' }),
  };
  const followHold = () => send({ type: 'hold-changed', isHeld: hold.get() });
  const stopFollowing = hold.subscribe(followHold);
  waiting?.displace();
  holder?.displace();
  const isFree = holder === undefined;
  if (isFree) holder = turn;
  else waiting = turn;
  send({ type: 'start-asked', isFree, sinceCleanUpMs: performance.now() - cleanedUpAtMs });
  followHold();
  hasMicrophone().then((isThere) => {
    if (!isThere && state.step !== 'started') send({ type: 'start-refused', trouble: 'no-microphone' });
  });
  return {
    finish: () => send({ type: 'finish-asked' }),
    discard: () => send({ type: 'discard-asked' }),
  };
}

/** The part of the Web Speech API that is used here. */
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

interface Turn {
  displace(): void;
  begin(): void;
}

/** Whoever has the browser's recogniser, and who comes next. */
let holder: Turn | undefined;
let waiting: Turn | undefined;
let cleanedUpAtMs = Number.NEGATIVE_INFINITY;

function leave(turn: Turn): void {
  if (waiting === turn) waiting = undefined;
  if (holder !== turn) return;
  holder = waiting;
  waiting = undefined;
  holder?.begin();
}

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
  // Before they may use them, pages are told of one device of each kind, or of none at all.
  const devices = await listDevices();
  return devices.length === 0 || devices.some(({ kind }) => kind === 'audioinput');
}

async function listDevices(): Promise<readonly MediaDeviceInfo[]> {
  try {
    return await navigator.mediaDevices.enumerateDevices();
  } catch {
    return [];
  }
}

/** Counts alternatives by the number that was asked for: not every browser's lists know their length. */
function read(results: ArrayLike<BrowserResult>, alternatives: number): RecognisedResult[] {
  return Array.from(results, (result) => ({
    isFinal: result.isFinal,
    alternatives: Array.from({ length: alternatives }, (_, index) => result[index]).filter(
      (alternative) => alternative !== undefined,
    ),
  })).filter((result) => result.alternatives.length > 0);
}

/** BCP 47, as browsers know it. Amazon's codes are that, but for these. */
function tagOf(language: string): string {
  const { code, transcribe } = findLanguage(language) ?? {
    code: defaultLanguages.source,
    transcribe: defaultLanguages.source,
  };
  return tags[code] ?? transcribe;
}

const tags: Readonly<Record<string, string>> = { et: 'et-EE', no: 'nb-NO', 'nl-BE': 'nl-BE' };
