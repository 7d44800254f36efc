import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from '../store.ts';

/** One person who can sign in. */
export interface Account {
  /** Cognito's `sub`, a UUID, which is the username as well. */
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
}

export interface Accounts {
  find(id: string): Account | undefined;
  /** @returns undefined where the address is unknown or the password another */
  check(email: string, password: string): Promise<Account | undefined>;
  /** @returns undefined where the address is taken */
  create(person: NewAccount): Promise<Account | undefined>;
  remove(account: Account): Promise<void>;
}

interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups?: readonly string[];
}

/** Addresses that differ in capitals are one, as in the user pool. */
export function createAccounts(store: Store): Accounts {
  const idOf = (email: string) => store.get<string>(addressKey(email));
  const find = (id: string) => store.get<StoredAccount>(accountKey(id));
  return {
    find,
    check: async (email, password) => {
      const account = find(idOf(email) ?? '');
      // An unknown address takes as long as a known one.
      const given = await hash(password, Buffer.from(account?.salt ?? nobodysSalt, 'base64'));
      const wanted = Buffer.from(account?.passwordHash ?? '', 'base64');
      return account && given.length === wanted.length && timingSafeEqual(given, wanted)
        ? account
        : undefined;
    },
    create: async ({ password, ...person }) => {
      if (idOf(person.email)) return undefined;
      const salt = randomBytes(16);
      const passwordHash = await hash(password, salt);
      // Somebody may have been faster; from here to the first write nobody else gets a turn.
      if (idOf(person.email)) return undefined;
      const account: StoredAccount = {
        id: randomUUID(),
        groups: [],
        ...person,
        salt: salt.toString('base64'),
        passwordHash: passwordHash.toString('base64'),
      };
      await Promise.all([
        store.set(accountKey(account.id), account),
        store.set(addressKey(account.email), account.id),
      ]);
      return account;
    },
    remove: async ({ id, email }) => {
      await Promise.all([store.delete(accountKey(id)), store.delete(addressKey(email))]);
    },
  };
}

/**
 * The one account that is there from the start, of a member of `operators`. Its password is made once, and stays
 * the same as long as the data folder does.
 */
export async function seedOperator(
  store: Store,
  accounts: Accounts,
): Promise<{ email: string; password: string }> {
  const email = 'operator@parley.example';
  const password = store.get<string>(operatorPasswordKey) ?? newPassword();
  await store.set(operatorPasswordKey, password);
  await accounts.create({ email, password, firstName: 'Olive', lastName: 'Operator', groups: ['operators'] });
  return { email, password };
}

/** 15 letters and digits; the three in front are there for the password policy. */
function newPassword(): string {
  return `Pa4${randomBytes(6).toString('hex')}`;
}

const operatorPasswordKey = 'operator-password';
const nobodysSalt = randomBytes(16).toString('base64');

const accountKey = (id: string) => `account:${id}`;
const addressKey = (email: string) => `address:${email.toLowerCase()}`;

const hashBytes = 32;
const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt);

/** Node's own costs for scrypt: 16 MB and about 50 ms. */
function hash(password: string, salt: Buffer): Promise<Buffer> {
  return scryptAsync(password.normalize('NFKC'), salt, hashBytes);
}

interface StoredAccount extends Account {
  readonly salt: string;
  readonly passwordHash: string;
}
