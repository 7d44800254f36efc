import { createStore } from '../../browser/store.ts';

/** The microphone's loudness, 0 to 1. Not part of the page's state, because it changes 60 times a second. */
export const level = createStore(0);
