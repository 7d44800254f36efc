import { expect, test, vi } from 'vitest';
import { countReads } from '../../proofs/reads/reads.ts';

/** The short form of `npm run prove -- reads`. */
test('no dashboard request reads more with more users', { timeout: 60_000 }, async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { figures, growing } = await countReads([530, 545]);
  expect(growing).toEqual([]);
  const itemsOf = (request: string) => figures[request]?.[545];
  // The caller's profile, the totals, 10 keys and one more, 10 profiles.
  for (const step of ['page 1', 'from page 50 to the next']) {
    expect(itemsOf(`analytics.users, ${step}`), step).toBe(1 + 1 + 11 + 10);
  }
  expect(itemsOf('analytics.users, page 50 without a cursor')).toBe(1 + 1 + 490 + 11 + 10);
  expect(itemsOf('analytics.overview')).toBe(1 + 1 + 30);
});
