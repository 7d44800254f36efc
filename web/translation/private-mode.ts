import { createRememberedStore } from '../browser/remembered.ts';

/** Whether this tab saves no translations. It ends with the tab, because people forget to turn it off. */
export const privateMode = createRememberedStore('parley.private', (stored) => stored === true);
