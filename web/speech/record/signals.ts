import { createStore } from '../../browser/store.ts';

/** The microphone's loudness, 0 to 1. A separate store, because it changes 60 times a second. */
export const level = createStore(0);

/** The running silence timeout. A new object restarts it. */
export const silenceTimeout = createStore<{ readonly durationMs: number } | undefined>(undefined);
