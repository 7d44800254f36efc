import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from '../database/store.ts';
import { createCodes } from './codes.ts';
import { createSecondFactors } from './second-factors.ts';

export interface Account {
  /** Cognito's `sub` and username, a UUID. */
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
}

export type Accounts = ReturnType<typeof createAccounts>;

type NewAccount = Omit<Account, 'id' | 'groups'> & Partial<Pick<Account, 'groups'>> & { password: string };

/** Email addresses are case-insensitive, as in the user pool. */
export function createAccounts(store: Store) {
  const findId = (email: string) => store.get<string>(buildEmailKey(email));
  const find = (id: string) => store.get<StoredAccount>(buildAccountKey(id));
  const resets = createCodes(store, 'reset');
  const emailChanges = createCodes<{ email: string }>(store, 'change');
  const secondFactors = createSecondFactors(store);
  return {
    find,
    secondFactors,
    findByEmail: (email: string) => find(findId(email) ?? ''),
    verifyPassword: async (email: string, password: string): Promise<Account | undefined> => {
      const account = find(findId(email) ?? '');
      return (await isPassword(password, account)) ? account : undefined;
    },
    create: async ({ password, ...person }: NewAccount): Promise<Account | undefined> => {
      if (findId(person.email)) return undefined;
      const salted = await hashPassword(password);
      // Check again: another request may have taken the email address while we hashed.
      if (findId(person.email)) return undefined;
      const account: StoredAccount = { id: randomUUID(), groups: [], ...person, ...salted };
      await Promise.all([
        store.set(buildAccountKey(account.id), account),
        store.set(buildEmailKey(account.email), account.id),
      ]);
      return account;
    },
    remove: async ({ id, email }: Account) => {
      await Promise.all([
        store.delete(buildAccountKey(id)),
        store.delete(buildEmailKey(email)),
        secondFactors.remove(id),
      ]);
    },
    /** @returns the code to mail; undefined for an unknown email address */
    beginReset: async (email: string) => (findId(email) ? resets.begin(email.toLowerCase(), {}) : undefined),
    findResetCode: (email: string) => resets.findCode(email.toLowerCase()),
    /** @returns whether the code was right; as in Cognito, sessions continue */
    reset: async (email: string, code: string, password: string) => {
      const account = find(findId(email) ?? '');
      if (!account || !(await resets.check(email.toLowerCase(), code))) return false;
      await store.set(buildAccountKey(account.id), { ...account, ...(await hashPassword(password)) });
      await resets.end(email.toLowerCase());
      return true;
    },
    /** The address stays until the code comes back. @returns the code to mail to the new one */
    beginEmailChange: ({ id }: Account, email: string) => emailChanges.begin(id, { email }),
    changeEmail: async ({ id }: Account, code: string): Promise<'changed' | 'wrong' | 'taken'> => {
      const account = find(id);
      const change = await emailChanges.check(id, code);
      if (!account || !change) return 'wrong';
      const owner = findId(change.email);
      if (owner !== undefined && owner !== id) return 'taken';
      await store.setAll(moveAccount(account, change.email));
      await emailChanges.end(id);
      return 'changed';
    },
  };
}

/** An unknown account takes as long as a known one. */
async function isPassword(password: string, account: StoredAccount | undefined): Promise<boolean> {
  const givenHash = await hash(password, Buffer.from(account?.salt ?? unusedSalt, 'base64'));
  const storedHash = Buffer.from(account?.passwordHash ?? '', 'base64');
  return givenHash.length === storedHash.length && timingSafeEqual(givenHash, storedHash);
}

function moveAccount(account: StoredAccount, email: string): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    [buildAccountKey(account.id), { ...account, email }],
    [buildEmailKey(account.email), undefined],
    [buildEmailKey(email), account.id],
  ]);
}

/** Each start prints this password, so each start undoes any change to it. */
export async function seedOperator(
  store: Store,
  accounts: Accounts,
): Promise<{ email: string; password: string }> {
  const email = 'operator@parley.example';
  // The prefix satisfies the password policy.
  const password = store.get<string>(operatorPasswordKey) ?? `Pa4${randomBytes(6).toString('hex')}`;
  await store.set(operatorPasswordKey, password);
  await accounts.create({ email, password, firstName: 'Olive', lastName: 'Operator', groups: ['operators'] });
  if (!(await accounts.verifyPassword(email, password)))
    await accounts.reset(email, (await accounts.beginReset(email)) ?? '', password);
  return { email, password };
}

const operatorPasswordKey = 'operator-password';
const unusedSalt = randomBytes(16).toString('base64');

const buildAccountKey = (id: string) => `account:${id}`;
const buildEmailKey = (email: string) => `address:${email.toLowerCase()}`;

async function hashPassword(password: string): Promise<Pick<StoredAccount, 'salt' | 'passwordHash'>> {
  const salt = randomBytes(16);
  const passwordHash = await hash(password, salt);
  return { salt: salt.toString('base64'), passwordHash: passwordHash.toString('base64') };
}

const hashBytes = 32;
const scryptAsync = promisify<string, Buffer, number, Buffer>(scrypt);

function hash(password: string, salt: Buffer): Promise<Buffer> {
  return scryptAsync(password.normalize('NFKC'), salt, hashBytes);
}

interface StoredAccount extends Account {
  readonly salt: string;
  readonly passwordHash: string;
}
