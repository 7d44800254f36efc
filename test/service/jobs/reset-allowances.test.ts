import { BatchGetCommand, BatchWriteCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/jobs/reset-allowances.ts';
import type { User } from '../../../functions/request/caller.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildFreeAddressCounterKey,
  buildGroupCounterKeys,
  type CounterKey,
  toEmailKey,
} from '../../../functions/tables/usage.ts';
import { grantTranslation } from '../../../functions/translation/allowance/allowance.ts';
import { listDays } from '../../../shared/dates.ts';
import { lambdaContext, runJob } from '../../support/handlers/event.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';

const { put: putInto, all: itemsOf, item, clear, logged } = await startInProcess();

/** Most of the days that the job looks at, so that it does not ask for each of them. */
const closedDays = listDays('2026-10-17', '2026-11-16').map((day) => ({
  pk: 'STATS',
  sk: `DAY#${day}`,
  dayUsage: {},
}));

beforeEach(async () => {
  vi.useFakeTimers({ now: at('2026-11-20T00:05'), toFake: ['Date'] });
  await clear('users', 'usage');
  await putInto('users', ...closedDays);
});
afterEach(() => void vi.useRealTimers());

test('a past day’s counters are totalled and deleted', async () => {
  await put(
    { ...counter('USER#ada', '2026-11-19'), used: 10, characters: 900, spokenCharacters: 70 },
    { ...counter('USER#bob', '2026-11-19'), used: 3, characters: 40, speechSeconds: 45 },
    { ...counter('USER#eve', '2026-11-19'), speechSeconds: 15 },
    // Only looked at a card form.
    { ...counter('USER#zoe', '2026-11-19'), cardForms: new Set(['purchase']) },
    { ...group('GUESTS#3', '2026-11-19'), used: 50, characters: 4_000 },
    { ...group('GUESTS#15', '2026-11-19'), used: 10, characters: 1_000 },
    { ...group('FREE#3', '2026-11-19'), used: 13, characters: 940, speechSeconds: 60 },
    { ...buildAddressCounterKey('203.0.113.7', at('2026-11-19')), used: 58 },
  );
  await putInto('users', { pk: 'STATS', sk: 'DAY#2026-11-19', signups: 2 });
  await run();
  expect(await item('users', 'STATS', 'DAY#2026-11-19')).toEqual({
    pk: 'STATS',
    sk: 'DAY#2026-11-19',
    signups: 2,
    dayUsage: {
      users: 3,
      translations: 13,
      characters: 940,
      speechSeconds: 60,
      spokenCharacters: 70,
      guestTranslations: 60,
      guestCharacters: 5_000,
    },
    expiresAt: Date.parse('2028-11-18') / 1_000,
  });
  expect(await itemsOf('usage')).toEqual([]);
});

test('today’s counters and guests’ own stay', async () => {
  const staying = [
    { ...counter('USER#ada', '2026-11-20'), used: 1 },
    { ...group('GUESTS#3', '2026-11-20'), used: 2 },
    { ...buildAddressCounterKey('203.0.113.7', at('2026-11-20')), used: 2 },
    { pk: 'GUEST#01JD3M7Z0000000000000000AA', sk: 'ALL', used: 3, expiresAt: 1_800_000_000 },
  ];
  await put(...staying, { ...counter('USER#ada', '2026-11-19'), used: 10 });
  await run();
  expect(await itemsOf('usage')).toEqual(expect.arrayContaining(staying));
  expect(await itemsOf('usage')).toHaveLength(staying.length);
});

test('a lapsed grant is not a translation', async () => {
  const grant = { fingerprint: 'a', begunAt: 0, windowStart: 0, characters: 5, version: '1' };
  await put({
    ...counter('USER#ada', '2026-11-19'),
    used: 2,
    g_answered: { ...grant, runs: { one: 'answered' } },
    g_lapsed: { ...grant, runs: { two: at('2026-11-19T23:59') } },
  });
  await run();
  expect(await usageOf('2026-11-19')).toMatchObject({ users: 1, translations: 1 });
});

test('a day is not closed while its last requests may run', async () => {
  await put({ ...counter('USER#ada', '2026-11-19'), used: 10 });
  vi.setSystemTime(at('2026-11-20T00:01'));
  await run();
  expect(await usageOf('2026-11-19')).toBeUndefined();
  expect(await itemsOf('usage')).toHaveLength(1);
  vi.setSystemTime(at('2026-11-20T00:05'));
  await run();
  expect(await usageOf('2026-11-19')).toMatchObject({ translations: 10 });
});

