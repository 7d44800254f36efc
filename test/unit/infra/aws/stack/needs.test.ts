import { expect, test } from 'vitest';
import { needs } from '../../../../../infra/aws/stack/needs.ts';

test.each([
  // Guests' counters outlive the day, and expire.
  ['jobs.reset-allowances', 'usage', ['GUEST#*']],
  ['jobs.sweep-speech', 'speech', []],
] as const)('%s may delete every kind of item that functions write into the table %s', (id, table, kept) => {
  const isAny = (key: string, actions: string[], of = needs[id]) =>
    actions.some((action) => of.tables?.[table]?.[key]?.some((allowed) => allowed === action));
  const written = Object.values(needs).flatMap((each) =>
    Object.keys(each.tables?.[table] ?? {}).filter((key) => isAny(key, ['PutItem', 'UpdateItem'], each)),
  );
  const others = [...new Set(written)].filter((key) => !kept.some((each) => each === key));
  expect(others.length).toBeGreaterThan(2);
  expect(others.filter((key) => !isAny(key, ['BatchWriteItem', 'DeleteItem']))).toEqual([]);
});
