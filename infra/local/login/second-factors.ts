import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Store } from '../database/store.ts';

/** Codes of authenticator apps as Cognito checks them: RFC 6238 with SHA-1, six digits and 30 seconds. */
export function createSecondFactors(store: Store) {
  const buildKey = (accountId: string) => `factor:${accountId}`;
  const find = (accountId: string) => store.get<Factor>(buildKey(accountId));
  const save = (accountId: string, factor: Factor) => store.set(buildKey(accountId), factor);
  return {
    isOn: (accountId: string): boolean => find(accountId)?.isOn ?? false,
    /** The key in use stays until a code of the new one comes back. @returns a new key, in Base32 */
    begin: async (accountId: string): Promise<string> => {
      const newKey = randomBytes(32).toString('hex');
      await save(accountId, { ...unused, ...find(accountId), newKey });
      return encodeBase32(Buffer.from(newKey, 'hex'));
    },
    /** @returns undefined if no key was asked for */
    verify: async (accountId: string, code: string): Promise<boolean | undefined> => {
      const factor = find(accountId);
      if (factor?.newKey === undefined) return undefined;
      const { newKey, ...rest } = factor;
      const usedStep = findStep(newKey, code, 0);
      if (usedStep === undefined) return false;
      await save(accountId, { ...rest, key: newKey, usedStep });
      return true;
    },
    /** @returns false if no key was verified */
    set: async (accountId: string, isOn: boolean): Promise<boolean> => {
      const factor = find(accountId);
      if (isOn && factor?.key === undefined) return false;
      if (factor) await save(accountId, { ...factor, isOn });
      return true;
    },
    /** A code works once. After five wrong ones, none does for 15 minutes. */
    check: async (accountId: string, code: string): Promise<'right' | 'wrong' | 'blocked'> => {
      const factor = find(accountId) ?? unused;
      if (Date.now() < factor.blockedUntil) return 'blocked';
      const usedStep = factor.key === undefined ? undefined : findStep(factor.key, code, factor.usedStep);
      if (usedStep !== undefined) {
        await save(accountId, { ...factor, usedStep, wrongCodes: 0 });
        return 'right';
      }
      const wrongCodes = factor.wrongCodes + 1;
      const isLast = wrongCodes === maxWrongCodes;
      await save(
        accountId,
        isLast ? { ...factor, wrongCodes: 0, blockedUntil: Date.now() + blockMs } : { ...factor, wrongCodes },
      );
      return isLast ? 'blocked' : 'wrong';
    },
    remove: (accountId: string) => store.delete(buildKey(accountId)),
    /** After the right password. @returns what the next form sends with the code */
    beginChallenge: async (accountId: string): Promise<string> => {
      const challenge = randomUUID();
      await store.set(buildChallengeKey(challenge), accountId, { ttlSeconds: challengeSeconds });
      return challenge;
    },
    findChallenged: (challenge: string) => store.get<string>(buildChallengeKey(challenge)),
    endChallenge: (challenge: string) => store.delete(buildChallengeKey(challenge)),
  };
}

/** As Cognito's session by default. */
const challengeSeconds = 180;
const maxWrongCodes = 5;
const blockMs = 15 * 60_000;

const buildChallengeKey = (challenge: string) => `challenge:${challenge}`;

const stepMs = 30_000;

/** Clocks may be half a minute apart. @param usedStep neither it nor an earlier one is good */
function findStep(key: string, code: string, usedStep: number): number | undefined {
  const now = Math.floor(Date.now() / stepMs);
  return [now, now - 1, now + 1].find((step) => step > usedStep && computeCode(key, step) === code);
}

function computeCode(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', Buffer.from(key, 'hex')).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters.map((each) => alphabet[Number.parseInt(each.padEnd(5, '0'), 2)]).join('');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

interface Factor {
  /** In hexadecimal. */
  readonly key?: string;
  /** Not verified yet. */
  readonly newKey?: string;
  readonly isOn: boolean;
  readonly usedStep: number;
  readonly wrongCodes: number;
  readonly blockedUntil: number;
}

const unused: Factor = { isOn: false, usedStep: 0, wrongCodes: 0, blockedUntil: 0 };
