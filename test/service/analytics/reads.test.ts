import type { BatchGetCommandInput, QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { handler as overview } from '../../../functions/analytics/overview.ts';
import { handler as revenue } from '../../../functions/analytics/revenue.ts';
import { handler as users } from '../../../functions/analytics/users.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';
import { profileOf } from '../../support/people/profiles.ts';

const { user, put } = await startInProcess();

test('no dashboard request reads more with more users', async () => {
  const olive = await user({ createdAt: createdAt(0) });
  // Two years, after which they expire.
  await put('users', ...Array.from({ length: 730 }, (_, ago) => ({ pk: 'STATS', sk: `DAY#${day(ago)}` })));
  const get = async (handler: typeof overview | typeof users, query: Record<string, string> = {}) => {
    const { status, body } = await call(handler, { method: 'GET', path: '/api', query }, olive);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.pagination;
  };
  const readEach = async () => {
    const counts: Record<string, number> = {};
    const count = async <Pages>(name: string, asked: Promise<Pages>) => {
      const pages = await asked;
      counts[name] = reads.take();
      return pages;
    };
    reads.take();
    await count('overview', get(overview));
    await count('revenue', get(revenue, { period: '30' }));
    const first = await count('page 1', get(users));
    await count('page 2', get(users, { page: '2', cursor: first.next }));
    const fiftieth = await count('page 50 by number', get(users, { page: '50' }));
    await count('page 51', get(users, { page: '51', cursor: fiftieth.next }));
    return counts;
  };

  const reads = countItems();
  await putUsers(1, 530);
  const few = await readEach();
  await putUsers(530, 545);
  expect(await readEach()).toEqual(few);
  // The caller's profile, the totals, 10 keys and one more, 10 profiles.
  const page = 1 + 1 + 11 + 10;
  expect(few).toMatchObject({
    overview: 1 + 1 + 30,
    'page 1': page,
    'page 50 by number': 490 + page,
    'page 51': page,
  });
});

async function putUsers(from: number, to: number): Promise<void> {
  const people = Array.from({ length: to - from }, (_, index) =>
    profileOf(`${from + index}`, { createdAt: createdAt(from + index) }),
  );
  await put('users', ...people.map((each) => ({ ...each })), { pk: 'STATS', sk: 'TOTALS', users: to });
}

function createdAt(index: number): string {
  return new Date(Date.parse('2026-01-01T00:00:00Z') + index * 60_000).toISOString();
}

function day(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

/** Counts as DynamoDB charges, with missing keys and filtered items. */
function countItems() {
  let items = 0;
  documentClient.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        items += itemsRead[commandName as keyof typeof itemsRead](args.input, answer.output);
        return answer;
      },
    { step: 'initialize' },
  );
  return {
    take: () => {
      const taken = items;
      items = 0;
      return taken;
    },
  };
}

/** Any other command writes, or reads too much. */
const itemsRead = {
  GetItemCommand: () => 1,
  BatchGetItemCommand: (input: object) =>
    Object.values((input as BatchGetCommandInput).RequestItems ?? {}).reduce(
      (sum, { Keys = [] }) => sum + Keys.length,
      0,
    ),
  QueryCommand: (_input: object, output: object) => (output as QueryCommandOutput).ScannedCount ?? 0,
};
