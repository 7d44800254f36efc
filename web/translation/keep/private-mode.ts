import { createRememberedStore } from '../../browser/remembered.ts';

/** Whether translations in this tab are not saved. It ends with the tab, so that nobody forgets that it is on. */
export const privateMode = createRememberedStore(
  'parley.private',
  (stored) => stored === true,
  'sessionStorage',
);
