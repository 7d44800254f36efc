import { BatchGetCommand, BatchWriteCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../functions/request/caller.ts';
import { lambdaContext } from '../../support/handlers/event.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';

const { put: putInto, all: itemsOf, item, remove, logged } = await startInProcess();
const { documents } = await import('../../../functions/jobs/documents.ts');
const { handler } = await import('../../../functions/jobs/reset-allowances.ts');
const { grantTranslation } = await import('../../../functions/translation/allowance/allowance.ts');
const { countersOf, countersOfAddress, countersOfAll, personOf } = await import(
  '../../../functions/tables/usage.ts'
);
type Counters = import('../../../functions/tables/usage.ts').Counters;

beforeEach(async () => {
  vi.useFakeTimers({ now: at('2026-11-20T00:05'), toFake: ['Date'] });
  for (const table of ['users', 'usage'] as const) {
    for (const { pk, sk } of await itemsOf(table)) await remove(table, `${pk}`, `${sk}`);
  }
  await rolledThrough('2026-11-18');
});
afterEach(() => vi.useRealTimers());

test('a closed day’s counters become the day’s totals', async () => {
  await put(
    { ...counter('USER#ada', '2026-11-19'), used: 10, characters: 900, spokenCharacters: 70 },
    { ...counter('USER#bob', '2026-11-19'), used: 3, characters: 40, speechSeconds: 45 },
    { ...counter('USER#eve', '2026-11-19'), speechSeconds: 15 },
    { ...countersOfAll('guest', at('2026-11-19')), used: 60, characters: 5_000 },
    { ...countersOfAll('free', at('2026-11-19')), used: 13, characters: 940, speechSeconds: 60 },
    { ...countersOfAddress('203.0.113.7', at('2026-11-19')), used: 58 },
  );
  await run();
  expect(await totalsOf('2026-11-19')).toEqual({
    users: 3,
    translations: 13,
    characters: 940,
    speechSeconds: 60,
    spokenCharacters: 70,
    guestTranslations: 60,
    guestCharacters: 5_000,
    rolledAt: '2026-11-20T00:05:00.000Z',
    expiresAt: at('2028-11-19T00:05') / 1_000,
  });
  expect(await itemsOf('usage')).toEqual([]);
});

test('today’s counters and guests’ own stay', async () => {
  const staying = [
    { ...counter('USER#ada', '2026-11-20'), used: 1 },
    { ...countersOfAll('guest', at('2026-11-20')), used: 2 },
    { ...countersOfAddress('203.0.113.7', at('2026-11-20')), used: 2 },
    guestCounter,
  ];
  await put(...staying, { ...counter('USER#ada', '2026-11-19'), used: 10 });
  await run();
  expect(await itemsOf('usage')).toEqual(expect.arrayContaining(staying));
  expect(await itemsOf('usage')).toHaveLength(staying.length);
});

test('a grant that lapsed was no translation', async () => {
  const grant = { mac: 'a', since: 0, characters: 5, version: '1' };
  await put({
    ...counter('USER#ada', '2026-11-19'),
    used: 2,
    g_answered: { ...grant, runs: { one: 'answered' } },
    g_lapsed: { ...grant, runs: { two: at('2026-11-19T23:59') } },
  });
  await run();
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 1, translations: 1 });
});

test('a second run changes nothing', async () => {
  await put({ ...counter('USER#ada', '2026-11-19'), used: 10 });
  await run();
  const before = await itemsOf('users');
  vi.setSystemTime(at('2026-11-20T09:00'));
  await run();
  expect(await itemsOf('users')).toEqual(before);
});

test('a day is not closed as long as its last requests may run', async () => {
  await put({ ...counter('USER#ada', '2026-11-19'), used: 10 });
  vi.setSystemTime(at('2026-11-20T00:01'));
  await run();
  expect(await totalsOf('2026-11-19')).toBeUndefined();
  expect(await itemsOf('usage')).toHaveLength(1);
  vi.setSystemTime(at('2026-11-20T00:05'));
  await run();
  expect(await totalsOf('2026-11-19')).toMatchObject({ translations: 10 });
});

