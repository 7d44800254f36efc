import { describe, expect, test } from 'vitest';
import { addUp, type Counts, getChange } from '../../../../functions/analytics/counts.ts';
import { countProfile, isPaying } from '../../../../functions/analytics/totals.ts';
import type { Subscription } from '../../../../functions/tables/users.ts';
import { monthly, profileOf } from '../../../support/people/profiles.ts';

const annual: Subscription = { ...monthly, plan: 'parley_annual' };
const trial: Subscription = { ...monthly, status: 'trialing', trialEndsAt: '2026-11-27T12:00:00.000Z' };

test.each<[string, Subscription | undefined, object]>([
  ['without a subscription counts as a user', undefined, { users: 1, trials: 0, paying: 0, yearlyCents: 0 }],
  ['in the trial pays nothing', trial, { trials: 1, paying: 0, yearlyCents: 0 }],
  [
    'cancelled in the trial still counts as a trial',
    { ...trial, status: 'canceled' },
    { trials: 1, paying: 0 },
  ],
  ['with a monthly plan counts twelve months', monthly, { trials: 0, paying: 1, yearlyCents: 12 * 499 }],
  ['with an annual plan counts one year', annual, { paying: 1, yearlyCents: 3_999 }],
  ['cancelled is paying until the end', { ...annual, status: 'canceled' }, { paying: 1, yearlyCents: 3_999 }],
  ['with a failed renewal is paying while Premium lasts', { ...monthly, status: 'past_due' }, { paying: 1 }],
  [
    'with a failed first charge is not',
    { ...monthly, status: 'past_due', isPremium: false },
    { trials: 0, paying: 0, yearlyCents: 0 },
  ],
  [
    'with an old price and a credit counts the old price',
    {
      ...monthly,
      nextCharge: { at: '2026-12-20T12:00:00.000Z', amountCents: 0, priceCents: 399, currency: 'usd' },
    },
    { yearlyCents: 12 * 399 },
  ],
  ['with an unknown plan counts nothing', { ...monthly, plan: null }, { paying: 1, yearlyCents: 0 }],
])('a user %s', (_who, subscription, expected) => {
  expect(countProfile(profileWith(subscription))).toMatchObject(expected);
});

test('a missing profile counts nothing', () => {
  expect(countProfile(undefined)).toEqual({ users: 0, trials: 0, paying: 0, yearlyCents: 0 });
});

describe('contributions', () => {
  const all = [undefined, trial, monthly, annual].map((each) => countProfile(profileWith(each)));

  test('add up', () => {
    expect(addUp<Counts>({}, all)).toEqual({ users: 4, trials: 1, paying: 2, yearlyCents: 12 * 499 + 3_999 });
  });

  test('are subtracted', () => {
    const [before, after] = [countProfile(profileWith(trial)), countProfile(profileWith(annual))];
    expect(getChange(before, after)).toEqual({ users: 0, trials: -1, paying: 1, yearlyCents: 3_999 });
  });
});

test('a subscription is paying with Premium and past the trial', () => {
  expect([monthly, trial, { ...monthly, isPremium: false }].map(isPaying)).toEqual([true, false, false]);
});

function profileWith(subscription: Subscription | undefined) {
  return profileOf('1', subscription && { subscription });
}
