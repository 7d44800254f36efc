import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from '../database/store.ts';

export interface Account {
  /** Cognito's `sub` and username, a UUID. */
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
}

export interface Accounts {
  find(id: string): Account | undefined;
  /** @returns undefined if the address or the password is wrong */
  check(email: string, password: string): Promise<Account | undefined>;
  /** @returns undefined if the address is taken */
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

/** Addresses ignore case, as in the user pool. */
export function createAccounts(store: Store): Accounts {
  const findId = (email: string) => store.get<string>(addressKey(email));
  const find = (id: string) => store.get<StoredAccount>(accountKey(id));
  return {
    find,
    check: async (email, password) => {
      const account = find(findId(email) ?? '');
      // An unknown address takes as long as a known one.
      const given = await hash(password, Buffer.from(account?.salt ?? unusedSalt, 'base64'));
      const wanted = Buffer.from(account?.passwordHash ?? '', 'base64');
      return account && given.length === wanted.length && timingSafeEqual(given, wanted)
        ? account
        : undefined;
    },
    create: async ({ password, ...person }) => {
      if (findId(person.email)) return undefined;
      const salt = randomBytes(16);
      const passwordHash = await hash(password, salt);
      // Check again: another request may have taken the address while we hashed.
      if (findId(person.email)) return undefined;
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

/** Creates the operator's account. Its password lasts as long as the data folder. */
export async function seedOperator(
  store: Store,
  accounts: Accounts,
): Promise<{ email: string; password: string }> {
  const email = 'operator@parley.example';
  const password = store.get<string>(operatorPasswordKey) ?? createPassword();
  await store.set(operatorPasswordKey, password);
  await accounts.create({ email, password, firstName: 'Olive', lastName: 'Operator', groups: ['operators'] });
  return { email, password };
}

/** The prefix satisfies the password policy. */
function createPassword(): string {
  return `Pa4${randomBytes(6).toString('hex')}`;
}

const operatorPasswordKey = 'operator-password';
const unusedSalt = randomBytes(16).toString('base64');

const accountKey = (id: string) => `account:${id}`;
const addressKey = (email: string) => `address:${email.toLowerCase()}`;

const hashBytes = 32;
const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt);

function hash(password: string, salt: Buffer): Promise<Buffer> {
  return scryptAsync(password.normalize('NFKC'), salt, hashBytes);
}

interface StoredAccount extends Account {
  readonly salt: string;
  readonly passwordHash: string;
}
