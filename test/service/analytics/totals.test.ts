import { expect, test } from 'vitest';
import { countChange } from '../../../functions/analytics/totals.ts';
import { premium, startInProcess } from '../../support/handlers/in-process.ts';
import { profileOf } from '../../support/people/profiles.ts';

const { item, remove } = await startInProcess();

const paying = profileOf('1', premium);

test('concurrent changes are all counted', async () => {
  await remove('users', 'STATS', 'TOTALS');
  await Promise.all(Array.from({ length: 40 }, () => countChange(undefined, paying)));
  expect(await item('users', 'STATS', 'TOTALS')).toMatchObject({ users: 40, paying: 40, changes: 40 });
});