test('allowances are right without the job, and one run catches up with all days', async () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-19'];
  for (const day of days) {
    vi.setSystemTime(at(`${day}T12:00`));
    expect(await translationsUntilRefused('ada'), day).toBe(10);
  }
  await put({ ...counter('USER#bob', '2026-10-16'), used: 4 });
  vi.setSystemTime(at('2026-11-20T12:00'));
  await translate('ada', 'today');
  await run();
  for (const day of days) expect(await usageOf(day), day).toMatchObject({ users: 1, translations: 10 });
  expect(await usageOf('2026-10-16')).toMatchObject({ translations: 4 });
  const left = (await itemsOf('usage')).toSorted((one, other) => `${one.pk}`.localeCompare(`${other.pk}`));
  expect(left).toMatchObject([
    { pk: buildFreeAddressCounterKey('203.0.113.7', at('2026-11-20')).pk, sk: '2026-11-20', used: 1 },
    { pk: expect.stringMatching(/^FREE#\d+$/), sk: '2026-11-20', used: 1 },
    { pk: toEmailKey(user('ada')), sk: '2026-11-20', used: 1 },
  ]);
  expect(await translationsUntilRefused('ada')).toBe(9);
});

test('runs at the same time count every counter once', async () => {
  await put(...counters('2026-11-18', 250), ...counters('2026-11-19', 150));
  await Promise.all([run(), run(), run()]);
  expect(await usageOf('2026-11-18')).toMatchObject({ users: 250, translations: 500 });
  expect(await usageOf('2026-11-19')).toMatchObject({ users: 150, translations: 300 });
  expect(await itemsOf('usage')).toEqual([]);
});

test.each([1, 20, 60, 80, 90, 100, 110, 120])(
  'a run that is killed after %i requests goes on in the next, and counts nothing twice',
  async (most) => {
    await put(...counters('2026-11-19', 250), { ...group('GUESTS#3', '2026-11-19'), used: 7 });
    let requests = 0;
    const spy = spyOnRequests(async (_command, send) => {
      if (++requests > most) throw new Error('killed');
      return send();
    });
    await expect(run()).rejects.toThrow('The job reset-allowances did not finish');
    spy.mockRestore();
    await run();
    const usage = { users: 250, translations: 500, guestTranslations: 7 };
    expect(await usageOf('2026-11-19')).toMatchObject(usage);
    expect(await itemsOf('users')).toHaveLength(closedDays.length + 1);
    expect(await itemsOf('usage')).toEqual([]);
    await run();
    expect(await usageOf('2026-11-19')).toMatchObject(usage);
  },
);

test('a run that is out of time stops, keeps what it has counted, and the next one finishes', async () => {
  await put(...counters('2026-11-19', 250));
  const context = lambdaContext();
  let isLate = false;
  context.getRemainingTimeInMillis = () => (isLate ? 5_000 : 60_000);
  const spy = spyOnRequests(async (command, send) => {
    const answer = await send();
    isLate ||= command instanceof BatchWriteCommand;
    return answer;
  });
  await expect(runJob('reset-allowances', handler, context)).rejects.toThrow(
    'The job reset-allowances did not finish: OutOfTime.',
  );
  spy.mockRestore();
  expect(logged()).toContain('"event":"job-failed"');
  const cursors = (await itemsOf('users')).filter(({ sk }) => `${sk}`.startsWith('USAGE#'));
  expect(cursors.length).toBeGreaterThan(0);
  const left = await itemsOf('usage');
  const counted = cursors.reduce((sum, { sums }) => sum + (sums as { users: number }).users, 0);
  expect(counted + left.length).toBe(250);
  await run();
  expect(await usageOf('2026-11-19')).toMatchObject({ users: 250, translations: 500 });
  expect(await itemsOf('usage')).toEqual([]);
});

test('a run holds at most 100 counters of each of the index’s parts', async () => {
  const { utcDay } = counter('USER#ada', '2026-11-19');
  await put(...counters('2026-11-19', 250).map((each) => ({ ...each, utcDay })));
  const pages: number[] = [];
  spyOnRequests(async (command, send) => {
    if (command instanceof BatchGetCommand) pages.push(command.input.RequestItems?.usage?.Keys?.length ?? 0);
    return send();
  });
  await run();
  expect(pages).toEqual([100, 100, 50]);
});

test('items that a batch leaves unprocessed are requested again', async () => {
  const { utcDay } = counter('USER#ada', '2026-11-19');
  await put(...counters('2026-11-19', 120).map((each) => ({ ...each, utcDay })));
  let batches = 0;
  spyOnRequests(async (command, send) => {
    const isBatch = command instanceof BatchGetCommand || command instanceof BatchWriteCommand;
    if (!isBatch || !command.input.RequestItems?.usage) return send();
    return batches++ % 2 === 0 ? halfOf(command) : send();
  });
  await run();
  expect(batches).toBe(14);
  expect(await usageOf('2026-11-19')).toMatchObject({ users: 120, translations: 240 });
  expect(await itemsOf('usage')).toEqual([]);
});

function run(): Promise<void> {
  return runJob('reset-allowances', handler);
}

/** Milliseconds since 1970 of a time in UTC, `2026-11-20T00:05`. */
function at(time: string): number {
  return Date.parse(time.includes('T') ? `${time}Z` : time);
}

function counter(pk: `USER#${string}`, day: string): CounterKey {
  return { ...buildCounterKey(user(pk), at(day)), pk };
}

function group(pk: `${'GUESTS' | 'FREE'}#${number}`, day: string): CounterKey {
  const counters = [...Array(64).keys()].flatMap((index) =>
    buildGroupCounterKeys(
      pk.startsWith('FREE') ? 'FREE' : 'GUESTS',
      counter(`USER#${index}`, day),
      16,
      at(day),
    ),
  );
  return counters.find((each) => each.pk === pk) as CounterKey;
}

/** Each has two translations. */
function counters(day: string, count: number): CounterKey[] {
  return Array.from({ length: count }, (_, index) => ({ ...counter(`USER#${index}`, day), used: 2 }));
}

async function put(...items: object[]): Promise<void> {
  await putInto('usage', ...items.map((each) => ({ ...each })));
}

async function usageOf(day: string): Promise<unknown> {
  return (await item('users', 'STATS', `DAY#${day}`))?.dayUsage;
}

/** How many translations a free user gets before the limit refuses. */
async function translationsUntilRefused(userId: string): Promise<number> {
  for (let granted = 0; ; granted++) {
    try {
      await translate(userId, `${Date.now()}-${granted}`);
    } catch (error) {
      expect(error).toMatchObject({ code: 'daily_limit_reached' });
      return granted;
    }
  }
}

async function translate(userId: string, id: string): Promise<void> {
  const granted = await grantTranslation(user(userId), { id, fingerprint: id, characters: 5 });
  await granted.settle();
}

function user(userId: string): User {
  const { signal } = new AbortController();
  return {
    kind: 'free',
    userId,
    profile: { email: `${userId}@parley.example` },
    requestId: 'request',
    address: '203.0.113.7',
    signal,
    groups: [],
  } as unknown as User;
}

/** Lets a test intercept what the job sends to the database. */
function spyOnRequests(answer: (command: Command, send: () => Promise<unknown>) => Promise<unknown>) {
  return vi
    .spyOn(documentClient, 'send')
    .mockImplementation((command: unknown) =>
      answer(command as Command, () => sendDirectly(command as Command)),
    );
}

/** Writes the first half of a batch, as a throttled table does. */
async function halfOf(command: BatchGetCommand | BatchWriteCommand) {
  if (command instanceof BatchGetCommand) {
    const keys = command.input.RequestItems?.usage?.Keys ?? [];
    const [now, later] = [keys.slice(0, keys.length / 2), keys.slice(keys.length / 2)];
    const done = await sendDirectly(new BatchGetCommand({ RequestItems: { usage: { Keys: now } } }));
    return { ...done, UnprocessedKeys: { usage: { Keys: later, ConsistentRead: true } } };
  }
  const requests = command.input.RequestItems?.usage ?? [];
  const [now, later] = [requests.slice(0, requests.length / 2), requests.slice(requests.length / 2)];
  await sendDirectly(new BatchWriteCommand({ RequestItems: { usage: now } }));
  return { UnprocessedItems: { usage: later } };
}

const sendDirectly = documentClient.send.bind(documentClient) as (command: Command) => Promise<object>;

type Command = BatchGetCommand | BatchWriteCommand | UpdateCommand;
