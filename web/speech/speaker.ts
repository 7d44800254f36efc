const importSay = () => import('./say.ts');

export interface SpeakerState {
  readonly phase: 'silent' | 'preparing' | 'speaking';
  /** Why the last utterance was not heard, for people. */
  readonly problem: string | undefined;
}

/** The page's one mouth: what it begins to say ends what it was saying. How it speaks is loaded when wanted. */
export const speaker = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Says a text by the browser's voice for the language, else by the server's. Empty text does nothing. */
  speak(text: string, language: string, options: { isAuto: boolean } = { isAuto: false }): void {
    speaker.stop();
    if (text.trim() === '') return;
    change({ phase: 'preparing', problem: undefined });
    let isGivenUp = false;
    stop = () => {
      isGivenUp = true;
    };
    importSay().then(
      ({ say }) => {
        if (isGivenUp) return;
        stop = say(text, language, {
          ...options,
          onStart: () => change({ phase: 'speaking', problem: undefined }),
          onEnd: (problem) => {
            stop = undefined;
            change({ phase: 'silent', problem });
          },
        });
      },
      () => !isGivenUp && change({ phase: 'silent', problem: 'The voice could not be loaded.' }),
    );
  },
  stop(): void {
    const stopping = stop;
    stop = undefined;
    stopping?.();
    if (state.phase !== 'silent') change({ phase: 'silent', problem: undefined });
  },
  prefetch: importSay,
};

const listeners = new Set<() => void>();
let state: SpeakerState = { phase: 'silent', problem: undefined };
let stop: (() => void) | undefined;

function change(changed: SpeakerState): void {
  state = changed;
  for (const listener of listeners) listener();
}
