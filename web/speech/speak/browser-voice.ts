import { delay } from '../../browser/delay.ts';
import * as texts from '../../texts/speech.ts';
import { type Prosody, splitText } from './utterance.ts';

/** `dropped`: it never began, or ended at once, because the browser requires a tap. */
export type Outcome = 'spoken' | 'dropped' | Failure;

interface Failure {
  readonly problem: string;
  readonly hasBegun: boolean;
}

export interface Speech {
  readonly text: string;
  /** Read for each piece, because settings may change. */
  readonly prosody: () => Prosody;
  readonly onStart: () => void;
  /** The spoken word's offsets in the text. Some voices report none. */
  readonly onWord: (start: number, end: number) => void;
  readonly signal: AbortSignal;
}

export async function speakByBrowser(voice: SpeechSynthesisVoice, speech: Speech): Promise<Outcome> {
  const { text, prosody, onStart, onWord, signal } = speech;
  let at = 0;
  let hasBegun = false;
  signal.addEventListener('abort', cancel);
  try {
    if (speechSynthesis.speaking || speechSynthesis.pending) cancel();
    for (;;) {
      signal.throwIfAborted();
      const now = prosody();
      const [piece] = splitText(text.slice(at), now.rate);
      if (piece === undefined) return 'spoken';
      const start = text.indexOf(piece, at);
      const outcome = await speakPiece(piece, voice, now, {
        signal,
        onStart() {
          if (!hasBegun) onStart();
          hasBegun = true;
        },
        onWord: (from, to) => onWord(start + from, start + to),
      });
      if (outcome === 'dropped' && !hasBegun) return outcome;
      if (outcome !== 'spoken') return { problem: texts.browserVoiceFailed, hasBegun };
      at = start + piece.length;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

const startTimeoutMs = 3_000;

/** Twice a piece's length: Chrome sometimes never reports the end. */
const endTimeoutMs = 30_000;

/** An utterance that ends sooner was silent. */
const minMs = 20;

/** Chrome drops speech right after `cancel()`. */
const afterCancelMs = 60;

let cancelledMs = Number.NEGATIVE_INFINITY;

function cancel(): void {
  speechSynthesis.cancel();
  cancelledMs = performance.now();
}

/** Chrome fires no events for utterances that are garbage collected. */
const held = new Set<SpeechSynthesisUtterance>();

async function speakPiece(
  text: string,
  voice: SpeechSynthesisVoice,
  prosody: Prosody,
  { signal, onStart, onWord }: Pick<Speech, 'signal' | 'onStart' | 'onWord'>,
): Promise<'spoken' | 'dropped' | 'failed'> {
  const untilReadyMs = afterCancelMs - (performance.now() - cancelledMs);
  if (untilReadyMs > 0) await delay(untilReadyMs, signal);
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
      utterance.onboundary = ({ name, charIndex, charLength }) => {
        if (name === 'word')
          onWord(charIndex, charLength ? charIndex + charLength : findWordEnd(text, charIndex));
      };
      utterance.onend = () => {
        const isSpoken = performance.now() - startedMs >= minMs || !audibleText.test(text);
        resolve(isSpoken ? 'spoken' : 'dropped');
      };
      utterance.onerror = ({ error }) => resolve(tapErrors.has(error) ? 'dropped' : 'failed');
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      giveUpAfter(startTimeoutMs, 'dropped');
      speechSynthesis.speak(utterance);
      // Chrome may be paused.
      speechSynthesis.resume();
    });
  } finally {
    clearTimeout(watchdog);
    utterance.onstart = utterance.onboundary = utterance.onend = utterance.onerror = null;
    held.delete(utterance);
  }
}

function findWordEnd(text: string, start: number): number {
  const word = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text).containing(start);
  return word ? word.index + word.segment.length : start;
}

/** Text without letters or digits is silent. */
const audibleText = /[\p{L}\p{N}]/u;

/** Errors of speech that was blocked, or interrupted by another page or app. */
const tapErrors = new Set<SpeechSynthesisErrorCode>(['not-allowed', 'canceled', 'interrupted']);
