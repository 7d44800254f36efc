import { expect, test } from 'vitest';
import { buildPeriods, buildTypes } from '../../../../shared/builds.ts';
import { readFilter, writeFilter } from '../../../../web/builds/filter.ts';

test.each([
  ['', undefined, 7],
  ['?type=production&days=30', 'production', 30],
  ['?days=90', undefined, 90],
  ['?type=deployment', 'deployment', 7],
  ['?type=nightly&days=8', undefined, 7],
  ['?type=Production&days=30.0', undefined, 7],
  ['?type=&days=', undefined, 7],
  ['?type=toString&days=1e1', undefined, 7],
  ['?days=30&days=90&utm_source=mail', undefined, 30],
])('the address %j selects %s of the last %i days', (search, type, days) => {
  expect(readFilter(search)).toEqual({ type, days });
});

test('the default filter adds nothing to the address', () => {
  expect(writeFilter({ type: undefined, days: 7 })).toBe('');
});

test('every filter is restored from its address', () => {
  for (const type of [undefined, ...buildTypes]) {
    for (const days of buildPeriods)
      expect(readFilter(`?${writeFilter({ type, days })}`)).toEqual({ type, days });
  }
});
