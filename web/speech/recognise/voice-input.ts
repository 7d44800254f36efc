import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/speech.ts';
import { findListenProblem } from '../abilities.ts';
import type { Browser } from '../browser.ts';
import { record } from '../record/recorder.ts';
import { silenceTimeout } from '../record/signals.ts';
import { isAllowanceUsedUp } from '../transcribe/transcript.ts';
import { transcribe as transcribeClips } from '../transcribe/transcription.ts';
import { type InputMethod, inputMethods, orderMethods } from './input-methods.ts';
import type { InputListener, Listening, MethodListener, VoiceFailure } from './listening.ts';
import { recognise } from './run-recognition.ts';

/** Call this directly in the tap's event handler. If an input method fails, the other takes over, now and on the next tap. */
export function listen(language: string, environment: Environment, listener: InputListener): Listening {
  return new VoiceInput(language, environment, listener);
}

export async function transcribe(clips: readonly Blob[], language: string, signal: AbortSignal) {
  try {
    const transcript = await transcribeClips(clips, language, signal);
    if (transcript.allowanceError) inputMethods.noteFailure('server', language);
    return transcript;
  } catch (error) {
    if (isAllowanceUsedUp(error)) inputMethods.noteFailure('server', language);
    throw error;
  }
}

interface Environment {
  readonly browser: Browser;
  readonly health: Health | undefined;
  readonly hasPremium: boolean;
}

class VoiceInput implements Listening {
  readonly #language: string;
  readonly #browser: Browser;
  readonly #listener: InputListener;
  readonly #hasStreams: boolean;
  /** Methods still to try, in order. */
  readonly #methods: InputMethod[];
  #current: Listening | undefined;
  /** Counts as failed only once the next method finds a microphone. */
  #methodWithoutMicrophone: InputMethod | undefined;
  #isFinishing = false;
  #isOver = false;

  constructor(language: string, { browser, health, hasPremium }: Environment, listener: InputListener) {
    this.#language = language;
    this.#browser = browser;
    this.#listener = listener;
    this.#hasStreams = health?.engines.recognition.streams ?? true;
    this.#methods = orderMethods(language, browser, health, hasPremium);
    const problem = findListenProblem(language, browser, health);
    if (problem) {
      const failure = { code: 'language', text: problem.message, hasNoMethodLeft: true } as const;
      this.#end(() => listener.onFailure(failure));
    }
    this.#startNext();
  }

  finish(): void {
    if (this.#isOver || this.#isFinishing) return;
    this.#isFinishing = true;
    if (this.#current) this.#current.finish();
    else this.#end(() => this.#listener.onTranscript('', 0));
  }

  discard(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    silenceTimeout.set(undefined);
    this.#current?.discard();
  }

  #startNext(): void {
    this.#current = undefined;
    const [method] = this.#methods;
    if (this.#isOver || method === undefined) return;
    if ([...openMethods].some((opened) => opened.method !== method)) {
      startWhenFree = () => this.#startNext();
      return;
    }
    this.#methods.shift();
    const opened = { method };
    openMethods.add(opened);
    const listener = this.#createListener(opened);
    const started =
      method === 'browser'
        ? recognise(this.#language, this.#browser, listener)
        : record(this.#language, this.#browser, listener, { hasStreams: this.#hasStreams });
    if (openMethods.has(opened)) this.#current = started;
  }

  #createListener(opened: OpenMethod): MethodListener {
    let heard: Heard = 'nothing';
    const isCurrent = () => !this.#isOver && openMethods.has(opened);
    const endMethod = (report: () => void) => {
      const wasCurrent = isCurrent();
      release(opened);
      if (!wasCurrent) return;
      silenceTimeout.set(undefined);
      report();
    };
    const listener = this.#listener;
    return {
      onListening: () => {
        if (!isCurrent()) return;
        if (this.#methodWithoutMicrophone)
          inputMethods.noteFailure(this.#methodWithoutMicrophone, this.#language);
        if (opened.method === 'server') heard = 'unknown';
        listener.onListening();
      },
      onInterim(text) {
        if (!isCurrent()) return;
        if (text.trim() !== '') {
          heard = 'words';
          if (opened.method === 'browser') silences = Number.NEGATIVE_INFINITY;
        }
        listener.onInterim(text);
      },
      onSilenceTimer(durationMs) {
        if (isCurrent()) silenceTimeout.set(durationMs === undefined ? undefined : { durationMs });
      },
      onClips: (clips) => endMethod(() => this.#end(() => listener.onClips(clips))),
      onTranscript: (text, confidence) =>
        endMethod(() => this.#end(() => listener.onTranscript(text, confidence))),
      onFailure: (failure) => endMethod(() => this.#fail(opened.method, failure, heard)),
      onReleased: () => release(opened),
    };
  }

  #fail(method: InputMethod, failure: VoiceFailure, heard: Heard): void {
    // Offline, the other method would fail too.
    const isOffline = failure.code === 'network' && navigator.onLine === false;
    const reaction = heard === 'words' || isOffline ? undefined : reactions[method][failure.code];
    if (reaction === 'note-unsupported') inputMethods.noteUnsupported(method, this.#language);
    if (reaction === 'note-failure') inputMethods.noteFailure(method, this.#language);
    if (reaction === 'note-if-other-works') this.#methodWithoutMicrophone = method;
    if (method === 'browser' && failure.code === 'no-speech') noteSilence(this.#language);

    const canSwitch = reaction !== undefined && heard === 'nothing' && !this.#isFinishing;
    if (!canSwitch) {
      this.#end(() => this.#listener.onFailure(failure));
    } else if (this.#methods.length === 0) {
      const advice = failure.advice ?? texts.typeInstead;
      this.#end(() => this.#listener.onFailure({ ...failure, advice, hasNoMethodLeft: true }));
    } else {
      this.#listener.onSwitching(failure);
      this.#startNext();
    }
  }

  #end(report: () => void): void {
    this.#isOver = true;
    report();
  }
}

/** `note-if-other-works`: the failure counts only if the other method finds a microphone. */
type Reaction = 'note-unsupported' | 'note-failure' | 'note-if-other-works';

const reactions: Record<InputMethod, Partial<Record<VoiceFailure['code'], Reaction>>> = {
  browser: {
    language: 'note-unsupported',
    'service-not-allowed': 'note-failure',
    other: 'note-failure',
    network: 'note-failure',
    'not-started': 'note-failure',
    'no-microphone': 'note-if-other-works',
  },
  server: { unsupported: 'note-failure', recording: 'note-failure', 'not-started': 'note-failure' },
};

/**
 * Where its server is blocked, Chrome's recogniser says only that nobody spoke. One that has never heard a word goes last
 * after the second time.
 */
function noteSilence(language: string): void {
  silences += 1;
  if (silences === 2) inputMethods.noteFailure('browser', language);
}

/** Of the browser's recogniser, until it hears a word. */
let silences = 0;

/** `unknown`: audio is recorded, but no words have come back yet. */
type Heard = 'nothing' | 'unknown' | 'words';

type OpenMethod = { readonly method: InputMethod };

/** A discarded method releases the microphone late. Until then, only the same method may start again. */
const openMethods = new Set<OpenMethod>();
let startWhenFree: (() => void) | undefined;

function release(opened: OpenMethod): void {
  if (!openMethods.delete(opened)) return;
  const start = startWhenFree;
  startWhenFree = undefined;
  start?.();
}
