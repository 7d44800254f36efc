import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Guest, User } from '../../../functions/caller.ts';
import { startDynamoDb } from '../../../infra/local/dynamodb.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { startLossyProxy } from '../../proofs/storm/lossy-proxy.ts';

/** Smaller than the product's, so that a test can reach them. */
const ceilings: Partial<Ceilings> = {
  guestTranslationsPerAddress: 4,
  guestSpeechSeconds: 60,
  freeSpeechSecondsPerDay: 90,
  premiumSpeechSecondsPerDay: 120,
  spokenCharactersPerDay: 1_000,
};

const database = await startDynamoDb();
const proxy = await startLossyProxy(database.url);
afterAll(async () => {
  vi.useRealTimers();
  await proxy.stop();
  await database.stop();
});
Object.assign(process.env, {
  AWS_ENDPOINT_URL_DYNAMODB: proxy.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  USAGE_TABLE: 'usage',
  SIGNING_SECRET: 'signing-secret-of-the-tests',
  CEILINGS: JSON.stringify(ceilings),
});
const { meterSpeech, meterSpoken } = await import('../../../functions/speech/meter.ts');
const { countersOf } = await import('../../../functions/usage-table.ts');
const { documents } = await import('../../../functions/users-table.ts');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T23:00:00Z') });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  proxy.loses = () => false;
});

describe('recognised speech', () => {
  test('counts as it is billed: 15 seconds at least, begun seconds whole', async () => {
    const user = caller('premium');
    for (const seconds of [0.4, 15.2, 30.5]) await meterSpeech(user, final(seconds), done);
    expect(await usage(user)).toMatchObject({ speechSeconds: 15 + 16 + 31 });
  });

  test('is counted before it is bought', async () => {
    const user = caller('free');
    await meterSpeech(user, final(20), async () =>
      expect(await usage(user)).toMatchObject({ speechSeconds: 20 }),
    );
  });

  test.each([
    ['guest', 60, /without an account.*Type instead, or sign up for free/],
    ['free', 90, /today's voice limit.*Type instead, or come back after midnight UTC/],
    ['premium', 120, /today's voice limit.*Type instead, or come back after midnight UTC/],
  ] as const)('of a %s ends at the ceiling, with what to do', async (kind, most, sentence) => {
    const somebody = caller(kind);
    for (let seconds = 0; seconds < most; seconds += 30) await meterSpeech(somebody, final(30), done);
    const work = vi.fn(done);
    await expect(meterSpeech(somebody, final(1), work)).rejects.toThrow(sentence);
    expect(work).not.toHaveBeenCalled();
    expect(await usage(somebody)).toMatchObject({ speechSeconds: most });
  });

  test('comes back, and the error goes on, when it fails', async () => {
    const guest = caller('guest');
    const fault = new Error('the recogniser failed');
    await expect(meterSpeech(guest, final(20), () => Promise.reject(fault))).rejects.toBe(fault);
    expect(await usage(guest)).toMatchObject({ speechSeconds: 0 });
  });

  test('comes back once at most, however the database’s answer to that is lost', async () => {
    const user = caller('free');
    await meterSpeech(user, final(20), done);
    const fails = async () => {
      proxy.loses = () => true;
      throw new Error('the recogniser failed');
    };
    await expect(meterSpeech(user, final(20), fails)).rejects.toThrow('the recogniser failed');
    proxy.loses = () => false;
    expect(await usage(user)).toMatchObject({ speechSeconds: 20 });
  });

  test('of a premium user ends at half of it for text that comes while they speak, and goes on for the rest', async () => {
    const user = caller('premium');
    const interim = { seconds: 3, isInterim: true };
    for (let request = 0; request < 4; request++) await meterSpeech(user, interim, done);
    expect(await usage(user)).toMatchObject({ speechSeconds: 60, interimSeconds: 60 });
    await expect(meterSpeech(user, interim, done)).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      message:
        "You've used today's live transcription. This was not counted. Keep speaking: the text comes when you stop. Live transcription is back after midnight UTC.",
    });
    for (let clip = 0; clip < 2; clip++) await meterSpeech(user, final(30), done);
    expect(await usage(user)).toMatchObject({ speechSeconds: 120, interimSeconds: 60 });
  });

  test('of a premium user leaves no text while they speak when it is used up', async () => {
    const user = caller('premium');
    for (let clip = 0; clip < 4; clip++) await meterSpeech(user, final(30), done);
    const interim = meterSpeech(user, { seconds: 3, isInterim: true }, done);
    await expect(interim).rejects.toThrow("You've used today's live transcription.");
  });

  test('comes back in both counts when text that comes while somebody speaks fails', async () => {
    const user = caller('premium');
    const fails = () => Promise.reject(new Error());
    await expect(meterSpeech(user, { seconds: 3, isInterim: true }, fails)).rejects.toThrow();
    expect(await usage(user)).toMatchObject({ speechSeconds: 0, interimSeconds: 0 });
  });

  test('of guests without number from one address ends too', async () => {
    const address = '198.51.100.1';
    for (let clip = 0; clip < 4; clip++) await meterSpeech(caller('guest', address), final(30), done);
    await expect(meterSpeech(caller('guest', address), final(30), done)).rejects.toThrow(/sign up for free/);
    await meterSpeech(caller('guest', '198.51.100.2'), final(30), done);
  });
});

describe('speech output', () => {
  test('ends at the ceiling, with what to do', async () => {
    const user = caller('premium') as User;
    await meterSpoken(user, 900, done);
    await expect(meterSpoken(user, 101, done)).rejects.toThrow(
      /today's audio limit.*come back after midnight UTC/,
    );
    await meterSpoken(user, 100, done);
    expect(await usage(user)).toMatchObject({ spokenCharacters: 1_000 });
  });

  test('comes back when it fails', async () => {
    const user = caller('premium') as User;
    await expect(meterSpoken(user, 900, () => Promise.reject(new Error()))).rejects.toThrow();
    expect(await usage(user)).toMatchObject({ spokenCharacters: 0 });
  });
});

test('days are counted apart for users, and together for guests', async () => {
  const [user, guest] = [caller('free'), caller('guest')];
  for (let day = 0; day < 2; day++) {
    await meterSpeech(user, final(30), done);
    await meterSpeech(guest, final(30), done);
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
  }
  expect(await usage(user)).toMatchObject({ speechSeconds: 30 });
  expect(await usage(guest)).toMatchObject({ speechSeconds: 60 });
});

function final(seconds: number) {
  return { seconds, isInterim: false };
}

/** Each from an address of their own, unless told. */
function caller(kind: 'guest' | 'free' | 'premium', address = `2001:db8:${hex()}:${hex()}::1`): Guest | User {
  const request = { requestId: 'request', address, signal: new AbortController().signal };
  const who = kind === 'guest' ? { kind, guestId: ulid() } : { kind, userId: crypto.randomUUID() };
  return { ...request, ...who } as Guest | User;
}

function hex(): string {
  return Math.floor(Math.random() * 0x10000).toString(16);
}

async function done(): Promise<void> {}

async function usage(somebody: Guest | User) {
  const { pk, sk } = countersOf(somebody, Date.now());
  const { Item } = await documents.send(
    new GetCommand({ TableName: 'usage', Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item;
}
