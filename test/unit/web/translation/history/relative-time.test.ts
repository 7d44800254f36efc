import { describe, expect, test } from 'vitest';
import { formatRelativeTime } from '../../../../../web/translation/history/relative-time.ts';

describe('a time in the past', () => {
  const now = new Date(2026, 10, 30, 12, 0, 0);

  test.each([
    // The server’s clock may be ahead.
    [-5, 'just now'],
    [0, 'just now'],
    [44, 'just now'],
    [45, '1 minute ago'],
    [130, '2 minutes ago'],
    [3_600, '1 hour ago'],
    [5 * 3_600, '5 hours ago'],
    [24 * 3_600, 'yesterday'],
    [6 * 86_400, '6 days ago'],
    [7 * 86_400, 'November 23'],
    [365 * 86_400, 'November 30, 2025'],
  ])('is in words: %i s ago is %s', (seconds, words) => {
    const createdAt = new Date(now.getTime() - seconds * 1_000).toISOString();
    expect(formatRelativeTime(createdAt, now.getTime())).toBe(words);
  });
});

test.each([
  // A night and a day ago, and two days ago but for an hour.
  ['2026-11-28T23:00', '2026-11-30T05:00', '2 days ago'],
  ['2026-11-29T00:30', '2026-11-30T23:00', 'yesterday'],
  ['2026-11-24T08:00', '2026-11-30T22:00', '6 days ago'],
])('days are those of the calendar: %s at %s is %s', (createdAt, now, words) => {
  // In local time.
  expect(formatRelativeTime(new Date(createdAt).toISOString(), Date.parse(now))).toBe(words);
});
