import { randomBytes } from 'node:crypto';
import { daySeconds } from '../../../shared/dates.ts';
import type { Store } from '../database/store.ts';
import type { Account, Accounts } from './accounts.ts';

/** A session of the login; with the other fields, a sign-in to the site. */
export interface SignIn {
  readonly accountId: string;
  /** In seconds since 1970. */
  readonly authTime: number;
  /** Cognito's `origin_jti`. */
  readonly id?: string;
  readonly challenge?: string;
}

type Kind = 'code' | 'session' | 'refresh';

/** In seconds, as Cognito's. */
export const lifetimes: Readonly<Record<Kind, number>> = {
  code: 300,
  session: 3_600,
  refresh: 30 * daySeconds,
};

/** Sign-ins by the token that proves them. */
export function createSignIns(store: Store, accounts: Accounts) {
  const keyOf = (kind: Kind, token: string) => `${prefix}${kind}:${token}`;
  return {
    /** @returns the token */
    add: async (kind: Kind, signIn: SignIn): Promise<string> => {
      const token = randomBytes(32).toString('base64url');
      await store.set(keyOf(kind, token), signIn, { ttlSeconds: lifetimes[kind] });
      return token;
    },
    find: (kind: Kind, token: string): { signIn: SignIn; account: Account } | undefined => {
      const signIn = store.get<SignIn>(keyOf(kind, token));
      const account = signIn && accounts.find(signIn.accountId);
      return signIn && account && { signIn, account };
    },
    remove: (kind: Kind, token: string): Promise<void> => store.delete(keyOf(kind, token)),
    removeAll: async ({ id }: Account): Promise<void> => {
      const own = store.list<SignIn>(prefix).filter(({ value }) => value.accountId === id);
      await Promise.all(own.map(({ key }) => store.delete(key)));
    },
  };
}

const prefix = 'sign-in:';
