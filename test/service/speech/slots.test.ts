import { ulid } from 'ulid';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Guest, User } from '../../../functions/request/caller.ts';
import { meterClip, meterStream } from '../../../functions/speech/meter.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { buildCounterKey } from '../../../functions/tables/usage.ts';
import { beforeRequests, breaks, startInProcess } from '../../support/handlers/in-process.ts';

const { items, logged } = await startInProcess();

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const callerRefusal = {
  code: 'too_many_streams',
  status: 429,
  headers: { 'retry-after': '5' },
  message:
    'You’re already speaking to Parley in 3 places. This didn’t count toward your limit. Stop one of them, or try again in a few seconds.',
};
const addressRefusal = {
  ...callerRefusal,
  message:
    'Many people on your network are speaking to Parley right now. This didn’t count toward your limit. Please try again in a few seconds.',
};

describe('a caller', () => {
  test.each(['guest', 'free', 'premium'] as const)(
    'who is %s has three streams at once, clips included, and a refusal counts nothing',
    async (kind) => {
      const somebody = caller(kind);
      const [first] = await holdAll(somebody, somebody, somebody);
      await expect(meterStream(somebody, done)).rejects.toMatchObject(callerRefusal);
      await expect(meterClip(somebody, 15, done)).rejects.toMatchObject(callerRefusal);
      expect(await countSeconds(somebody)).toBe(75);
      expect(logged()).toContain('"reason":"streams"');
      await first?.end();
      await meterClip(somebody, 15, done);
    },
  );

  test('twenty requests at once get three answers', async () => {
    const somebody = caller('premium');
    const asking = Array.from({ length: 20 }, () => hold(somebody).begun);
    const answers = await Promise.allSettled(asking);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await countSeconds(somebody)).toBe(75);
  });

  test('has a stream that failed back at once', async () => {
    const somebody = caller('free');
    for (let times = 0; times < 4; times += 1) {
      await expect(meterClip(somebody, 15, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
    await meterClip(somebody, 15, done);
  });

  test('has the streams of a killed function back after half a minute', async () => {
    const somebody = caller('premium');
    await holdAll(somebody, somebody, somebody);
    vi.setSystemTime(Date.now() + 29_000);
    await expect(meterStream(somebody, done)).rejects.toMatchObject(callerRefusal);
    vi.setSystemTime(Date.now() + 1_001);
    await meterStream(somebody, done);
  });

  test('has a stream back at once when the database fails for its address', async () => {
    const somebody = caller('free');
    const mend = beforeRequests(documentClient, breaks(/ADDRESS#.*SLOTS/));
    for (let times = 0; times < 4; times += 1) {
      await expect(meterStream(somebody, done)).rejects.toMatchObject({ code: 'provider_timeout' });
    }
    mend();
    await meterStream(somebody, done);
  });

  test('is one mailbox, whatever the alias', async () => {
    const aliases = ['ada+a@parley.example', 'ada+b@parley.example', 'ada@parley.example'];
    await holdAll(...aliases.map((email) => caller('free', { email })));
    const other = caller('free', { email: 'Ada@parley.example' });
    await expect(meterStream(other, done)).rejects.toMatchObject(callerRefusal);
  });
});

describe('an address', () => {
  test.each([
    ['guests', 'guest'],
    ['free accounts', 'free'],
  ] as const)('has eight streams of its %s at once; Premium is not refused there', async (_, kind) => {
    const address = newAddress();
    await holdAll(...Array.from({ length: 8 }, () => caller(kind, { address })));
    const late = caller('guest', { address });
    await expect(meterStream(late, done)).rejects.toMatchObject(addressRefusal);
    expect(await countSeconds(late)).toBe(0);
    await meterStream(caller('premium', { address }), done);
    await meterStream(caller('guest'), done);
  });

  test('that refuses uses no stream of the caller', async () => {
    const address = newAddress();
    await holdAll(...Array.from({ length: 8 }, () => caller('guest', { address })));
    const email = 'late@parley.example';
    const late = caller('free', { address, email });
    for (let times = 0; times < 4; times += 1) {
      await expect(meterStream(late, done)).rejects.toMatchObject(addressRefusal);
    }
    await meterStream(caller('free', { email }), done);
  });
});

/** Open streams, one for each. */
async function holdAll(...callers: (Guest | User)[]) {
  const streams = callers.map(hold);
  await Promise.all(streams.map(({ begun }) => begun));
  return streams;
}

/** A stream that is open until `end` is called. */
function hold(somebody: Guest | User) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stream = meterStream(somebody, () => {
    begun.resolve();
    return held.promise;
  });
  return {
    begun: Promise.race([begun.promise, stream]),
    end: async () => {
      held.resolve();
      await stream;
    },
  };
}

function caller(
  kind: 'guest' | 'free' | 'premium',
  { address = newAddress(), email = `${crypto.randomUUID()}@parley.example` } = {},
): Guest | User {
  const request = { requestId: 'request', address, signal: new AbortController().signal };
  const who = kind === 'guest' ? { kind, guestId: ulid() } : { kind, userId: email, profile: { email } };
  return { ...request, ...who } as Guest | User;
}

function newAddress(): string {
  const hex = () => Math.floor(Math.random() * 0x10000).toString(16);
  return `2001:db8:${hex()}:${hex()}::1`;
}

async function done(): Promise<void> {}

async function countSeconds(somebody: Guest | User): Promise<number> {
  const { pk, sk } = buildCounterKey(somebody, Date.now());
  const counters = (await items('usage', pk)).find((item) => item.sk === sk);
  return Number(counters?.speechSeconds ?? 0);
}
