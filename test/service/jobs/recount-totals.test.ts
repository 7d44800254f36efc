import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addPayment } from '../../../functions/analytics/ledger.ts';
import { countChange } from '../../../functions/analytics/totals.ts';
import { handler } from '../../../functions/jobs/recount-totals.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import type { ProfileItem, Subscription } from '../../../functions/tables/users.ts';
import { lambdaContext, runJob } from '../../support/handlers/event.ts';
import { beforeRequests, rightAfter, startInProcess } from '../../support/handlers/in-process.ts';
import { monthly, profileOf } from '../../support/people/profiles.ts';

const { clear, item, put, remove, logged } = await startInProcess();

const now = '2026-11-20T01:05:00.000Z';
const trial: Subscription = { ...monthly, status: 'canceled', trialEndsAt: '2026-12-01T00:00:00.000Z' };

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  await clear('users');
  await putTotals({});
});
afterEach(() => vi.useRealTimers());

test('all profiles are counted, and corrections are logged', async () => {
  await putTotals({ users: 5, trials: 1, paying: 0, yearlyCents: 0 });
  await put('users', profile(), profile({ subscription: monthly }), profile({ subscription: trial }));
  await run();
  expect(await totals()).toMatchObject({ users: 3, trials: 1, paying: 1, yearlyCents: 5_988 });
  expect(recounted()).toMatchObject({ users: 3, correctedCounts: 2 + 1 + 1, movedEntries: 0 });
  await run();
  expect(recounted()).toMatchObject({ users: 3, correctedCounts: 0, movedEntries: 0 });
});

test('expired profiles do not count', async () => {
  const seconds = Date.parse(now) / 1_000;
  await put('users', profile({ expiresAt: seconds }), profile({ expiresAt: seconds + 1 }));
  await run();
  expect(await totals()).toMatchObject({ users: 1 });
});

test('left outbox entries are entered once', async () => {
  const outbox = { [`SIGNUP#${ulid()}`]: '2026-09-01T12:00:00.000Z', [`BEGAN#${ulid()}`]: now };
  const ada = profile({ outbox });
  await put('users', ada);
  await run();
  expect(recounted()).toMatchObject({ movedEntries: 2, correctedCounts: 1 });
  await run();
  expect(recounted()).toMatchObject({ movedEntries: 0 });
  expect(await day('2026-09-01')).toMatchObject({ signups: 1 });
  expect(await day('2026-11-20')).toMatchObject({ began: 1 });
  expect((await item('users', ada.pk, 'PROFILE'))?.outbox).toEqual({});
});

describe('a day', () => {
  test('is set to what the ledger holds, and keeps its usage', async () => {
    for (const sk of ['SIGNUP#1', 'SIGNUP#2', 'BEGAN#1', 'ENDED#1']) {
      await put('users', { pk: 'LEDGER#2026-11-19', sk, at: now });
    }
    await invoice('in_1', 499, 'usd');
    await invoice('in_2', 3_999, 'usd');
    await invoice('in_3', 100, 'eur');
    await put('users', {
      pk: 'STATS',
      sk: 'DAY#2026-11-19',
      signups: 7,
      changes: 9,
      dayUsage: { users: 3 },
    });
    await put('users', { pk: 'STATS', sk: 'DAY#2026-11-18', revenueCents: 499, changes: 1 });
    await run();
    const counts = { signups: 2, began: 1, ended: 1, revenueCents: 4_498 };
    expect(await day('2026-11-19')).toMatchObject({ ...counts, changes: 9, dayUsage: { users: 3 } });
    expect(await day('2026-11-18')).toMatchObject({ signups: 0, revenueCents: 0 });
    expect(recounted()).toMatchObject({ correctedCounts: 5 + 1 + 1 + 1 + 1 });
  });

  test('is recounted for 62 days', async () => {
    for (const each of ['2026-09-20', '2026-09-19']) {
      await put('users', { pk: `LEDGER#${each}`, sk: 'SIGNUP#1', at: each });
    }
    await run();
    expect(await day('2026-09-20')).toMatchObject({ signups: 1 });
    expect(await day('2026-09-19')).toBeUndefined();
  });

  test.each([0, 3])(
    'that changes during its recount keeps the change (changes before: %i)',
    async (changes) => {
      await put('users', { pk: 'LEDGER#2026-11-20', sk: 'SIGNUP#1', at: now });
      if (changes > 0) await put('users', { pk: 'STATS', sk: 'DAY#2026-11-20', signups: 3, changes });
      rightAfter(documentClient, 'UpdateItemCommand', async () => {
        // The walk has begun; the day is read later.
        betweenReads('LEDGER#2026-11-20', () =>
          addPayment({ sk: 'INVOICE#in_1', amountCents: 499, currency: 'usd', plan: null, at: now }),
        );
      });
      await run();
      expect(await day('2026-11-20')).toMatchObject({ signups: 1, revenueCents: 499, changes: changes + 1 });
    },
  );

  function invoice(id: string, amountCents: number, currency: string) {
    return put('users', { pk: 'LEDGER#2026-11-19', sk: `INVOICE#${id}`, amountCents, currency, at: now });
  }
});

