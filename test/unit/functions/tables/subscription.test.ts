import { expect, test } from 'vitest';
import { getSubscription } from '../../../../functions/tables/subscription.ts';
import type { Subscription } from '../../../../functions/tables/users.ts';
import { dayMs } from '../../../../shared/dates.ts';
import { monthly } from '../../../support/people/profiles.ts';

const end = Date.parse('2026-11-20T12:00:00Z');
const subscription: Subscription = {
  ...monthly,
  status: 'canceled',
  endsAt: new Date(end).toISOString(),
};
const free: Subscription = { status: 'free', isPremium: false, plan: null, trialEndsAt: null, endsAt: null };

test('without a subscription the plan is free', () => {
  expect(getSubscription({}, end)).toEqual(free);
});

test('a cancelled subscription lasts until just before its end', () => {
  expect(getSubscription({ subscription }, end - 1)).toEqual(subscription);
  expect(getSubscription({ subscription }, end)).toEqual(free);
  expect(getSubscription({ subscription }, end + 1)).toEqual(free);
});

test('the time defaults to now', () => {
  const over = { ...subscription, endsAt: new Date(Date.now() - 1_000).toISOString() };
  const active = { ...subscription, endsAt: new Date(Date.now() + 60_000).toISOString() };
  expect(getSubscription({ subscription: over })).toEqual(free);
  expect(getSubscription({ subscription: active })).toEqual(active);
});

test.each(['active', 'trialing'] as const)(
  '%s lasts for 14 days beyond its date, in which Stripe’s events may be late',
  (status) => {
    const renewed = { ...subscription, status };
    expect(getSubscription({ subscription: renewed }, end + 14 * dayMs - 1)).toEqual(renewed);
    expect(getSubscription({ subscription: renewed }, end + 14 * dayMs)).toEqual(free);
  },
);

test('a subscription that is past due lasts as long as Stripe says so', () => {
  const due = { ...subscription, status: 'past_due' as const };
  expect(getSubscription({ subscription: due }, end + 60 * dayMs)).toEqual(due);
});

test('a subscription without an end lasts', () => {
  const endless = { ...subscription, endsAt: null };
  expect(getSubscription({ subscription: endless }, end)).toEqual(endless);
});
