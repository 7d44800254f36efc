import { createRememberedStore } from '../browser/remembered.ts';
import { createStore } from '../browser/store.ts';

export const shortcutSwitch = createRememberedStore('parley.shortcuts', (stored) => stored !== false);

export const shortcutsHelp = createStore(false);
