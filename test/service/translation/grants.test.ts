import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  DailyLimitReached,
  IdempotencyKeyReused,
  type ProductError,
  ProviderTimeout,
  RateLimited,
} from '../../../functions/errors.ts';
import type { User } from '../../../functions/request/caller.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { countTranslations, leaseMs, windowMs } from '../../../functions/tables/grant-item.ts';
import { toEmailKey, type UsageItem } from '../../../functions/tables/usage.ts';
import { say } from '../../../functions/texts.ts';
import { forgetRequests, grant } from '../../../functions/translation/allowance/grants.ts';
import { rightAfter } from '../../support/handlers/in-process.ts';
import { startLossyDatabase } from '../../support/handlers/lossy-database.ts';

const proxy = await startLossyDatabase();

const noon = Date.parse('2026-11-20T12:00:00Z');
const second = 1_000;
const aMinute = 60 * second;

/** A new user for each test, with 3 translations and 100 characters. */
let user: ReturnType<typeof subject>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  user = subject();
});

afterEach(() => {
  vi.useRealTimers();
  proxy.loses = () => false;
  proxy.actions.length = 0;
});

describe('a grant', () => {
  test('is charged before the translation is made, with its characters', async () => {
    await user.asks('one', { characters: 7 });
    expect(await user.counters()).toMatchObject({ used: 1, characters: 7 });
  });

  test('stays charged after the answer', async () => {
    const granted = await user.asks('one');
    await granted.settle();
    wait(leaseMs + windowMs);
    expect(await user.charged()).toBe(1);
  });

  test('is refused at the limit', async () => {
    for (const id of ['one', 'two', 'three']) await (await user.asks(id)).settle();
    await expect(user.asks('four')).rejects.toThrow(DailyLimitReached);
    expect(await user.counters()).toMatchObject({ used: 3, characters: 30 });
  });

  test('is given exactly up to the limit to concurrent requests', async () => {
    const asked = await Promise.allSettled(ids(30).map((id) => user.asks(id)));
    expect(fulfilled(asked)).toHaveLength(3);
    expect(await user.counters()).toMatchObject({ used: 3, characters: 30 });
  });

  test('is refused above the ceiling of characters, with its sentence', async () => {
    await user.asks('one', { characters: 60 });
    await expect(user.asks('two', { characters: 41 })).rejects.toThrow('characters');
    await expect(user.asks('three', { characters: 101 })).rejects.toThrow('characters');
    await user.asks('four', { characters: 40 });
    expect(await user.counters()).toMatchObject({ used: 2, characters: 100 });
  });

  test('is refused without an allowance', async () => {
    await expect(user.asks('one', { limit: 0 })).rejects.toThrow(DailyLimitReached);
    expect(await user.counters()).toBeUndefined();
  });

  test('keeps a day’s item in the index by day, with its end', async () => {
    await user.asks('one');
    expect(await user.counters()).toMatchObject({
      utcDay: '2026-11-20',
      expiresAt: 1_800_000_000,
    });
  });
});

