import { createStore } from '../../browser/store.ts';

/** Whether the record button is held: then a pause does not end listening. */
export const hold = createStore(false);
