import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProviderBusy, ProviderFailed, ProviderTimeout, RateLimited } from '../../../functions/errors.ts';
import type { Guest, User } from '../../../functions/request/caller.ts';
import { meterClip, meterReadAloud, meterStream } from '../../../functions/speech/meter.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import type { CounterKey } from '../../../functions/tables/usage.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildMonthCounterKey,
} from '../../../functions/tables/usage.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { startLossyDatabase } from '../../support/handlers/lossy-database.ts';

/** Smaller than the product's, so that a test can reach them. */
const ceilings: Partial<Ceilings> = {
  guestSpeechSeconds: 60,
  guestSpeechSecondsPerAddress: 120,
  guestSpeechSecondsPerDay: 240,
  freeSpeechSecondsPerDay: 90,
  freeSpeechSecondsPerAddress: 120,
  allFreeSpeechSecondsPerDay: 180,
  premiumSpeechSecondsPerDay: 120,
  premiumSpeechSecondsPerMonth: 240,
  trialSpeechSeconds: 45,
  trialSpokenCharacters: 50,
  spokenCharactersPerDay: 1_000,
  spokenCharactersPerMonth: 1_500,
  failedAttemptsPerCaller: 3,
  failedAttemptsPerAddress: 5,
  streamsPerCaller: 10,
};

const proxy = await startLossyDatabase();
afterAll(() => void vi.useRealTimers());
process.env.CEILINGS = JSON.stringify(ceilings);

/** Each test has its own month, so that tests do not share counters. */
let month = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, month++, 20, 23) });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  proxy.loses = () => false;
});

