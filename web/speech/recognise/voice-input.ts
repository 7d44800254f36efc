import { isPremium, statusQuery } from '../../billing/status.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { settings } from '../../settings/settings.ts';
import { type Health, healthQuery } from '../../system/health.ts';
import { findListenProblem } from '../abilities.ts';
import type { Browser } from '../browser.ts';
import { record } from '../record/recorder.ts';
import { silence } from '../record/silence.ts';
import { type InputMethod, inputMethods, methodsInOrder } from './input-methods.ts';
import type {
  InputListener,
  Listening,
  MethodListener,
  VoiceFailure,
  VoiceFailureCode,
} from './listening.ts';
import { recognise } from './run-recognition.ts';
import { type HeardInClips, isRefusal, transcribe as transcribeClips } from './transcription.ts';
import { missingToast, switchingToast } from './voice-toast.ts';

/**
 * Listens by the method that suits the visitor and the browser. If that fails, the error is shown and the other method
 * takes over; the next tap begins with that one. Call it in the tap that asks for it.
 */
export function listen(language: string, browser: Browser, listener: InputListener): Listening {
  const hasPremium = isPremiumVisitor();
  const methods = methodsInOrder(language, browser, health(), hasPremium);
  let current: Listening | undefined;
  /** It found no microphone. Where the next method hears by one, that was not true. */
  let doubted: InputMethod | undefined;
  let isFinishing = false;
  let isOver = false;

  function begin(): void {
    current = undefined;
    const [method] = methods;
    if (isOver || method === undefined) return;
    if (isTakenByAnother(method)) {
      whenFree = begin;
      return;
    }
    methods.shift();
    const holder = { method };
    holders.add(holder);
    const started = start(method, listenerFor(holder));
    // What fails at once has been followed by the next already.
    if (holders.has(holder)) current = started;
  }

  function start(method: InputMethod, told: MethodListener): Listening {
    if (method === 'browser') return recognise(language, browser, told);
    const { micSensitivity } = settings.get();
    const recording = record({ language, browser, micSensitivity, hasInterim: hasPremium }, told);
    return {
      finish: recording.finish,
      discard() {
        recording.discard();
        // Its tracks are stopped by now.
        told.onOver();
      },
    };
  }

  function listenerFor(holder: Holder): MethodListener {
    let heard: Heard = 'nothing';
    const isHeard = () => !isOver && holders.has(holder);

    function last(tell: () => void): void {
      const isNews = isHeard();
      letGo(holder);
      if (!isNews) return;
      silence.publish(undefined);
      tell();
    }

    return {
      onListening() {
        if (!isHeard()) return;
        if (doubted) putLast(doubted, language);
        // What a recorder has heard is not known before its end.
        if (holder.method === 'server') heard = 'perhaps';
        listener.onListening();
      },
      onInterim(text) {
        if (!isHeard()) return;
        if (text.trim() !== '') heard = 'words';
        listener.onInterim(text);
      },
      onSilence(durationMs) {
        if (isHeard()) silence.publish(durationMs);
      },
      onClips: (clips) => last(() => end(() => listener.onClips(clips))),
      onTranscript: (text, confidence) => last(() => end(() => listener.onTranscript(text, confidence))),
      onFailure: (failure) => last(() => fail(holder.method, failure, heard)),
      onOver: () => letGo(holder),
    };
  }

  function fail(method: InputMethod, failure: VoiceFailure, heard: Heard): void {
    // What has heard words does work.
    const consequence = heard === 'words' ? undefined : consequenceOf(method, failure);
    if (consequence === 'out') inputMethods.remember(`${method} ${language}`, 'out');
    if (consequence === 'last') putLast(method, language);
    if (consequence === 'doubt') doubted = method;

    const canSwitch = consequence !== undefined && heard === 'nothing' && !isFinishing;
    if (!canSwitch) {
      end(() => listener.onFailure(failure));
    } else if (methods.length === 0) {
      const sentence = `${failure.sentence.replace(/\.?$/, '.')} Type the text instead.`;
      end(() => listener.onFailure({ ...failure, sentence, isExhausted: true }));
    } else {
      toasts.show(switchingToast(failure.sentence));
      listener.onSwitching();
      begin();
    }
  }

  function end(tell: () => void): void {
    isOver = true;
    tell();
  }

  const lack = findListenProblem(language, browser, health());
  if (lack) {
    end(() => listener.onFailure({ code: 'language', sentence: lack.sentence, isExhausted: true }));
  }
  begin();
  return {
    finish() {
      if (isOver || isFinishing) return;
      isFinishing = true;
      if (current) current.finish();
      else end(() => listener.onTranscript('', 0));
    },
    discard() {
      if (isOver) return;
      isOver = true;
      silence.publish(undefined);
      current?.discard();
    },
  };
}

/**
 * What was said in the clips. A meter that is used up leaves the listening to the browser, where that can; what it has
 * let through before is told.
 */
export async function transcribe(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<Omit<HeardInClips, 'refusal'>> {
  try {
    const { refusal, ...heard } = await transcribeClips(clips, language, signal);
    if (refusal) {
      putLast('server', language);
      toasts.show(missingToast(refusal.sentence));
    }
    return heard;
  } catch (error) {
    if (isRefusal(error)) putLast('server', language);
    throw error;
  }
}

function isPremiumVisitor(): boolean {
  const status = queryClient.getQueryData(statusQuery.queryKey);
  return status !== undefined && isPremium(status);
}

/** The next tap begins with the other method. */
function putLast(method: InputMethod, language: string): void {
  const other = method === 'browser' ? 'server' : 'browser';
  if (inputMethods.standingOf(other, language) === 'last') inputMethods.remember(other, 'tried');
  inputMethods.remember(method, 'last');
}

function health(): Health | undefined {
  return queryClient.getQueryData(healthQuery.queryKey);
}

/**
 * What a failure means for the method from now on. Undefined: nothing, and the other method would fare no better, so
 * that it is told instead of tried. `doubt`: it is wrong where the other one fares better.
 */
function consequenceOf(method: InputMethod, { code }: VoiceFailure): Consequence | undefined {
  if (code === 'network' && navigator.onLine === false) return undefined;
  return consequences[method][code];
}

type Consequence = 'out' | 'last' | 'doubt';

const consequences: Record<InputMethod, Partial<Record<VoiceFailureCode, Consequence>>> = {
  browser: {
    language: 'out',
    'service-not-allowed': 'last',
    other: 'last',
    network: 'last',
    'not-started': 'last',
    'no-microphone': 'doubt',
  },
  server: { unsupported: 'last', recording: 'last', 'not-started': 'last' },
};

/** `perhaps` is a recorder's answer. */
type Heard = 'nothing' | 'perhaps' | 'words';

/** A method that has the microphone, or is about to. */
interface Holder {
  readonly method: InputMethod;
}

/**
 * Those that were given up let go of it a little later, and a recogniser beside a stream hears nothing: only a method
 * of the same kind, which knows how to follow itself, may begin before that.
 */
const holders = new Set<Holder>();
let whenFree: (() => void) | undefined;

function isTakenByAnother(method: InputMethod): boolean {
  return [...holders].some((holder) => holder.method !== method);
}

function letGo(holder: Holder): void {
  if (!holders.delete(holder)) return;
  const begin = whenFree;
  whenFree = undefined;
  begin?.();
}
