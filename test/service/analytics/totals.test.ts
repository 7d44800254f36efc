import { expect, test } from 'vitest';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { beforeRequests, premium, startInProcess } from '../../support/handlers/in-process.ts';

const { put, item, remove } = await startInProcess();
const { count } = await import('../../../functions/analytics/totals.ts');
const { documents } = await import('../../../functions/tables/users.ts');

const free: ProfileItem = {
  pk: 'USER#1',
  sk: 'PROFILE',
  kind: 'user',
  createdAt: '2026-11-20T12:00:00.000Z',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
};
const paying: ProfileItem = { ...free, ...premium };
const zeros = { users: 0, trials: 0, live: 0, yearlyCents: 0 };

test('who comes, begins to pay and goes is added and taken off again', async () => {
  await remove('users', 'STATS', 'TOTALS');
  await count(undefined, free);
  expect(await totals()).toMatchObject({ users: 1, live: 0, yearlyCents: 0 });
  await count(free, paying);
  expect(await totals()).toMatchObject({ users: 1, live: 1, yearlyCents: 5_988 });
  await count(paying, undefined);
  expect(await totals()).toMatchObject({ ...zeros, counted: 3 });
});

test('a change that counts nothing writes nothing', async () => {
  await remove('users', 'STATS', 'TOTALS');
  await count(paying, { ...paying, email: 'other@example.com' });
  await count(undefined, undefined);
  expect(await totals()).toBeUndefined();
});

test('many at a time are all counted', async () => {
  await remove('users', 'STATS', 'TOTALS');
  await Promise.all(Array.from({ length: 40 }, () => count(undefined, paying)));
  expect(await totals()).toMatchObject({ users: 40, live: 40, counted: 40 });
});

test.each([
  ['that has just come to the profile gets the change, too', '2026-11-20T12:00:00.000Z', 1],
  ['that is past it gets the change, too', '2026-11-20T12:00:00.001Z', 1],
  ['that has not come to it will find it there', '2026-11-20T11:59:59.999Z', 0],
])('a recount %s', async (_which, through, users) => {
  await put('users', {
    pk: 'STATS',
    sk: 'TOTALS',
    ...zeros,
    recount: { ...zeros, startedAt: through, through },
  });
  await count(undefined, free);
  expect(await totals()).toMatchObject({ users: 1, recount: { users, through } });
});

test('a recount that comes to the profile in between gets the change', async () => {
  const recount = { ...zeros, startedAt: '2026-11-20T12:00:00.000Z', through: '2026-11-20T12:00:00.000Z' };
  await put('users', { pk: 'STATS', sk: 'TOTALS', ...zeros });
  // Whoever sees no recount finds one, and whoever then sees one finds none.
  const states = [{ recount }, {}, { recount }];
  const end = beforeRequests(documents, async () => {
    const state = states.shift();
    if (state) await put('users', { pk: 'STATS', sk: 'TOTALS', ...zeros, ...state });
  });
  await count(undefined, free);
  end();
  expect(states).toEqual([]);
  expect(await totals()).toMatchObject({ users: 1, recount: { users: 1 } });
});

test('what the totals hold of other things stays', async () => {
  await put('users', { pk: 'STATS', sk: 'TOTALS', rolledThrough: '2026-11-19' });
  await count(undefined, free);
  expect(await totals()).toMatchObject({ rolledThrough: '2026-11-19', users: 1 });
});

function totals() {
  return item('users', 'STATS', 'TOTALS');
}
