import { describe, expect, test } from 'vitest';
import { describeRemaining } from '../../../../web/billing/allowance/remaining.ts';
import { formatResetTime } from '../../../../web/billing/allowance/reset-time.ts';
import { countTranslationsLeft, isRunningLow, type Status } from '../../../../web/billing/status.ts';
import { free, guestWith } from '../../../support/component/statuses.ts';

const evening = '2026-11-20T20:00:00.000Z';

test('one line says how many translations are left', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(describeRemaining({ ...free, translationsRemaining: 3, resetsAt: tomorrow })).toBe(
    '3 of 10 left today',
  );
  expect(describeRemaining(guestWith(2))).toBe('2 of 3 left');
  expect(describeRemaining({ ...free, isPremium: true })).toBe('Unlimited');
  expect(describeRemaining(undefined)).toBeUndefined();
});

const usedUp: Status = { ...free, translationsRemaining: 0, resetsAt: '2026-11-21T00:00:00.000Z' };

test.each<[string, Status | undefined, number | undefined]>([
  ['a guest', guestWith(2), 2],
  ['a used-up account', usedUp, 0],
  ['an account whose count has restarted', { ...usedUp, resetsAt: evening }, undefined],
  ['an account without a limit', { ...free, translationsRemaining: null, limit: null }, undefined],
  ['Premium', { ...usedUp, isPremium: true }, undefined],
  ['a trial', { ...usedUp, subscriptionStatus: 'trialing' }, undefined],
  ['a subscription', { ...usedUp, subscriptionStatus: 'active' }, undefined],
  ['an unknown status', undefined, undefined],
])('the translations left of %s', (_, status, left) => {
  expect(countTranslationsLeft(status, Date.parse(evening))).toBe(left);
});

describe('the low count', () => {
  const today = { ...free, resetsAt: new Date(Date.now() + 3_600_000).toISOString() };

  test('is 3 or fewer with an account', () => {
    const low = [4, 3, 0].map((translationsRemaining) => isRunningLow({ ...today, translationsRemaining }));
    expect(low).toEqual([false, true, true]);
  });

  test('does not exist for guests, Premium, or an unknown status', () => {
    expect(isRunningLow(guestWith(2))).toBe(false);
    expect(isRunningLow({ ...today, isPremium: true, translationsRemaining: null })).toBe(false);
    expect(isRunningLow(undefined)).toBe(false);
  });
});

test.each([
  ['Europe/Berlin', '2026-11-20T20:00:00Z', '1:00 AM tomorrow'],
  ['Europe/Berlin', '2026-11-20T23:30:00Z', '1:00 AM today'],
  ['America/Los_Angeles', '2026-11-20T20:00:00Z', '4:00 PM today'],
  ['America/Los_Angeles', '2026-11-20T05:00:00Z', '4:00 PM tomorrow'],
  ['Asia/Kolkata', '2026-11-20T10:00:00Z', '5:30 AM tomorrow'],
  ['UTC', '2026-11-20T00:00:01Z', '12:00 AM tomorrow'],
])('in %s, at %s, the count resets at %s', (timeZone, now, said) => {
  // The engine sets the half of the day apart by a space that does not break.
  expect(formatResetTime('2026-11-21T00:00:00.000Z', new Date(now), timeZone).replace(/\s/g, ' ')).toBe(said);
});