describe('recognised speech', () => {
  test('counts billed seconds: at least 15, rounded up', async () => {
    const user = caller('premium');
    for (const seconds of [0.4, 15.2, 30.5]) await meterClip(user, seconds, done);
    expect(await usage(user)).toMatchObject({ speechSeconds: 15 + 16 + 31 });
  });

  test('is counted before the call', async () => {
    const user = caller('free');
    await meterClip(user, 20, async () => expect(await usage(user)).toMatchObject({ speechSeconds: 20 }));
  });

  test.each([
    ['guest', 60, /as a guest.*Type instead, or sign up for free/, undefined],
    ['free', 90, /today’s limit for voice input.*Type instead, or come back after midnight UTC/, '3600'],
    ['premium', 120, /today’s limit for voice input.*Type instead, or come back after midnight UTC/, '3600'],
  ] as const)('of a %s ends at the ceiling, with advice', async (kind, most, sentence, seconds) => {
    const somebody = caller(kind);
    for (let seconds = 0; seconds < most; seconds += 30) await meterClip(somebody, 30, done);
    const work = vi.fn(done);
    const refused = meterClip(somebody, 1, work);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toMatchObject({ headers: seconds ? { 'retry-after': seconds } : {} });
    expect(work).not.toHaveBeenCalled();
    expect(await usage(somebody)).toMatchObject({ speechSeconds: most });
  });

  test('is returned on failure, and the error is passed on', async () => {
    const guest = caller('guest');
    const fault = new Error('the recogniser failed');
    await expect(meterClip(guest, 20, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(await usage(guest)).toMatchObject({ speechSeconds: 0 });
  });

  test('stays counted when the recogniser times out, because it is paid', async () => {
    const user = caller('free');
    const late = new ProviderTimeout('recognition').setCost('counted');
    await expect(meterClip(user, 20, () => Promise.reject(late))).rejects.toBe(late);
    expect(await usage(user)).toMatchObject({ speechSeconds: 20, failed: 1 });
  });

  test('is not reported as uncounted if the database fails', async () => {
    proxy.loses = (_action, _attempt, body) => body.includes('"USER#') && body.includes('speechSeconds');
    await expect(meterClip(caller('free'), 20, done)).rejects.toMatchObject({
      status: 504,
      cost: 'unknown',
    });
  }, 60_000);

  test('is returned at most once, even if the database’s answer is lost', async () => {
    const user = caller('free');
    await meterClip(user, 20, done);
    const fails = async () => {
      proxy.loses = () => true;
      throw new Error('the recogniser failed');
    };
    await expect(meterClip(user, 20, fails)).rejects.toThrow('the recogniser failed');
    proxy.loses = () => false;
    expect(await usage(user)).toMatchObject({ speechSeconds: 20 });
  });

  test('of a stream is counted for as long as it may last, and then as long as it was', async () => {
    const user = caller('free');
    await meterStream(user, async (maxSeconds, sent) => {
      expect(maxSeconds).toBe(25);
      expect(await usage(user)).toMatchObject({ speechSeconds: 25 });
      sent.seconds = 17.2;
    });
    expect(await usage(user)).toMatchObject({ speechSeconds: 18 });
  });

  test('of a short stream counts 15 seconds, which the recogniser bills', async () => {
    const user = caller('guest');
    await meterStream(user, async (_, sent) => {
      sent.seconds = 0.5;
    });
    expect(await usage(user)).toMatchObject({ speechSeconds: 15 });
  });

  test('of a stream may last for what is left, if that is not too little', async () => {
    const guest = caller('guest');
    await meterClip(guest, 40, done);
    const lasts = vi.fn(async (_: number, sent: { seconds: number }) => {
      sent.seconds = 15;
    });
    await meterStream(guest, lasts);
    expect(lasts).toHaveBeenCalledWith(15, { seconds: 15 });
    await expect(meterStream(guest, lasts)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await usage(guest)).toMatchObject({ speechSeconds: 55 });
  });

  test('of a stream that fails without audio is returned, and a busy recogniser is no failed attempt', async () => {
    const user = caller('premium');
    await expect(meterStream(user, () => Promise.reject(new Error('it failed')))).rejects.toThrow();
    expect(await usage(user)).toMatchObject({ speechSeconds: 0, failed: 1 });
    const busy = meterStream(user, () => Promise.reject(new ProviderBusy('recognition')));
    await expect(busy).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '5' } });
    expect(await usage(user)).toMatchObject({ speechSeconds: 0, failed: 1 });
  });

  test('of many guests from one address ends, too', async () => {
    const address = '198.51.100.1';
    for (let clip = 0; clip < 4; clip++) await meterClip(caller('guest', address), 30, done);
    await expect(meterClip(caller('guest', address), 30, done)).rejects.toThrow(/^Your network has/);
    await meterClip(caller('guest', '198.51.100.2'), 30, done);
  });

  test('of many free accounts at one address ends, too, and leaves its guests theirs', async () => {
    const address = '198.51.100.1';
    for (let clip = 0; clip < 4; clip++) await meterClip(caller('free', address), 30, done);
    const late = caller('free', address);
    await expect(meterClip(late, 30, done)).rejects.toThrow(
      'Your network has reached today’s limit for voice input with free accounts. Type instead, or come back after midnight UTC.',
    );
    expect(await usage(late)).toMatchObject({ speechSeconds: 0 });
    await meterClip(caller('guest', address), 30, done);
    await meterClip(caller('free', '198.51.100.2'), 30, done);
  });

  test('of all guests ends, and its last quarter is reserved for addresses with little use', async () => {
    for (let clip = 0; clip < 3; clip++) {
      await meterClip(caller('guest', '198.51.100.1'), 30, done);
      await meterClip(caller('guest', '198.51.100.2'), 30, done);
    }
    const heavy = meterClip(caller('guest', '198.51.100.1'), 30, done);
    await expect(heavy).rejects.toThrow(/^Today’s voice input for guests has run out/);
    for (const address of ['198.51.100.3', '198.51.100.4']) {
      await meterClip(caller('guest', address), 30, done);
    }
    const light = caller('guest', '198.51.100.5');
    await expect(meterClip(light, 30, done)).rejects.toThrow(/^Today’s voice input for guests has run out/);
    const sk = new Date().toISOString().slice(0, 10);
    expect(await read({ pk: 'GUESTS#0', sk, expiresAt: 0 })).toMatchObject({ speechSeconds: 240 });
    expect(await usage(light)).toMatchObject({ speechSeconds: 0 });
  });

  test('of all free accounts ends, and a refusal counts nothing', async () => {
    for (let clip = 0; clip < 6; clip++) await meterClip(caller('free'), 30, done);
    const late = caller('free');
    await expect(meterClip(late, 30, done)).rejects.toThrow(
      /^Today’s voice input for free accounts has run out/,
    );
    expect(await usage(late)).toMatchObject({ speechSeconds: 0 });
    await meterClip(caller('premium'), 30, done);
  });

  test('of a premium user has a monthly limit, too', async () => {
    const user = caller('premium') as User;
    for (const clips of [4, 4]) {
      for (let clip = 0; clip < clips; clip++) await meterClip(user, 30, done);
      vi.setSystemTime(Date.now() + 86_400_000);
    }
    const refused = meterClip(user, 30, done);
    await expect(refused).rejects.toThrow(/this month’s limit for voice input.*come back next month/);
    expect(await read(buildMonthCounterKey(user, Date.now()))).toMatchObject({ speechSeconds: 240 });
    expect(await usage(user)).toMatchObject({ speechSeconds: 0 });
  });
});

