import { createStore } from '../../browser/store.ts';

/** The running silence timeout. A new object restarts it. */
export const silenceTimeout = createStore<{ readonly durationMs: number } | undefined>(undefined);
