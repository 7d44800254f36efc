/**
 * Everything that the app stores in the browser, with the version of its shape. If a shape changes, raise its version
 * and add the step from the one before: for the database in its `upgrade`, for a value in `upgrades`. Values of a
 * newer version are left alone. Sounds and the site's files are copies, in `offline/cache-names.ts`. A test profile
 * has one of each: `test/unit/web/recorded-profile.json`.
 */
export const historyShape = { name: 'parley.history', version: 1 } as const;

export interface StoredShape {
  readonly storage: 'localStorage' | 'sessionStorage';
  /** The first turns version 1 into version 2. So the version is one more than their number. */
  readonly upgrades: readonly ((stored: unknown) => unknown)[];
}

const local: StoredShape = { storage: 'localStorage', upgrades: [] };
const session: StoredShape = { storage: 'sessionStorage', upgrades: [] };

export const storedShapes = {
  'parley.account': local,
  'parley.activated': local,
  'parley.audio-unlocked': local,
  'parley.chosen-language': session,
  'parley.conversation': session,
  'parley.draft': session,
  'parley.health-card': local,
  'parley.history-outbox': session,
  'parley.input-methods': session,
  'parley.languages': local,
  'parley.pace': local,
  'parley.pairs': local,
  'parley.payment-reminded': session,
  'parley.private': session,
  'parley.settings': local,
  'parley.spoken': local,
  'parley.style': local,
  'parley.turned': local,
} as const satisfies Record<string, StoredShape>;

export type StoredKey = keyof typeof storedShapes;
