import { createStore } from '../../browser/store.ts';

/** Whether the record button is held down. While it is, a pause does not end listening. */
export const buttonHold = createStore(false);
