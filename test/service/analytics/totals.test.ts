import { expect, test } from 'vitest';
import { premium, startInProcess } from '../../support/handlers/in-process.ts';
import { profileOf } from '../../support/people/profiles.ts';

const { item, remove } = await startInProcess();
const { countChange } = await import('../../../functions/analytics/totals.ts');

const free = profileOf('1');
const paying = { ...free, ...premium };
const zeros = { users: 0, trials: 0, live: 0, yearlyCents: 0 };

test('a sign-up, a subscription and a deletion are added and subtracted', async () => {
  await remove('users', 'STATS', 'TOTALS');
  await countChange(undefined, free);
  expect(await totals()).toMatchObject({ users: 1, live: 0, yearlyCents: 0 });
  await countChange(free, paying);
  expect(await totals()).toMatchObject({ users: 1, live: 1, yearlyCents: 5_988 });
  await countChange(paying, undefined);
  expect(await totals()).toMatchObject({ ...zeros, changes: 3 });
});

test('concurrent changes are all counted', async () => {
  await remove('users', 'STATS', 'TOTALS');
  await Promise.all(Array.from({ length: 40 }, () => countChange(undefined, paying)));
  expect(await totals()).toMatchObject({ users: 40, live: 40, changes: 40 });
});

function totals() {
  return item('users', 'STATS', 'TOTALS');
}