test.each(['QueryCommand', 'BatchGetItemCommand'])(
  'changes during the walk are counted: right after the first %s',
  async (command) => {
    const [changed, gone] = [profile(), profile()];
    await put('users', changed, gone, ...Array.from({ length: 120 }, () => profile()));
    const stranger = profile({ createdAt: later(1_000), subscription: trial });
    rightAfter(documentClient, command, async () => {
      await putCounted(changed, { ...changed, subscription: monthly });
      await remove('users', gone.pk, 'PROFILE');
      await countChange(gone, undefined);
      await putCounted(undefined, stranger);
      vi.setSystemTime(Date.parse(later(2_000)));
    });
    await run();
    expect(await totals()).toMatchObject({ users: 122, trials: 1, paying: 1, yearlyCents: 5_988 });
  },
);

test('totals that never stop changing are corrected, too', async () => {
  await put('users', ...Array.from({ length: 3 }, () => profile()));
  await putTotals({ users: 40, changes: 9 });
  let time = 0;
  const stop = beforeRequests(documentClient, async (command) => {
    if (command !== 'BatchGetItemCommand') return;
    time += 1;
    await putCounted(undefined, profile({ createdAt: later(time) }));
  });
  await runJob('recount-totals', handler, lambdaContext(440_000));
  stop();
  expect(await totals()).toMatchObject({ users: 4 });
});

describe('a run', () => {
  test('stops when its time is up', async () => {
    await put('users', profile());
    await expect(runJob('recount-totals', handler, lambdaContext(19_999))).rejects.toThrow(
      'The job recount-totals did not finish: OutOfTime.',
    );
  });

  test('that is killed goes on in the next, which corrects the totals once, wherever it was killed', async () => {
    // The oldest one is on the last page.
    const oldest = profile({ createdAt: '2026-01-01T00:00:00.000Z', subscription: trial });
    const others = Array.from({ length: 2_099 }, () => profile());
    await put('users', profile({ subscription: monthly }), oldest, ...others);
    for (const most of [13, 14, 17]) {
      await putTotals({ users: 5, paying: 3, changes: 9 });
      expect(await countKills(most), `after ${most} requests`).toBeGreaterThan(1);
      expect(await totals()).toMatchObject({ users: 2_102, trials: 1, paying: 1, yearlyCents: 5_988 });
      expect(await totals()).not.toHaveProperty('recount');
    }
  });

  test('does not go on with what was left six hours ago', async () => {
    await putTotals({ users: 1, recount: { ...left, until: '2026-11-19T18:00:00.000Z' } });
    await put('users', profile());
    await run();
    expect(await totals()).toMatchObject({ users: 1 });
    await putTotals({ users: 1, recount: { ...left, until: '2026-11-19T20:00:00.000Z' } });
    await run();
    expect(await totals()).toMatchObject({ users: 100 });
  });

  const sums = { users: 100, trials: 0, paying: 0, yearlyCents: 0 };
  const left = { pages: 1, last: null, sums, movedEntries: 0, before: { ...sums, users: 1 }, changes: 4 };
});

function run(): Promise<void> {
  return runJob('recount-totals', handler);
}

/** Kills runs after so many requests until one ends, with a change after the second. @returns how many it killed */
async function countKills(most: number): Promise<number> {
  for (let kills = 0; kills < 9; kills++) {
    let requests = 0;
    const stop = beforeRequests(documentClient, (_command, input) => {
      if (!input.includes('DAY#') && !input.includes('LEDGER#')) requests += 1;
      if (requests > most) throw new Error('killed');
    });
    const isDone = await run().then(
      () => true,
      () => false,
    );
    stop();
    if (isDone) return kills;
    // A change after it was counted.
    if (kills === 1) await countChange(undefined, profile());
  }
  throw new Error('No run ended.');
}

/** The last run's log line. */
function recounted(): Record<string, unknown> {
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes('"totals-recounted"'));
  return JSON.parse(lines.at(-1) ?? '{}');
}

let made = 0;

/** The local database may keep one of two index entries with the same time: it compares 24 bits of their keys. */
function nextEarlierTime(): string {
  made += 1;
  return new Date(Date.parse(now) - made).toISOString();
}

function profile(fields: Partial<ProfileItem> = {}): ProfileItem & Record<string, unknown> {
  return { ...profileOf(randomUUID(), { createdAt: nextEarlierTime(), ...fields }) };
}

/** Milliseconds after now, as ISO. */
function later(ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString();
}

function putTotals(fields: object) {
  return put('users', { pk: 'STATS', sk: 'TOTALS', ...fields });
}

async function putCounted(before: ProfileItem | undefined, after: ProfileItem & Record<string, unknown>) {
  await put('users', after);
  await countChange(before, after);
}

function totals() {
  return item('users', 'STATS', 'TOTALS');
}

function day(date: string) {
  return item('users', 'STATS', `DAY#${date}`);
}

/** Runs something after the job has read a partition of the ledger, before it writes the day. */
function betweenReads(partition: string, happens: () => Promise<unknown>): void {
  documentClient.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      if (JSON.stringify(args.input).includes(partition)) {
        documentClient.middlewareStack.remove('between-reads');
        await happens();
      }
      return answer;
    },
    { step: 'initialize', name: 'between-reads' },
  );
}
