import { expect, test } from 'vitest';
import { type Day, fillMissingDays } from '../../../../web/builds/build-cards.tsx';

const now = Date.parse('2026-03-02T23:59:00Z');

function day(date: string): Day {
  return { date, buildCount: 3, avgDuration: 12_000, successRate: 66.7 };
}

test('days without builds are included, oldest first', () => {
  const trends = [day('2026-03-02'), day('2026-02-27')];
  const all = fillMissingDays(trends, 7, now);
  expect(all.map(({ date }) => date)).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(all[3]).toEqual(day('2026-02-27'));
  expect(all[4]).toEqual({ date: '2026-02-28', buildCount: 0, avgDuration: null, successRate: null });
});

test('a period without builds has its days', () => {
  expect(fillMissingDays([], 90, now)).toHaveLength(90);
});

test('a day beyond the period at either end is shown as well', () => {
  const all = fillMissingDays([day('2026-03-03'), day('2026-02-20')], 7, now).map(({ date }) => date);
  expect(all.at(0)).toBe('2026-02-20');
  expect(all.at(-1)).toBe('2026-03-03');
  expect(all).toHaveLength(12);
});
