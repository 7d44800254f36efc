import { remember } from '../browser/remembered.ts';

/** The id of the last signed-in user, so that their history works offline. Removed when they sign out. */
const userId = remember('parley.account', (stored) => (typeof stored === 'string' ? stored : null));

export const readRememberedUserId = userId.read;

export function rememberUserId(id: string): void {
  userId.write(id);
}

export function forgetUserId(): void {
  userId.write(undefined);
}
