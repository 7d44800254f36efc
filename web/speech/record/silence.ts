import { createStore } from '../../browser/store.ts';

/** The running silence time-out. A new object restarts it. */
export const silence = createStore<{ readonly durationMs: number } | undefined>(undefined);
