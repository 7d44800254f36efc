import { expect, test } from 'vitest';
import { paymentState } from '../../../../web/billing/payment/payment-check.ts';

const pastDue = { subscriptionStatus: 'past_due' } as const;
const active = { subscriptionStatus: 'active' } as const;

test('a payment is checked after a change of card, and late after the wait', () => {
  expect(paymentState('asking', pastDue)).toBe('checking');
  expect(paymentState('given-up', pastDue)).toBe('late');
});

test('it has succeeded once the subscription is active, even late', () => {
  expect(paymentState('asking', active)).toBe('paid');
  expect(paymentState('given-up', active)).toBe('paid');
});

test('nothing is shown without a return from Stripe, or without a status', () => {
  expect(paymentState('none', pastDue)).toBeUndefined();
  expect(paymentState('none', active)).toBeUndefined();
  expect(paymentState('asking', undefined)).toBeUndefined();
});

test.each(['free', 'trialing', 'canceled'] as const)(
  'a subscription that is %s awaits no payment',
  (word) => {
    expect(paymentState('asking', { subscriptionStatus: word })).toBeUndefined();
  },
);
