import { expect, test } from 'vitest';
import {
  addDays,
  dayMs,
  getNextDay,
  getNextHour,
  getNextMonth,
  hourMs,
  listDays,
  toDay,
} from '../../../shared/dates.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const midnight = Date.parse('2026-11-21T00:00:00Z');

test('a UTC day ends after its last millisecond', () => {
  expect([toDay(midnight - 1), toDay(midnight)]).toEqual(['2026-11-20', '2026-11-21']);
  expect([getNextDay(noon), getNextDay(midnight - 1)]).toEqual([midnight, midnight]);
  expect(getNextDay(midnight)).toBe(midnight + dayMs);
});

test('the next hour and month begin at their first millisecond', () => {
  expect(getNextHour(noon)).toBe(noon + hourMs);
  expect(getNextMonth(Date.parse('2026-12-31T23:59:59Z'))).toBe(Date.parse('2027-01-01T00:00:00Z'));
});

test('days are added over the ends of months', () => {
  expect([addDays('2026-03-01', -1), addDays('2028-02-28', 1)]).toEqual(['2026-02-28', '2028-02-29']);
});

test('a list of days has both ends', () => {
  expect(listDays('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(listDays('2026-03-01', '2026-02-28')).toEqual([]);
});