test('after seven days without the job allowances are right, and one run catches up', async () => {
  const days = ['13', '14', '15', '16', '17', '18', '19'].map((day) => `2026-11-${day}`);
  await rolledThrough('2026-11-12');
  for (const day of days) {
    vi.setSystemTime(at(`${day}T12:00`));
    expect(await translationsUntilRefused('ada'), day).toBe(10);
  }
  vi.setSystemTime(at('2026-11-20T12:00'));
  await translate('ada', 'today');
  await run();
  for (const day of days) expect(await totalsOf(day), day).toMatchObject({ users: 1, translations: 10 });
  const left = (await itemsOf('usage')).toSorted((one, other) => `${one.pk}`.localeCompare(`${other.pk}`));
  expect(left).toMatchObject([
    { pk: 'FREE', sk: '2026-11-20', used: 1 },
    { pk: personOf(user('ada')), sk: '2026-11-20', used: 1 },
  ]);
  expect(await translationsUntilRefused('ada')).toBe(9);
});

test('missed days are rolled in order, and the last one is remembered', async () => {
  await put(...['17', '18', '19'].map((day) => ({ ...counter('USER#ada', `2026-11-${day}`), used: 1 })));
  await rolledThrough('2026-11-16');
  const closed: unknown[] = [];
  spyOnRequests(async ({ input }, send) => {
    if ('Key' in input && input.Key?.sk === 'TOTALS' && 'UpdateExpression' in input) {
      closed.push(input.ExpressionAttributeValues?.[':day']);
    }
    return send();
  });
  await run();
  expect(closed).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  expect(await itemOf('TOTALS')).toMatchObject({ rolledThrough: '2026-11-19' });
});

test('where no day was ever rolled, it begins with the oldest that counters live', async () => {
  await remove('users', 'STATS', 'TOTALS');
  await put({ ...counter('USER#ada', '2026-10-16'), used: 4 });
  await run();
  expect(await totalsOf('2026-10-16')).toMatchObject({ translations: 4 });
  expect(await totalsOf('2026-10-15')).toBeUndefined();
});

test('what a run before has counted is removed and not counted again', async () => {
  await put(...pageful('2026-11-19#03', 250));
  let removals = 0;
  const spy = spyOnRequests(async (command, send) => {
    // The first page's cursor has moved when its counters are to go.
    if (command instanceof BatchWriteCommand && removals++ >= 0) throw new Error('killed');
    return send();
  });
  await expect(run()).rejects.toThrow('has not finished');
  spy.mockRestore();
  expect(await itemsOf('usage')).toHaveLength(250);
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 100 });
  await run();
  expect(await itemsOf('usage')).toEqual([]);
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 250, translations: 500 });
});

test('a counter that comes behind the cursor is removed with the day', async () => {
  await put(...pageful('2026-11-19#03', 150));
  const late = { ...counter('USER#0000-late', '2026-11-19'), dayShard: '2026-11-19#03', used: 1 };
  let isLate = false;
  spyOnRequests(async (command, send) => {
    if (command instanceof BatchWriteCommand && !isLate) {
      isLate = true;
      await put(late);
    }
    return send();
  });
  await run();
  expect(await itemsOf('usage')).toEqual([]);
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 150 });
});

test('the totals of a rolled day stay as they are, whatever comes later', async () => {
  await run();
  await put({ ...counter('USER#ada', '2026-11-19'), used: 4 });
  vi.setSystemTime(at('2026-11-21T00:05'));
  await run();
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 0, rolledAt: '2026-11-20T00:05:00.000Z' });
  expect(await totalsOf('2026-11-20')).toMatchObject({ users: 0 });
});

test('runs at the same time count every counter once', async () => {
  await put(
    ...pageful('2026-11-18#03', 250),
    ...pageful('2026-11-18#04', 150),
    ...pageful('2026-11-19#05', 150),
  );
  await rolledThrough('2026-11-17');
  await Promise.all([run(), run(), run()]);
  expect(await totalsOf('2026-11-18')).toMatchObject({ users: 400, translations: 800 });
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 150, translations: 300 });
  expect(await itemsOf('usage')).toEqual([]);
});

test('a run whose time is nearly over stops with what it has, and the next one goes on', async () => {
  await put(...pageful('2026-11-19#03', 250));
  const context = lambdaContext();
  let isLate = false;
  context.getRemainingTimeInMillis = () => (isLate ? 5_000 : 60_000);
  spyOnRequests(async (command, send) => {
    const answer = await send();
    isLate ||= command instanceof BatchWriteCommand;
    return answer;
  });
  await expect(handler({}, context)).rejects.toThrow('The job reset-allowances has not finished: OutOfTime.');
  expect(logged()).toContain('"event":"job-failed"');
  expect(await itemsOf('usage')).toHaveLength(150);
  isLate = false;
  await run();
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 250, translations: 500 });
  expect(await itemsOf('usage')).toEqual([]);
});