describe('a repeated request', () => {
  test('is not charged again, answered or not', async () => {
    const first = await user.asks('one');
    expect(first.isRerun).toBe(false);
    expect((await user.asks('one')).isRerun).toBe(true);
    await first.settle();
    await (await user.asks('one')).settle();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 30 });
  });

  test('runs at most 5 times in 10 minutes, then says when to come back', async () => {
    for (let run = 0; run < 5; run++) await (await user.asks('one')).settle();
    wait(4 * aMinute);
    await expect(user.asks('one')).rejects.toThrow(`again at ${noon + windowMs}`);
    await expect(user.asks('one')).rejects.toThrow(RateLimited);
    expect(await user.counters()).toMatchObject({ used: 1, characters: 50 });
  });

  test('runs again, uncharged, when the 10 minutes are over', async () => {
    for (let run = 0; run < 5; run++) await (await user.asks('one')).settle();
    wait(windowMs);
    for (let run = 0; run < 4; run++) await (await user.asks('one')).settle();
    await expect(user.asks('one')).rejects.toThrow(RateLimited);
    expect(await user.charged()).toBe(1);
  });

  test('stays charged in the next 10 minutes without an answer', async () => {
    await (await user.asks('one')).settle();
    wait(windowMs);
    await (await user.asks('one')).release();
    wait(leaseMs);
    expect(await user.charged()).toBe(1);
  });

  test.each([0, 1])('stays charged there if one of two answers is reverted late: %i', async (late) => {
    const runs = [await user.asks('one'), await user.asks('one')];
    for (const run of runs) await run.settle();
    wait(windowMs);
    await user.asks('one');
    await runs[late]?.release();
    wait(leaseMs);
    expect(await user.charged()).toBe(1);
  });

  test('accepts the answer of a run from the 10 minutes before', async () => {
    await (await user.asks('one')).settle();
    wait(windowMs - second);
    const late = await user.asks('one');
    wait(second);
    await user.asks('one');
    await late.settle();
    expect(await user.charged()).toBe(1);
  });

  test('counts its characters each time, up to the ceiling', async () => {
    await user.asks('one', { characters: 40 });
    await user.asks('one', { characters: 40 });
    await expect(user.asks('one', { characters: 40 })).rejects.toThrow('characters');
    expect(await user.counters()).toMatchObject({ used: 1, characters: 80 });
  });

  test('runs when the limit is reached', async () => {
    for (const id of ['one', 'two', 'three']) await (await user.asks(id)).settle();
    expect((await user.asks('two')).isRerun).toBe(true);
  });

  test('runs 5 times for concurrent requests, for one charge', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, () => user.asks('one', { characters: 1 })),
    );
    expect(fulfilled(asked)).toHaveLength(5);
    expect(reasons(asked).every((reason) => reason instanceof RateLimited)).toBe(true);
    expect(await user.counters()).toMatchObject({ used: 1, characters: 5 });
  });

  test('with the id of another request is refused, at any time', async () => {
    const first = await user.asks('one');
    await expect(user.asks('one', { fingerprint: 'other' })).rejects.toThrow(IdempotencyKeyReused);
    await first.settle();
    wait(windowMs);
    await expect(user.asks('one', { fingerprint: 'other' })).rejects.toThrow(IdempotencyKeyReused);
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('of many requests under one id, one is granted', async () => {
    const asked = await Promise.allSettled(ids(20).map((fingerprint) => user.asks('one', { fingerprint })));
    expect(fulfilled(asked)).toHaveLength(1);
    expect(reasons(asked).every((reason) => reason instanceof IdempotencyKeyReused)).toBe(true);
  });
});

describe('an uncounted answer', () => {
  test('returns the translation but not its characters, and the id is free again', async () => {
    await (await user.asks('one')).uncount();
    expect(await user.counters()).toMatchObject({ used: 0, characters: 10 });
    expect(await user.grants()).toBe(0);
    expect((await user.asks('one', { fingerprint: 'other' })).isRerun).toBe(false);
  });

  test('returns once if reported twice, or if the database’s answer is lost', async () => {
    const [one] = await Promise.all([user.asks('one'), user.asks('two')]);
    loseFirst('UpdateItem');
    await Promise.all([one.uncount(), one.uncount()]);
    await one.uncount();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 20 });
  });

  test('of one run keeps the charge of another, in any order', async () => {
    const [first, other] = [await user.asks('one'), await user.asks('one')];
    await Promise.all([first.uncount(), other.settle()]);
    const [third, fourth] = [await user.asks('two'), await user.asks('two')];
    await third.settle();
    await fourth.uncount();
    expect(await user.counters()).toMatchObject({ used: 2, characters: 40 });
    wait(leaseMs + windowMs);
    expect(await user.charged()).toBe(2);
  });

  test('of every run returns the translation, in any order', async () => {
    const runs = [await user.asks('one'), await user.asks('one'), await user.asks('one')];
    await Promise.all(runs.map((run) => run.uncount()));
    expect(await user.counters()).toMatchObject({ used: 0, characters: 30 });
  });

  test('leaves a killed run’s characters to be given back', async () => {
    const first = await user.asks('one');
    await user.asks('one');
    await first.uncount();
    wait(leaseMs);
    await user.forgets();
    expect(await user.counters()).toMatchObject({ used: 0, characters: 10 });
  });
});

