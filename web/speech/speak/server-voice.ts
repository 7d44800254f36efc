import { describeError } from '../../api.ts';
import { settings } from '../../settings/settings.ts';
import * as texts from '../../texts/speech.ts';
import { getPlayer } from './audio-unlock.ts';
import type { Outcome, Speech } from './browser-voice.ts';
import type { WordMark } from './recent-sounds.ts';

/** Rejects when aborted. @param marks the times of its words, which never reject; the sound does not wait for them */
export async function speakByServer(
  fetchSound: () => Promise<Blob>,
  marks: Promise<readonly WordMark[]>,
  { prosody, onStart, onWord, signal }: Omit<Speech, 'text'>,
): Promise<Outcome> {
  let hasBegun = false;
  try {
    const address = URL.createObjectURL(await fetchSound());
    try {
      signal.throwIfAborted();
      const stopFollowing = followWords(getPlayer(), marks, onWord);
      try {
        await play(address, prosody, signal, () => {
          hasBegun = true;
          onStart();
        });
      } finally {
        stopFollowing();
      }
      return 'spoken';
    } finally {
      URL.revokeObjectURL(address);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && error.name === 'NotAllowedError') return 'dropped';
    return { problem: describeError(error) ?? texts.unplayable, hasBegun };
  }
}

function followWords(
  audio: HTMLAudioElement,
  marks: Promise<readonly WordMark[]>,
  onWord: Speech['onWord'],
): () => void {
  let known: readonly WordMark[] = [];
  marks.then((found) => {
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

/** Resolves at its end. The speed follows the settings while it plays. */
async function play(
  address: string,
  prosody: Speech['prosody'],
  signal: AbortSignal,
  onStart: () => void,
): Promise<void> {
  const audio = getPlayer();
  const adjust = () => {
    const { rate, volume } = prosody();
    Object.assign(audio, { defaultPlaybackRate: rate, playbackRate: rate, volume, preservesPitch: true });
  };
  const forget = settings.subscribe(adjust);
  try {
    await new Promise<void>((resolve, reject) => {
      audio.src = address;
      adjust();
      audio.onended = () => resolve();
      audio.onerror = () => reject(new Error(texts.unplayable));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      audio.play().then(() => signal.aborted || onStart(), reject);
    });
  } finally {
    forget();
    audio.onended = audio.onerror = null;
    audio.pause();
    audio.removeAttribute('src');
  }
}
