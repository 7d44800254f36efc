import { describeError } from '../../api.ts';
import { settings } from '../../settings/settings.ts';
import * as texts from '../../texts/speech.ts';
import { getPlayer } from './audio-unlock.ts';
import type { Outcome, Speech } from './browser-voice.ts';
import type { WordMark } from './sounds.ts';

/** Rejects when aborted. @param marks word times; playback does not wait for them, and the promise must not reject */
export async function speakWithServerVoice(
  fetchSound: () => Promise<Blob>,
  marks: Promise<readonly WordMark[]>,
  { prosody, onStart, onWord, signal }: Omit<Speech, 'text'>,
): Promise<Outcome> {
  let hasBegun = false;
  try {
    const url = URL.createObjectURL(await fetchSound());
    const stopReporting = reportWords(getPlayer(), marks, onWord);
    try {
      signal.throwIfAborted();
      await play(url, prosody, signal, () => {
        hasBegun = true;
        onStart();
      });
      return 'spoken';
    } finally {
      stopReporting();
      URL.revokeObjectURL(url);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'NotAllowedError') return 'needs-tap';
    return { problem: describeError(error) ?? texts.unplayable, hasBegun };
  }
}

function reportWords(audio: HTMLAudioElement, marks: Promise<readonly WordMark[]>, onWord: Speech['onWord']) {
  let known: readonly WordMark[] = [];
  void marks.then((found) => {
    known = found;
  });
  let lastWord: WordMark | undefined;
  const update = () => {
    frame = requestAnimationFrame(update);
    const word = audio.paused ? undefined : known.findLast(({ ms }) => ms <= audio.currentTime * 1000);
    if (word && word !== lastWord) onWord(word.start, word.end);
    lastWord = word ?? lastWord;
  };
  let frame = requestAnimationFrame(update);
  return () => cancelAnimationFrame(frame);
}

/** Resolves when the sound ends, or something else pauses it: a call, or an unplugged headset. Speed changes apply at once. */
async function play(url: string, prosody: Speech['prosody'], signal: AbortSignal, onStart: () => void) {
  const audio = getPlayer();
  const adjust = () => {
    const { rate, volume } = prosody();
    Object.assign(audio, { defaultPlaybackRate: rate, playbackRate: rate, volume, preservesPitch: true });
  };
  const unsubscribe = settings.subscribe(adjust);
  try {
    await new Promise<void>((resolve, reject) => {
      audio.src = url;
      adjust();
      audio.onended = () => resolve();
      audio.onerror = () => reject(new Error(texts.unplayable));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      audio.play().then(() => {
        if (signal.aborted) return;
        // Not before: a browser that blocks sound may pause it too.
        audio.onpause = () => audio.paused && !audio.ended && resolve();
        onStart();
      }, reject);
    });
  } finally {
    unsubscribe();
    audio.onended = audio.onpause = audio.onerror = null;
    audio.pause();
    audio.removeAttribute('src');
  }
}