describe('a failure', () => {
  test('returns everything, and the id is free again', async () => {
    await (await user.asks('one')).release();
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
    expect((await user.asks('one', { fingerprint: 'other' })).isRerun).toBe(false);
  });

  test('returns once if reported twice', async () => {
    const [one] = await Promise.all([user.asks('one'), user.asks('two')]);
    await Promise.all([one.release(), one.release()]);
    await one.release();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('of one run returns only its characters while another may still answer', async () => {
    const [first, other] = [await user.asks('one'), await user.asks('one')];
    await first.release();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
    await other.settle();
    expect(await user.charged()).toBe(1);
  });

  test('of every run returns everything, in any order', async () => {
    const runs = [await user.asks('one'), await user.asks('one'), await user.asks('one')];
    await Promise.all(runs.map((run) => run.release()));
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
  });

  test('after another run has answered leaves the charge', async () => {
    const [first, other] = [await user.asks('one'), await user.asks('one')];
    await first.settle();
    await other.release();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('returns everything although an earlier run died', async () => {
    await user.asks('one');
    wait(leaseMs);
    await (await user.asks('one')).release();
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
  });

  test('at the limit makes room for another', async () => {
    const granted = await Promise.all(['one', 'two', 'three'].map((id) => user.asks(id)));
    await granted[1]?.release();
    await user.asks('four');
    await expect(user.asks('five')).rejects.toThrow(DailyLimitReached);
  });
});

describe('a grant whose function died', () => {
  test('lapses after a minute, and is taken back when the limit is reached', async () => {
    for (const id of ['one', 'two', 'three']) await user.asks(id);
    wait(leaseMs - 1);
    await expect(user.asks('four')).rejects.toThrow(DailyLimitReached);
    wait(1);
    expect(await user.charged()).toBe(0);
    await user.asks('four');
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('stays while there is room', async () => {
    await user.asks('one');
    wait(leaseMs);
    await user.asks('two');
    expect(await user.counters()).toMatchObject({ used: 2, characters: 20 });
    expect(await user.charged()).toBe(1);
  });

  test('is taken back for its characters, too', async () => {
    await user.asks('one', { characters: 90 });
    wait(leaseMs);
    await user.asks('two', { characters: 20 });
    expect(await user.counters()).toMatchObject({ used: 1, characters: 20 });
  });

  test('is run again under its id without another charge', async () => {
    await user.asks('one');
    wait(leaseMs);
    const again = await user.asks('one');
    expect(again.isRerun).toBe(true);
    await again.settle();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 20 });
  });

  test('is taken back once by concurrent requests', async () => {
    const answered = await user.asks('answered');
    await answered.settle();
    for (const id of ['one', 'two']) await user.asks(id);
    wait(leaseMs);
    const asked = await Promise.allSettled(ids(20).map((id) => user.asks(id)));
    expect(fulfilled(asked)).toHaveLength(2);
    expect(await user.counters()).toMatchObject({ used: 3, characters: 30 });
  });

  test('fails after a late answer if it was taken back', async () => {
    const late = await user.asks('late');
    for (const id of ['one', 'two']) await (await user.asks(id)).settle();
    wait(leaseMs);
    await (await user.asks('three')).settle();
    await expect(late.settle()).rejects.toThrow(ProviderTimeout);
    await late.release();
    expect(await user.counters()).toMatchObject({ used: 3, characters: 30 });
  });

  test('answers late if it was not taken back', async () => {
    const late = await user.asks('late');
    wait(leaseMs);
    await late.settle();
    for (const id of ['one', 'two']) await user.asks(id);
    await expect(user.asks('three')).rejects.toThrow(DailyLimitReached);
  });

  test('answers late, after the id was granted to another run: no answer is sent', async () => {
    const late = await user.asks('one');
    for (const id of ['two', 'three']) await (await user.asks(id)).settle();
    wait(leaseMs);
    const next = await user.asks('four');
    await next.release();
    const again = await user.asks('one');
    await expect(late.settle()).rejects.toThrow(ProviderTimeout);
    await again.settle();
    expect(await user.counters()).toMatchObject({ used: 3, characters: 30 });
  });
});

describe('a lost answer of the database', () => {
  test('after a grant charges once', async () => {
    loseNext(1);
    await (await user.asks('one')).settle();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('after another run of it charges once', async () => {
    await user.asks('one');
    loseFirst('UpdateItem');
    const again = await user.asks('one');
    expect(again.isRerun).toBe(true);
    expect(await user.counters()).toMatchObject({ used: 1, characters: 20 });
    await again.release();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('after settling leaves it settled', async () => {
    const granted = await user.asks('one');
    loseNext(3);
    await granted.settle();
    wait(leaseMs);
    expect(await user.charged()).toBe(1);
  });

  test('after a release releases once', async () => {
    const [one] = [await user.asks('one'), await user.asks('two')];
    loseNext(1);
    await one.release();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('after the failure of one of two runs subtracts its characters once', async () => {
    const [first] = [await user.asks('one'), await user.asks('one')];
    loseNext(3);
    await first.release();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('after taking back lapsed grants takes each back once', async () => {
    for (const id of ['one', 'two', 'three']) await user.asks(id);
    wait(leaseMs);
    loseFirst('UpdateItem');
    await user.asks('four');
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test('every time leaves an unreported translation without a charge', async () => {
    const granted = await user.asks('one');
    proxy.loses = () => true;
    await expect(granted.settle()).rejects.toMatchObject({ code: 'provider_timeout', cost: 'unknown' });
    proxy.loses = () => false;
    wait(leaseMs);
    expect(await user.charged()).toBe(0);
  }, 60_000);

  test('to all attempts of a grant charges nothing, at the latest when it lapses', async () => {
    loseNext(4);
    await expect(user.asks('one')).rejects.toMatchObject({ code: 'provider_timeout', cost: 'lapsing' });
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
    proxy.loses = () => true;
    await expect(user.asks('two')).rejects.toMatchObject({ code: 'provider_timeout', cost: 'lapsing' });
    proxy.loses = () => false;
    wait(leaseMs);
    expect(await user.charged()).toBe(0);
  }, 60_000);
});

describe('a caller after the timeout', () => {
  test('is granted nothing, and nothing is counted', async () => {
    user.giveUp();
    await expect(user.asks('one')).rejects.toThrow(ProviderTimeout);
    expect(await user.counters()).toBeUndefined();
  });

  test('is not charged for a later answer, and gets an error', async () => {
    const granted = await user.asks('one');
    user.giveUp();
    await expect(granted.settle()).rejects.toMatchObject({ code: 'provider_timeout', cost: 'uncounted' });
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
  });

  test('is not charged if it happens during settling', async () => {
    const granted = await user.asks('one');
    proxy.loses = () => {
      user.giveUp();
      return false;
    };
    await expect(granted.settle()).rejects.toThrow(ProviderTimeout);
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
  });

  test('is not charged if it happens between the database’s answer and ours', async () => {
    const granted = await user.asks('one');
    rightAfter(documentClient, 'UpdateItemCommand', async () => user.giveUp());
    await expect(granted.settle()).rejects.toMatchObject({ code: 'provider_timeout', cost: 'uncounted' });
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
  });

  test('during settling keeps the charge of another answered run', async () => {
    const [first, other] = [await user.asks('one'), await user.asks('one')];
    await other.settle();
    proxy.loses = () => {
      user.giveUp();
      return false;
    };
    await expect(first.settle()).rejects.toThrow(ProviderTimeout);
    expect(await user.counters()).toMatchObject({ used: 1, characters: 10 });
  });

  test.each([
    ['settles', UpdateCommand],
    ['reads what another request has changed', GetCommand],
  ])('is not charged if the database does not answer when it %s', async (_what, hanging) => {
    const granted = await user.asks('one');
    const other = await user.asks('one');
    const send = documentClient.send.bind(documentClient);
    const sent = vi.spyOn(documentClient, 'send').mockImplementation(((
      command: GetCommand,
      options: Stoppable = {},
    ) => {
      if (!(command instanceof hanging)) return send(command, options);
      sent.mockImplementation(send);
      user.giveUp();
      const { abortSignal } = options;
      return new Promise((_answered, reject) => abortSignal?.aborted && reject(abortSignal.reason));
    }) as typeof send);
    await expect(granted.settle()).rejects.toMatchObject({ code: 'provider_timeout', cost: 'uncounted' });
    await other.release();
    expect(await user.counters()).toMatchObject({ used: 0, characters: 0 });
  });
});

describe('a delayed write that was sent again', () => {
  test('of settling reverts no later change', async () => {
    const first = await user.asks('one');
    const sent = vi.spyOn(documentClient, 'send');
    await first.settle();
    const settling = sent.mock.calls[0]?.[0] as UpdateCommand;
    sent.mockRestore();
    await user.asks('one');
    const before = await user.counters();
    await expect(documentClient.send(new UpdateCommand(settling.input))).rejects.toThrow('conditional');
    expect(await user.counters()).toEqual(before);
  });
});

describe('forgetting a caller’s requests', () => {
  test('keeps the charge of an answer', async () => {
    await (await user.asks('one')).settle();
    await user.forgets();
    expect(await user.counters()).toEqual({ ...user.key, used: 1, characters: 10, ...user.day });
  });

  test('returns lapsed grants, and keeps running ones', async () => {
    for (const id of ['one', 'two']) await user.asks(id, { characters: 7 });
    wait(leaseMs);
    await user.asks('three', { characters: 20 });
    await user.forgets();
    expect(await user.counters()).toMatchObject({ used: 1, characters: 20 });
    expect(await user.grants()).toBe(1);
    await user.forgets();
    expect(await user.grants()).toBe(1);
  });

  test('keeps the charge of an answer that comes meanwhile', async () => {
    const late = await user.asks('one');
    await (await user.asks('two')).settle();
    wait(leaseMs);
    const send = documentClient.send.bind(documentClient);
    vi.spyOn(documentClient, 'send').mockImplementationOnce((async (command: GetCommand) => {
      const answer = await send(command);
      await late.settle();
      return answer;
    }) as typeof documentClient.send);
    await user.forgets();
    expect(await user.counters()).toMatchObject({ used: 2, characters: 20 });
    expect(await user.grants()).toBe(0);
  });

  test('does nothing for a caller without any, and ends with the request', async () => {
    await user.forgets();
    expect(await user.counters()).toBeUndefined();
    user.giveUp();
    await expect(user.forgets()).rejects.toThrow('aborted');
  });
});

function subject() {
  const profile = { email: `${crypto.randomUUID()}@parley.example` } as User['profile'];
  const key = { pk: toEmailKey({ profile }), sk: '2026-11-20' };
  const day = { utcDay: '2026-11-20', expiresAt: 1_800_000_000 };
  const counters = { ...key, ...day };
  const time = new AbortController();
  const read = async () => {
    const { Item } = await documentClient.send(
      new GetCommand({ TableName: 'usage', Key: key, ConsistentRead: true }),
    );
    return Item as UsageItem | undefined;
  };
  return {
    key,
    day,
    asks: async (id: string, { characters = 10, fingerprint = 'fingerprint', limit = 3 } = {}) => {
      const allowance = { counters, maxTranslations: limit, maxCharacters: 100, createRefusal: refuse };
      const granted = await grant(allowance, { id, fingerprint, characters }, time.signal);
      return { ...granted, release: () => granted.release(false) };
    },
    forgets: () => {
      const { signal } = time;
      return forgetRequests({ kind: 'free', profile, signal } as User);
    },
    counters: read,
    grants: async () => Object.keys((await read()) ?? {}).filter((name) => name.startsWith('g_')).length,
    charged: async () => countTranslations(await read(), Date.now()),
    giveUp: () => time.abort(),
  };
}

function refuse(reason: string, retryAt?: number): ProductError {
  if (reason === 'limit') return new DailyLimitReached(noon);
  if (reason === 'other-request') return new IdempotencyKeyReused();
  return new RateLimited(
    { ...say('minuteLimit', { max: 1 }), english: retryAt === undefined ? reason : `again at ${retryAt}` },
    'free',
  );
}

function wait(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Loses the next answers. The database client tries 4 times in all. */
function loseNext(answers: number): void {
  let left = answers;
  proxy.loses = () => left-- > 0;
}

/** Loses the answer to the first attempt of each request. */
function loseFirst(action: string): void {
  proxy.loses = (asked, attempt) => asked === action && attempt === 1;
}

function ids(many: number): string[] {
  return Array.from({ length: many }, (_, index) => `id ${index}`);
}

function fulfilled<T>(results: PromiseSettledResult<T>[]): T[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

function reasons(results: PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

interface Stoppable {
  readonly abortSignal?: AbortSignal;
}
