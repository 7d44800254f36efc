import { createStore } from '../../browser/store.ts';

/** How loud the microphone is, 0 to 1. It changes 60 times a second, so it is kept apart from the page's state. */
export const level = createStore(0);
