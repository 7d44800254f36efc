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
