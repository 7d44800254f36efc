import { createRememberedStore } from '../browser/remembered.ts';

/** Whether translations in this tab are not saved. It ends with the tab, because people forget a lasting switch. */
export const privateMode = createRememberedStore(
  'parley.private',
  (stored) => stored === true,
  'sessionStorage',
);
