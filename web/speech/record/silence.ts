import { createStore } from '../../browser/store.ts';

/** The silence time-out that is running. A new object starts it again. Kept apart from the page's state. */
export const silence = createStore<{ readonly durationMs: number } | undefined>(undefined);
