import { delay } from '../../browser/delay.ts';
import { segment } from '../../browser/segments.ts';
import * as texts from '../../texts/speech.ts';
import { type Prosody, splitText } from './utterance.ts';

/** `needs-tap`: the browser requires a tap, so it never began, or ended at once. */
export type Outcome = 'spoken' | 'needs-tap' | { readonly problem: string; readonly hasBegun: boolean };

export interface Speech {
  readonly text: string;
  /** Called again for each piece, because settings may change. */
  readonly prosody: () => Prosody;
  readonly onStart: () => void;
  /** The word's offsets in the text. Some voices report no words. */
  readonly onWord: (start: number, end: number) => void;
  readonly signal: AbortSignal;
}

export async function speakWithBrowserVoice(voice: SpeechSynthesisVoice, speech: Speech): Promise<Outcome> {
  const { text, prosody, onStart, onWord, signal } = speech;
  let position = 0;
  let hasBegun = false;
  signal.addEventListener('abort', cancel);
  try {
    if (speechSynthesis.speaking || speechSynthesis.pending) cancel();
    for (;;) {
      signal.throwIfAborted();
      const current = prosody();
      const [piece] = splitText(text.slice(position), current.rate);
      if (piece === undefined) return 'spoken';
      const start = text.indexOf(piece, position);
      const outcome = await speakPiece(piece, voice, current, {
        signal,
        onStart() {
          if (!hasBegun) onStart();
          hasBegun = true;
        },
        onWord: (from, to) => onWord(start + from, start + to),
      });
      if (outcome === 'needs-tap' && !hasBegun) return outcome;
      if (outcome !== 'spoken') return { problem: texts.browserVoiceFailed, hasBegun };
      position = start + piece.length;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

const startTimeoutMs = 3_000;
/** More than twice a piece's duration: Chrome sometimes never reports the end. */
const endTimeoutMs = 30_000;
/** An utterance that ends sooner made no sound. */
const minSpokenMs = 20;
/** Chrome drops speech right after `cancel()`. */
const afterCancelMs = 60;
let cancelledAtMs = Number.NEGATIVE_INFINITY;

function cancel(): void {
  speechSynthesis.cancel();
  cancelledAtMs = performance.now();
}

/** Chrome fires no events for utterances that are garbage collected. */
const pendingUtterances = new Set<SpeechSynthesisUtterance>();

async function speakPiece(
  text: string,
  voice: SpeechSynthesisVoice,
  prosody: Prosody,
  { signal, onStart, onWord }: Pick<Speech, 'signal' | 'onStart' | 'onWord'>,
): Promise<'spoken' | 'needs-tap' | 'failed'> {
  const untilReadyMs = afterCancelMs - (performance.now() - cancelledAtMs);
  if (untilReadyMs > 0) await delay(untilReadyMs, signal);
  const utterance = Object.assign(new SpeechSynthesisUtterance(text), prosody, { voice, lang: voice.lang });
  pendingUtterances.add(utterance);
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const giveUpAfter = (timeoutMs: number, outcome: 'spoken' | 'needs-tap') => {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => {
          resolve(outcome);
          cancel();
        }, timeoutMs);
      };
      let startedAtMs = Number.POSITIVE_INFINITY;
      utterance.onstart = () => {
        startedAtMs = performance.now();
        giveUpAfter(endTimeoutMs, 'spoken');
        onStart();
      };
      utterance.onboundary = ({ name, charIndex, charLength }) => {
        if (name === 'word')
          onWord(charIndex, charLength ? charIndex + charLength : findWordEnd(text, charIndex));
      };
      utterance.onend = () => {
        const isSpoken = performance.now() - startedAtMs >= minSpokenMs || !audibleText.test(text);
        resolve(isSpoken ? 'spoken' : 'needs-tap');
      };
      utterance.onerror = ({ error }) => resolve(needsTapErrors.has(error) ? 'needs-tap' : 'failed');
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      giveUpAfter(startTimeoutMs, 'needs-tap');
      speechSynthesis.speak(utterance);
      // Chrome's speech queue may be paused.
      speechSynthesis.resume();
    });
  } finally {
    clearTimeout(watchdog);
    utterance.onstart = utterance.onboundary = utterance.onend = utterance.onerror = null;
    pendingUtterances.delete(utterance);
  }
}

function findWordEnd(text: string, start: number): number {
  let end = 0;
  for (const word of segment(text, 'word')) {
    end += word.length;
    if (end > start) return end;
  }
  return start;
}

/** Text without letters or digits is silent. */
const audibleText = /[\p{L}\p{N}]/u;
/** Speech was blocked, or interrupted by another page or app. */
const needsTapErrors = new Set<SpeechSynthesisErrorCode>(['not-allowed', 'canceled', 'interrupted']);
