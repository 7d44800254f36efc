import { remember } from '../browser/remembered.ts';

/** The signed-in user's id, so that their history works offline. Removed when they sign out. */
export const rememberedUserId = remember('parley.account', (stored) =>
  typeof stored === 'string' ? stored : null,
);

export function forgetUserId(): void {
  rememberedUserId.write(undefined);
}
