import { describe, expect, test } from 'vitest';
import { describeLeft } from '../../../../web/billing/allowance/allowance-left.ts';
import { formatResetTime } from '../../../../web/billing/allowance/reset-time.ts';
import { countTranslationsLeft, isRunningLow } from '../../../../web/billing/status.ts';
import { free, guestWith } from '../../../support/component/statuses.ts';

const evening = Date.parse('2026-11-20T20:00:00.000Z');

test('one line says how many translations are left', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(describeLeft({ ...free, translationsRemaining: 3, resetsAt: tomorrow })).toBe('3 of 10 left today');
  expect(describeLeft(guestWith(2))).toBe('2 of 3 left');
  expect(describeLeft({ ...free, isPremium: true })).toBe('Unlimited');
  expect(describeLeft(undefined)).toBeUndefined();
});

describe('translations left', () => {
  test('come from the status', () => {
    expect(countTranslationsLeft(guestWith(2), evening)).toBe(2);
    expect(countTranslationsLeft({ ...free, translationsRemaining: 0 }, evening)).toBe(0);
  });

  test('are undefined without a limit or a status', () => {
    expect(countTranslationsLeft(undefined, evening)).toBeUndefined();
    expect(
      countTranslationsLeft({ ...free, translationsRemaining: null, limit: null }, evening),
    ).toBeUndefined();
    expect(
      countTranslationsLeft({ ...free, isPremium: true, translationsRemaining: 0 }, evening),
    ).toBeUndefined();
    for (const subscriptionStatus of ['trialing', 'active'] as const) {
      expect(
        countTranslationsLeft({ ...free, subscriptionStatus, translationsRemaining: 0 }, evening),
      ).toBeUndefined();
    }
  });

  test('are unknown after the count restarts', () => {
    const usedUp = { ...free, translationsRemaining: 0, resetsAt: '2026-11-21T00:00:00.000Z' };
    expect(countTranslationsLeft(usedUp, Date.parse('2026-11-20T23:59:59.999Z'))).toBe(0);
    expect(countTranslationsLeft(usedUp, Date.parse('2026-11-21T00:00:00.000Z'))).toBeUndefined();
  });
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
