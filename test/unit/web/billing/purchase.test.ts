import { describe, expect, test, vi } from 'vitest';
import { plans } from '../../../../shared/plans.ts';
import { ApiError, ConnectionError } from '../../../../web/api.ts';
import { describeCard } from '../../../../web/billing/format.ts';
import { describeOffer } from '../../../../web/billing/payment/offer.ts';
import {
  beginPurchase,
  buildPurchaseErrorToast,
  classifyFailure,
} from '../../../../web/billing/payment/stripe.ts';
import { assessPremium, findPlan } from '../../../../web/billing/subscription/subscription-text.ts';
import { free } from '../../../support/component/statuses.ts';

test('with a trial, a plan says that nothing is charged today, and what is charged when', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');
  expect(describeOffer(plans.parley_monthly, true, null, now, 'UTC')).toMatchObject({
    chooseLabel: 'Start 7-day free trial',
    terms: '7 days free, then $4.99/month. No charge until day 8. Cancel any time.',
    confirmLabel: 'Start free trial',
    charges: [
      { when: 'Due today', amount: '$0.00' },
      { when: 'On November 28, 2026', amount: '$4.99' },
    ],
    renewal: 'Then $4.99 every month until you cancel.',
  });
  expect(describeOffer(plans.parley_annual, true, null, now).terms).toContain('then $39.99/year');
});

test.each([
  [250, 1, 'Your code lowers your first payment. Then $4.99 every month until you cancel.'],
  [250, 3, 'Your code lowers your first 3 payments to $2.50. Then $4.99 every month until you cancel.'],
  [250, null, 'Your code lowers every payment. Then $2.50 every month until you cancel.'],
])('a code for %s cents and %s payments says what follows', (amountCents, payments, renewal) => {
  const discount = { code: 'SAVE', amountCents, payments };
  const offer = describeOffer(plans.parley_monthly, true, discount, new Date(), 'UTC');
  expect(offer.charges.map(({ amount }) => amount)).toEqual(['$0.00', '$2.50']);
  expect(offer.renewal).toBe(renewal);
});

test('a code that pays for all charges nothing today', () => {
  const offer = describeOffer(plans.parley_monthly, false, { code: 'SAVE', amountCents: 0, payments: 1 });
  expect(offer.confirmLabel).toBe('Subscribe for $0.00 today');
  expect(offer.charges).toEqual([{ when: 'Due today', amount: '$0.00' }]);
});

test('without a trial, a plan never mentions one, and says that it is charged today', () => {
  const offer = describeOffer(plans.parley_annual, false);
  expect(offer).toEqual({
    chooseLabel: 'Subscribe for $39.99/year',
    terms: '$39.99 charged today, then every year. Cancel any time.',
    confirmLabel: 'Pay $39.99 and subscribe',
    pendingLabel: 'Paying…',
    charges: [{ when: 'Due today', amount: '$39.99' }],
    renewal: 'Then $39.99 every year until you cancel.',
  });
  expect(JSON.stringify(offer)).not.toMatch(/free|trial/i);
});

test('a card has its familiar name', () => {
  expect(describeCard({ brand: 'visa', last4: '4242' })).toBe('Visa •••• 4242');
  expect(describeCard({ brand: 'amex', last4: '0005' })).toBe('American Express •••• 0005');
  expect(describeCard({ brand: 'unknown', last4: '1111' })).toBe('Card •••• 1111');
});

describe('the current plan', () => {
  test.each([
    ['free', false, 'none'],
    // The server may give Premium without a subscription.
    ['free', true, 'active'],
    ['trialing', true, 'active'],
    ['active', true, 'active'],
    ['canceled', true, 'ending'],
    ['canceled', false, 'none'],
    ['past_due', true, 'past-due'],
    ['past_due', false, 'past-due'],
  ] as const)('%s, premium %s: %s', (subscriptionStatus, isPremium, premium) => {
    expect(assessPremium({ ...free, subscriptionStatus, isPremium })).toBe(premium);
  });

  test('is one of the plans, unless it is no longer sold', () => {
    expect(findPlan({ ...free, subscriptionPlan: 'parley_annual' })).toBe(plans.parley_annual);
    expect(findPlan({ ...free, subscriptionPlan: 'parley_weekly' })).toBeUndefined();
    expect(findPlan(free)).toBeUndefined();
  });
});

describe('a purchase that cannot start', () => {
  test('without a client secret has its message', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ clientSecret: null }));
    const error = await beginPurchase('parley_monthly', {}).catch((reason: unknown) => reason);
    expect(buildPurchaseErrorToast(error)).toMatchObject({
      tone: 'destructive',
      title: 'Error',
      description: 'Payment processing failed. Please try again. You won’t be charged twice.',
    });
    vi.unstubAllGlobals();
  });

  test('on that day has the server’s message', () => {
    const message =
      'You’ve tried to subscribe too many times today. Nothing was charged. Try again tomorrow.';
    const error = new ApiError(429, message, 'rate_limited');
    expect(buildPurchaseErrorToast(error)).toMatchObject({ tone: 'destructive', description: message });
  });

  test.each([
    ['conflict', new ApiError(409, 'You already have Premium.', 'conflict')],
    ['unavailable', new ApiError(503, 'Payments are not set up.', 'payments_unavailable')],
  ])('with the state %s is explained by the page', (refusal, error) => {
    expect([classifyFailure(error), buildPurchaseErrorToast(error)]).toEqual([refusal, undefined]);
  });

  test.each([
    ['a busy platform', new ApiError(503, 'Service Unavailable')],
    ['a fault', new ApiError(500, 'Something went wrong.', 'internal')],
    ['no connection', new ConnectionError()],
  ])('after %s gets a toast about the failure', (_why, error) => {
    expect(classifyFailure(error)).toBe('failed');
    expect(buildPurchaseErrorToast(error)).toMatchObject({
      tone: 'destructive',
      title: 'Error',
      description: 'Failed to start subscription process. Please try again. You won’t be charged twice.',
    });
  });
});