test('a trial has speech in all, with its sentences', async () => {
  const { profile, ...others } = caller('premium') as User;
  const trialEndsAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const subscription = {
    status: 'trialing',
    isPremium: true,
    plan: null,
    trialEndsAt,
    endsAt: null,
  } as const;
  const user: User = { ...others, profile: { ...profile, subscription } };
  await meterClip(user, 45, done);
  const refused = meterClip(user, 15, done);
  await expect(refused).rejects.toThrow(/^You’ve used all the voice input of your free trial/);
  await expect(refused).rejects.toMatchObject({ headers: { 'retry-after': `${5 * 86_400}` } });
  const spoken = meterReadAloud(user, ['a'.repeat(51)], speak, join);
  await expect(spoken).rejects.toThrow(/^You’ve used all the reading aloud of your free trial/);
});

describe('failed attempts', () => {
  const fails = () => Promise.reject(new ProviderFailed('recognition'));
  const tooMany = /^Too many of your requests failed within an hour/;

  test('are limited per hour for a caller', async () => {
    const user = caller('premium');
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(meterClip(user, 15, fails)).rejects.toThrow('Parley couldn’t recognise your speech');
    }
    const refused = meterClip(user, 15, done);
    await expect(refused).rejects.toThrow(tooMany);
    await expect(refused).rejects.toHaveProperty('headers.retry-after', '3600');
    await expect(meterReadAloud(user as User, ['a'], speak, join)).rejects.toThrow(tooMany);
    expect(await usage(user)).toMatchObject({ speechSeconds: 0, failed: 3 });
    vi.setSystemTime(Date.now() - 3_600_000);
    await meterClip(user, 15, done);
    await expect(meterClip(user, 15, fails)).rejects.toThrow('Parley couldn’t recognise your speech');
    expect(await usage(user)).toMatchObject({ failed: 1 });
  });

  test('are limited per hour for an address', async () => {
    const address = '198.51.100.1';
    const users = Array.from({ length: 6 }, () => caller('free', address));
    for (const user of users) {
      await expect(meterClip(user, 15, fails)).rejects.toThrow('Parley couldn’t recognise your speech');
    }
    const again = await Promise.allSettled(users.map((user) => meterClip(user, 15, done)));
    // The address was at its ceiling with the fifth.
    expect(again.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ]);
    await expect(meterClip(caller('guest', address), 15, done)).rejects.toThrow(tooMany);
    expect(await read(buildAddressCounterKey(address, Date.now()))).toMatchObject({ failed: 6 });
  });

  test('are counted when they fail concurrently', async () => {
    const user = caller('premium');
    const failing = Array.from({ length: 4 }, () => meterClip(user, 15, fails));
    await Promise.allSettled(failing);
    expect(await usage(user)).toMatchObject({ failed: 4 });
  });
});

