import { createRememberedStore } from '../browser/remembered.ts';
import { createStore } from '../browser/store.ts';

/** Whether single keys are shortcuts in this browser. */
export const shortcutSwitch = createRememberedStore('parley.shortcuts', (stored) => stored !== false);

/** Whether the list of shortcuts is open. */
export const shortcutsHelp = createStore(false);
