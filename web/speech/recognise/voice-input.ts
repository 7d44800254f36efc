import type { Health } from '../../system/health.ts';
import { findListenProblem } from '../abilities.ts';
import type { Browser } from '../browser.ts';
import { record } from '../record/recorder.ts';
import { silence } from '../record/silence.ts';
import { isAllowanceUsedUp } from '../transcribe/allowance-error.ts';
import { type ClipsTranscript, transcribe as transcribeClips } from '../transcribe/transcription.ts';
import { type InputMethod, inputMethods, orderMethods } from './input-methods.ts';
import type {
  InputListener,
  Listening,
  MethodListener,
  VoiceFailure,
  VoiceFailureCode,
} from './listening.ts';
import { recognise } from './run-recognition.ts';

/** Call it inside the tap. If an input method fails, the other takes over, and the next tap starts with that one. */
export function listen(language: string, environment: Environment, listener: InputListener): Listening {
  const input = new VoiceInput(language, environment, listener);
  input.start();
  return { finish: () => input.finish(), discard: () => input.discard() };
}

export async function transcribe(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<ClipsTranscript> {
  try {
    const transcript = await transcribeClips(clips, language, signal);
    if (transcript.allowanceError) inputMethods.putLast('server', language);
    return transcript;
  } catch (error) {
    if (isAllowanceUsedUp(error)) inputMethods.putLast('server', language);
    throw error;
  }
}

interface Environment {
  readonly browser: Browser;
  readonly health: Health | undefined;
  readonly hasPremium: boolean;
}

class VoiceInput {
  readonly #language: string;
  readonly #environment: Environment;
  readonly #listener: InputListener;
  /** Methods still to try, in order. */
  readonly #methods: InputMethod[];
  #current: Listening | undefined;
  /** Reported no microphone; ranked last if the next method finds one. */
  #suspect: InputMethod | undefined;
  #isFinishing = false;
  #isOver = false;

  constructor(language: string, environment: Environment, listener: InputListener) {
    this.#language = language;
    this.#environment = environment;
    this.#listener = listener;
    this.#methods = orderMethods(language, environment.browser, environment.health, environment.hasPremium);
  }

  start(): void {
    const problem = findListenProblem(this.#language, this.#environment.browser, this.#environment.health);
    if (problem) {
      const failure = { code: 'language', sentence: problem.sentence, isExhausted: true } as const;
      this.#end(() => this.#listener.onFailure(failure));
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
    silence.set(undefined);
    this.#current?.discard();
  }

  #startNext(): void {
    this.#current = undefined;
    const [method] = this.#methods;
    if (this.#isOver || method === undefined) return;
    if (isTakenByAnother(method)) {
      startWhenFree = () => this.#startNext();
      return;
    }
    this.#methods.shift();
    const holder = { method };
    holders.add(holder);
    const started = this.#startMethod(method, this.#listenerFor(holder));
    if (holders.has(holder)) this.#current = started;
  }

  #startMethod(method: InputMethod, listener: MethodListener): Listening {
    const { browser } = this.#environment;
    if (method === 'browser') return recognise(this.#language, browser, listener);
    const recording = record({ language: this.#language, browser }, listener);
    return {
      finish: recording.finish,
      discard() {
        recording.discard();
        listener.onOver();
      },
    };
  }

  #listenerFor(holder: Holder): MethodListener {
    let evidence: SpeechEvidence = 'none';
    const isCurrent = () => !this.#isOver && holders.has(holder);
    const endMethod = (report: () => void) => {
      const wasCurrent = isCurrent();
      release(holder);
      if (!wasCurrent) return;
      silence.set(undefined);
      report();
    };
    const listener = this.#listener;
    return {
      onListening: () => {
        if (!isCurrent()) return;
        if (this.#suspect) inputMethods.putLast(this.#suspect, this.#language);
        if (holder.method === 'server') evidence = 'possible';
        listener.onListening();
      },
      onInterim(text) {
        if (!isCurrent()) return;
        if (text.trim() !== '') evidence = 'words';
        listener.onInterim(text);
      },
      onSilence(durationMs) {
        if (isCurrent()) silence.set(durationMs === undefined ? undefined : { durationMs });
      },
      onClips: (clips) => endMethod(() => this.#end(() => listener.onClips(clips))),
      onTranscript: (text, confidence) =>
        endMethod(() => this.#end(() => listener.onTranscript(text, confidence))),
      onFailure: (failure) => endMethod(() => this.#fail(holder.method, failure, evidence)),
      onOver: () => release(holder),
    };
  }

  #fail(method: InputMethod, failure: VoiceFailure, evidence: SpeechEvidence): void {
    const consequence = evidence === 'words' ? undefined : findConsequence(method, failure);
    if (consequence === 'rule-out') inputMethods.ruleOut(method, this.#language);
    if (consequence === 'put-last') inputMethods.putLast(method, this.#language);
    if (consequence === 'suspect') this.#suspect = method;

    const canSwitch = consequence !== undefined && evidence === 'none' && !this.#isFinishing;
    if (!canSwitch) {
      this.#end(() => this.#listener.onFailure(failure));
    } else if (this.#methods.length === 0) {
      const sentence = `${failure.sentence.replace(/\.?$/, '.')} Type the text instead.`;
      this.#end(() => this.#listener.onFailure({ ...failure, sentence, isExhausted: true }));
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

/** Undefined if the other method would fail as well. */
function findConsequence(method: InputMethod, { code }: VoiceFailure): Consequence | undefined {
  if (code === 'network' && navigator.onLine === false) return undefined;
  return consequences[method][code];
}

/** `suspect`: put last if the other method finds a microphone. */
type Consequence = 'rule-out' | 'put-last' | 'suspect';

const consequences: Record<InputMethod, Partial<Record<VoiceFailureCode, Consequence>>> = {
  browser: {
    language: 'rule-out',
    'service-not-allowed': 'put-last',
    other: 'put-last',
    network: 'put-last',
    'not-started': 'put-last',
    'no-microphone': 'suspect',
  },
  server: { unsupported: 'put-last', recording: 'put-last', 'not-started': 'put-last' },
};

/** `possible`: a recorder knows only at its end whether it heard words. */
type SpeechEvidence = 'none' | 'possible' | 'words';

interface Holder {
  readonly method: InputMethod;
}

/** Discarded methods release the microphone late. Only a method of the same kind may start before that. */
const holders = new Set<Holder>();
let startWhenFree: (() => void) | undefined;

function isTakenByAnother(method: InputMethod): boolean {
  return [...holders].some((holder) => holder.method !== method);
}

function release(holder: Holder): void {
  if (!holders.delete(holder)) return;
  const start = startWhenFree;
  startWhenFree = undefined;
  start?.();
}