describe('speech output', () => {
  test('ends at the ceiling, with what to do', async () => {
    const user = caller('premium') as User;
    expect(await meterReadAloud(user, ['a'.repeat(900)], speak, join)).toBe('900');
    const refused = meterReadAloud(user, ['a'.repeat(101)], speak, join);
    await expect(refused).rejects.toThrow(/read-aloud limit.*come back after midnight UTC/);
    await meterReadAloud(user, ['a'.repeat(100)], speak, join);
    expect(await usage(user)).toMatchObject({ spokenCharacters: 1_000 });
    vi.setSystemTime(Date.now() + 86_400_000);
    const later = meterReadAloud(user, ['a'.repeat(501)], speak, join);
    await expect(later).rejects.toThrow(/this month’s read-aloud limit.*next month/);
  });

  test('updates a daily and a monthly counter', async () => {
    const user = caller('premium') as User;
    proxy.actions.length = 0;
    await meterReadAloud(user, ['Hi'], speak, join);
    expect(proxy.actions).toEqual(['UpdateItem', 'UpdateItem']);
  });

  test('of a short text counts 20 characters', async () => {
    const user = caller('premium') as User;
    await meterReadAloud(user, ['Hi', '!'], speak, join);
    expect(await usage(user)).toMatchObject({ spokenCharacters: 20 });
  });

  test('is returned when all of it fails, and a busy voice is no failed attempt', async () => {
    const user = caller('premium') as User;
    const fails = () => Promise.reject(new ProviderFailed('speech'));
    const failed = meterReadAloud(user, ['a'.repeat(5), 'b'], fails, join);
    await expect(failed).rejects.toThrow('This didn’t count toward your limit.');
    expect(await usage(user)).toMatchObject({ spokenCharacters: 0, failed: 1 });
    expect(await read(buildMonthCounterKey(user, Date.now()))).toMatchObject({ spokenCharacters: 0 });
    const busy = () => Promise.reject(new ProviderBusy('speech'));
    await expect(meterReadAloud(user, ['a'], busy, join)).rejects.toThrow('Try again in a few seconds');
    expect(await usage(user)).toMatchObject({ spokenCharacters: 0, failed: 1 });
  });

  test('with one failed piece counts for the others, and says so', async () => {
    const user = caller('premium') as User;
    const pieces = ['a'.repeat(300), 'b'.repeat(200), 'c'.repeat(100)];
    const some = async (piece: string) => {
      if (piece.startsWith('b')) throw new ProviderFailed('speech');
      return speak(piece);
    };
    await expect(meterReadAloud(user, pieces, some, join)).rejects.toThrow('This counted toward your limit.');
    expect(await usage(user)).toMatchObject({ spokenCharacters: 400 });
    expect(await read(buildMonthCounterKey(user, Date.now()))).toMatchObject({ spokenCharacters: 400 });
  });

  test('too large for one answer stays counted', async () => {
    const user = caller('premium') as User;
    const tooMuch = () => {
      throw new ProviderTimeout('speech');
    };
    await expect(meterReadAloud(user, ['a'.repeat(300)], speak, tooMuch)).rejects.toThrow('too long');
    expect(await usage(user)).toMatchObject({ spokenCharacters: 300, failed: 1 });
  });
});

test('users count by day, and guests in total', async () => {
  const [user, guest] = [caller('free'), caller('guest')];
  for (let day = 0; day < 2; day++) {
    await meterClip(user, 30, done);
    await meterClip(guest, 30, done);
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
  }
  expect(await usage(user)).toMatchObject({ speechSeconds: 30 });
  expect(await usage(guest)).toMatchObject({ speechSeconds: 60 });
});

test('counts and refusals are logged, with the account of users', async () => {
  const [guest, user] = [caller('guest'), caller('free')];
  for (const each of [guest, user]) await meterClip(each, 20, done);
  await expect(meterClip(guest, 50, done)).rejects.toThrow(RateLimited);
  const fails = () => Promise.reject(new Error('not speech'));
  for (let attempt = 0; attempt < 3; attempt++) await expect(meterClip(user, 20, fails)).rejects.toThrow();
  await expect(meterClip(user, 20, done)).rejects.toThrow(RateLimited);
  const lines = vi.mocked(process.stdout.write).mock.calls.map(([line]) => JSON.parse(String(line)));
  const granted = lines.filter(({ event }) => event === 'speech-granted');
  expect(granted[0]).toMatchObject({ kind: 'guest', speechSeconds: 20 });
  expect(granted[0]).not.toHaveProperty('userId');
  expect(granted[1]).toMatchObject({ kind: 'free', userId: expect.any(String), speechSeconds: 20 });
  const refused = lines.filter(({ event }) => event === 'allowance-refused');
  expect(refused.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['guest', 'speech-seconds'],
    ['free', 'failed'],
  ]);
});

/** Each from another address by default. */
function caller(kind: 'guest' | 'free' | 'premium', address = `2001:db8:${hex()}:${hex()}::1`): Guest | User {
  const request = { requestId: 'request', address, signal: new AbortController().signal };
  const userId = crypto.randomUUID();
  const profile = { email: `${userId}@parley.example` };
  const who = kind === 'guest' ? { kind, guestId: ulid() } : { kind, userId, profile };
  return { ...request, ...who } as Guest | User;
}

function hex(): string {
  return Math.floor(Math.random() * 0x10000).toString(16);
}

async function done(): Promise<void> {}

async function speak(piece: string): Promise<number> {
  return piece.length;
}

function join(lengths: number[]): string {
  return lengths.join();
}

function usage(somebody: Guest | User) {
  return read(buildCounterKey(somebody, Date.now()));
}

async function read({ pk, sk }: CounterKey) {
  const { Item } = await documentClient.send(
    new GetCommand({ TableName: 'usage', Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item;
}
