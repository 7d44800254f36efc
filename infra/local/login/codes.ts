import { randomInt } from 'node:crypto';
import type { Store } from '../database/store.ts';

/** Codes that are mailed, one for each id. As Cognito's, they last an hour. */
export function createCodes<Kept extends object>(store: Store, kind: string) {
  const buildKey = (id: string) => `${kind}:${id}`;
  const find = (id: string) => store.get<Kept & Pending>(buildKey(id));
  const save = (id: string, pending: Kept & Pending) =>
    store.set(buildKey(id), pending, { ttlSeconds: (pending.expiresAt - Date.now()) / 1_000 });
  const end = (id: string) => store.delete(buildKey(id));
  return {
    /** @param kept what a right code gives back */
    begin: async (id: string, kept: Kept): Promise<string> => {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await save(id, { ...kept, code, attempts: maxAttempts, expiresAt: Date.now() + lifeMs });
      return code;
    },
    findCode: (id: string) => find(id)?.code,
    /** A wrong code takes an attempt. A right one stays until `end`. */
    check: async (id: string, code: string): Promise<Kept | undefined> => {
      const pending = find(id);
      if (!pending || code === pending.code) return pending;
      const attempts = pending.attempts - 1;
      if (attempts === 0) await end(id);
      else await save(id, { ...pending, attempts });
      return undefined;
    },
    end,
  };
}

const lifeMs = 3_600_000;
const maxAttempts = 5;

interface Pending {
  readonly code: string;
  readonly attempts: number;
  readonly expiresAt: number;
}
