import { pause } from '../recognise/pause.ts';
import { type Prosody, pieces } from './utterance.ts';

/**
 * How speaking went.
 * - `spoken`: to the end
 * - `dropped`: it never began, or ended at once with nothing said: a browser that wants a tap first does that
 * - a failure
 */
export type Outcome = 'spoken' | 'dropped' | Failure;

interface Failure {
  /** For people. */
  readonly problem: string;
  /** A part of it was heard. */
  readonly hasBegun: boolean;
}

/** What is spoken, and how. */
export interface Speech {
  readonly text: string;
  /** How it sounds from now on: settings may change while it is spoken. */
  readonly prosody: () => Prosody;
  readonly onStart: () => void;
  /** Stops it. */
  readonly signal: AbortSignal;
}

/** Speaks with a voice of the browser's, piece by piece. Rejects when it is stopped. */
export async function speakByBrowser(voice: SpeechSynthesisVoice, speech: Speech): Promise<Outcome> {
  const { prosody, onStart, signal } = speech;
  let left = speech.text;
  let hasBegun = false;
  signal.addEventListener('abort', cancel);
  try {
    if (speechSynthesis.speaking || speechSynthesis.pending) cancel();
    for (;;) {
      signal.throwIfAborted();
      const now = prosody();
      const [piece, ...others] = pieces(left, now.rate);
      if (piece === undefined) return 'spoken';
      const outcome = await speakPiece(piece, voice, now, signal, () => {
        if (!hasBegun) onStart();
        hasBegun = true;
      });
      if (outcome !== 'spoken') return hasBegun || outcome === 'failed' ? { problem, hasBegun } : outcome;
      left = others.join(' ');
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

const problem = 'The voice of this browser has failed. Please try again.';

/** A voice that has not begun by then never will. */
const startTimeoutMs = 3_000;

/** A piece lasts half as long; one that has not ended by then is one of which Chrome does not tell. */
const endTimeoutMs = 30_000;

/** No voice says anything in less. */
const leastMs = 20;

/** Chrome drops what is spoken right after `cancel()`. */
const afterCancelMs = 60;

let cancelledMs = Number.NEGATIVE_INFINITY;

function cancel(): void {
  speechSynthesis.cancel();
  cancelledMs = performance.now();
}

/** Chrome forgets to tell of an utterance that nobody holds on to. */
const held = new Set<SpeechSynthesisUtterance>();

async function speakPiece(
  text: string,
  voice: SpeechSynthesisVoice,
  prosody: Prosody,
  signal: AbortSignal,
  onStart: () => void,
): Promise<'spoken' | 'dropped' | 'failed'> {
  const untilReadyMs = afterCancelMs - (performance.now() - cancelledMs);
  if (untilReadyMs > 0) await pause(untilReadyMs, signal);
  const utterance = Object.assign(new SpeechSynthesisUtterance(text), prosody, { voice, lang: voice.lang });
  held.add(utterance);
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const giveUpAfter = (timeoutMs: number, outcome: 'spoken' | 'dropped') => {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => {
          resolve(outcome);
          cancel();
        }, timeoutMs);
      };
      let startedMs = Number.POSITIVE_INFINITY;
      utterance.onstart = () => {
        startedMs = performance.now();
        giveUpAfter(endTimeoutMs, 'spoken');
        onStart();
      };
      utterance.onend = () => {
        const isSpoken = performance.now() - startedMs >= leastMs || !words.test(text);
        resolve(isSpoken ? 'spoken' : 'dropped');
      };
      utterance.onerror = ({ error }) => resolve(wantsTap.has(error) ? 'dropped' : 'failed');
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      giveUpAfter(startTimeoutMs, 'dropped');
      speechSynthesis.speak(utterance);
      // Chrome keeps a pause that nobody asked for, and is silent for good.
      speechSynthesis.resume();
    });
  } finally {
    clearTimeout(watchdog);
    utterance.onstart = utterance.onend = utterance.onerror = null;
    held.delete(utterance);
  }
}

/** The rest is marks, in which nothing is said. */
const words = /[\p{L}\p{N}]/u;

/** What browsers say of speech that they did not let begin, or that another page or app has taken the turn of. */
const wantsTap = new Set<SpeechSynthesisErrorCode>(['not-allowed', 'canceled', 'interrupted']);
