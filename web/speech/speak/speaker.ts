const importSay = () => import('./say.ts');

/** Whose words are spoken: each has its own button. */
export type Subject = 'translation' | 'test' | `history-${string}` | `turn-${number}`;

export interface SpeakerState {
  /** `queued` waits for a tap, without which the browser says nothing. */
  readonly phase: 'silent' | 'preparing' | 'queued' | 'speaking';
  /** What it says, or said last. */
  readonly subject: Subject | undefined;
  /** Why the last utterance was not heard, for people. */
  readonly problem: string | undefined;
}

/**
 * `isAuto`: nobody has tapped for it. `keeps`: what the server speaks of it is kept, and spoken again from there.
 * `isSlow`: slower than the setting says.
 */
export interface SpeakOptions {
  readonly isAuto: boolean;
  readonly keeps?: boolean | undefined;
  readonly isSlow?: boolean;
}

/** The page's one mouth: what it begins to say ends what it was saying. How it speaks is loaded when wanted. */
export const speaker = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Says a text. Empty text does nothing; nor does any while it is muted. */
  speak(subject: Subject, text: string, language: string, options: SpeakOptions = { isAuto: false }): void {
    speaker.stop();
    if (text.trim() === '') return;
    if (isMuted) {
      change({ phase: 'silent', subject, problem: 'Stop recording to hear it.' });
      return;
    }
    change({ phase: 'preparing', subject, problem: undefined });
    let isGivenUp = false;
    stop = () => {
      isGivenUp = true;
    };
    importSay().then(
      ({ say }) => {
        if (isGivenUp) return;
        stop = say(text, language, {
          ...options,
          onPhase: (phase) => change({ phase, subject, problem: undefined }),
          onEnd: (problem) => {
            stop = undefined;
            change({ phase: 'silent', subject, problem });
          },
        });
      },
      () =>
        !isGivenUp &&
        change({ phase: 'silent', subject, problem: 'The voice could not be loaded. Please try again.' }),
    );
  },
  stop(): void {
    const stopping = stop;
    stop = undefined;
    stopping?.();
    if (state !== silent) change(silent);
  },
  /** While the microphone is open nothing is said: it would hear it. */
  setMuted(muted: boolean): void {
    if (muted !== isMuted) speaker.stop();
    isMuted = muted;
  },
  prefetch: importSay,
};

const silent: SpeakerState = { phase: 'silent', subject: undefined, problem: undefined };
const listeners = new Set<() => void>();
let state = silent;
let stop: (() => void) | undefined;
let isMuted = false;

function change(changed: SpeakerState): void {
  state = changed;
  for (const listener of listeners) listener();
}
