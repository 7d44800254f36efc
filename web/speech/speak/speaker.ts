import { createStore } from '../../browser/store.ts';
import * as texts from '../../texts/speech.ts';
import type { SpeakOptions } from './say.ts';

const loadSay = () => import('./say.ts');

export type Subject = 'translation' | 'test' | 'card' | `history-${string}` | `turn-${number}`;

export interface SpeakerState {
  /** `queued`: the browser requires a tap first. */
  readonly phase: 'silent' | 'preparing' | 'queued' | 'speaking';
  readonly subject: Subject | undefined;
  /** Why the last utterance was not spoken, for the user. */
  readonly problem: string | undefined;
}

const silent: SpeakerState = { phase: 'silent', subject: undefined, problem: undefined };
const state = createStore(silent);

/** Offsets of the word of the translation that is being spoken. */
export const spokenWord = createStore<{ readonly start: number; readonly end: number } | undefined>(
  undefined,
);

export function canHighlight(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS && 'Highlight' in globalThis;
}

/** Speaks one text at a time for the whole page. Loads `say.ts` when needed. */
export const speaker = {
  get: state.get,
  subscribe: state.subscribe,
  speak(subject: Subject, text: string, language: string, options: SpeakOptions = { isAuto: false }): void {
    speaker.stop();
    if (text.trim() === '') return;
    if (isBlocked) {
      state.set({ phase: 'silent', subject, problem: texts.stopRecordingFirst });
      return;
    }
    state.set({ phase: 'preparing', subject, problem: undefined });
    const isHighlighted = subject === 'translation' && canHighlight();
    let isStopped = false;
    stop = () => {
      isStopped = true;
    };
    loadSay().then(
      ({ say }) => {
        if (isStopped) return;
        stop = say(text, language, {
          ...options,
          onPhase: (phase) => state.set({ phase, subject, problem: undefined }),
          onWord: isHighlighted ? (start, end) => spokenWord.set({ start, end }) : undefined,
          onEnd: (problem) => {
            stop = undefined;
            spokenWord.set(undefined);
            state.set({ phase: 'silent', subject, problem });
          },
        });
      },
      () => isStopped || state.set({ phase: 'silent', subject, problem: texts.voiceNotLoaded }),
    );
  },
  stop(): void {
    const stopping = stop;
    stop = undefined;
    stopping?.();
    spokenWord.set(undefined);
    state.set(silent);
  },
  /** Blocked while the microphone is open, because it would record the sound. */
  setBlocked(blocked: boolean): void {
    if (blocked !== isBlocked) speaker.stop();
    isBlocked = blocked;
  },
  loadSay,
};

let stop: (() => void) | undefined;
let isBlocked = false;