test('what a batch leaves undone is asked for again', async () => {
  await put(...pageful('2026-11-19#03', 120));
  let batches = 0;
  spyOnRequests(async (command, send) => {
    const isBatch = command instanceof BatchGetCommand || command instanceof BatchWriteCommand;
    return isBatch && batches++ % 2 === 0 ? halfOf(command) : send();
  });
  await run();
  expect(batches).toBe(14);
  expect(await totalsOf('2026-11-19')).toMatchObject({ users: 120, translations: 240 });
  expect(await itemsOf('usage')).toEqual([]);
});

test('a run that dies on its way leaves what the next one ends well', async () => {
  // The proof kills it anywhere.
  for (let deadly = 1; ; deadly += 4) {
    await put(...pageful('2026-11-19#03', 101), ...pageful('2026-11-19#04', 2));
    await put({ pk: 'STATS', sk: 'DAY#2026-11-19' });
    await rolledThrough('2026-11-18');
    let requests = 0;
    const spy = spyOnRequests(async (_command, send) => {
      if (++requests > deadly) throw new Error('dead');
      return send();
    });
    const hasDied = await run().then(
      () => false,
      () => true,
    );
    spy.mockRestore();
    if (!hasDied) break;
    await run();
    const when = `died after request ${deadly}`;
    expect(await totalsOf('2026-11-19'), when).toMatchObject({ users: 103, translations: 206 });
    expect(await itemsOf('usage'), when).toEqual([]);
  }
}, 60_000);

const guestCounter = { pk: 'GUEST#01JD3M7Z0000000000000000AA', sk: 'ALL', used: 3, expiresAt: 1_800_000_000 };

function run(): Promise<void> {
  return handler({}, lambdaContext(900_000));
}

/** Milliseconds since 1970 of a time in UTC, `2026-11-20T00:05`. */
function at(time: string): number {
  return Date.parse(time.includes('T') ? `${time}Z` : time);
}

function counter(pk: `USER#${string}`, day: string): Counters {
  return { ...countersOf(user(pk), at(day)), pk };
}

/** Counters of one shard, more than a page where more than 100; each has two translations. */
function pageful(shard: string, count: number): Counters[] {
  const [day = ''] = shard.split('#');
  return Array.from({ length: count }, (_, index) => {
    const pk = `USER#${shard.slice(-2)}-${String(index).padStart(4, '0')}` as const;
    return { ...counter(pk, day), dayShard: shard, used: 2 };
  });
}

async function put(...items: (Counters | Record<string, unknown>)[]): Promise<void> {
  const plain = items.map((each) => ({ ...each }) as Record<string, unknown>);
  await putInto('users', ...plain.filter(({ pk }) => pk === 'STATS'));
  await putInto('usage', ...plain.filter(({ pk }) => pk !== 'STATS'));
}

async function rolledThrough(day: string): Promise<void> {
  await put({ pk: 'STATS', sk: 'TOTALS', rolledThrough: day });
}

async function totalsOf(day: string): Promise<Record<string, unknown> | undefined> {
  const { pk, sk, ...totals } = (await itemOf(`DAY#${day}`)) ?? {};
  return pk === undefined ? undefined : totals;
}

function itemOf(sk: string) {
  return item('users', 'STATS', sk);
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
  const granted = await grantTranslation(user(userId), { id, mac: id, characters: 5 });
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

/** Lets a test stand between the job and the database. */
function spyOnRequests(answer: (command: Command, send: () => Promise<unknown>) => Promise<unknown>) {
  return vi
    .spyOn(documents, 'send')
    .mockImplementation((command: unknown) =>
      answer(command as Command, () => unwatched(command as Command)),
    );
}

/** Does the first half of a batch, as a busy table does. */
async function halfOf(command: BatchGetCommand | BatchWriteCommand) {
  if (command instanceof BatchGetCommand) {
    const keys = command.input.RequestItems?.usage?.Keys ?? [];
    const [now, later] = [keys.slice(0, keys.length / 2), keys.slice(keys.length / 2)];
    const done = await unwatched(new BatchGetCommand({ RequestItems: { usage: { Keys: now } } }));
    return { ...done, UnprocessedKeys: { usage: { Keys: later, ConsistentRead: true } } };
  }
  const requests = command.input.RequestItems?.usage ?? [];
  const [now, later] = [requests.slice(0, requests.length / 2), requests.slice(requests.length / 2)];
  await unwatched(new BatchWriteCommand({ RequestItems: { usage: now } }));
  return { UnprocessedItems: { usage: later } };
}

/** Past those who watch. */
const unwatched = documents.send.bind(documents) as (command: Command) => Promise<object>;

type Command = BatchGetCommand | BatchWriteCommand | UpdateCommand;
