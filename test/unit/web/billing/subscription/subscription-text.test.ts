import { describe, expect, test } from 'vitest';
import {
  buildNotice,
  describeActions,
  describePrice,
  describeStatus,
  formatAccessEnd,
  formatRecurringPrice,
  listDates,
  mayHaveInvoices,
  namePlan,
} from '../../../../../web/billing/subscription/subscription-text.ts';
import {
  active,
  annual,
  endsAt as at,
  canceled,
  free,
  pastDue,
  trialing,
} from '../../../../support/component/statuses.ts';

describe('the plan', () => {
  test('has its name while Premium is on or its payment is due, otherwise it is the Free Plan', () => {
    const monthly = [active, canceled, pastDue, { ...pastDue, isPremium: false }].map(namePlan);
    expect(monthly).toEqual(monthly.map(() => 'Premium Monthly'));
    expect(namePlan({ ...trialing, ...annual })).toBe('Premium Annual');
    expect(namePlan(free)).toBe('Free Plan');
  });

  test('that is no longer sold is just Premium, without a price', () => {
    const former = { ...trialing, subscriptionPlan: 'parley_weekly' };
    expect(namePlan(former)).toBe('Premium');
    expect(formatRecurringPrice(former)).toBeUndefined();
    expect(buildNotice(former, 'UTC')?.text).toContain('will be charged unless you cancel');
  });

  test('that is past due asks for what its invoice asks for', () => {
    expect(describePrice({ ...pastDue, due: { amountCents: 274, currency: 'eur' } })).toBe('€2.74 due');
    expect(describePrice({ ...pastDue, due: null })).toBeUndefined();
  });

  test('costs the next charge of the subscription, otherwise its price', () => {
    expect(formatRecurringPrice({ ...active, ...annual })).toBe('$39.99/year');
    const nextCharge = { at, amountCents: 0, priceCents: 399, currency: 'eur' };
    expect(formatRecurringPrice({ ...active, nextCharge })).toBe('€3.99/month');
    expect(formatRecurringPrice(canceled)).toBe('$4.99/month');
    expect(formatRecurringPrice(free)).toBeUndefined();
  });
});

const [trialEnd, accessEnds] = [
  { label: 'Trial Ends', at },
  { label: 'Access Ends', at },
];

test.each([
  ['a trial', trialing, [trialEnd, { label: 'Next Billing', at, amount: '$4.99' }]],
  ['a renewal', { ...active, ...annual }, [{ label: 'Next Billing', at, amount: '$39.99' }]],
  [
    'a renewal with a credit',
    { ...active, nextCharge: { at, amountCents: 199, priceCents: 499, currency: 'usd' } },
    [{ label: 'Next Billing', at, amount: '$1.99' }],
  ],
  [
    'a renewal of an unknown amount',
    { ...active, nextCharge: { at, amountCents: null, priceCents: 499, currency: 'usd' } },
    [{ label: 'Next Billing', at, note: 'We couldn’t get the amount from Stripe.' }],
  ],
  ['a cancellation', canceled, [accessEnds]],
  ['a cancelled trial', { ...canceled, trialEndsAt: at }, [trialEnd, accessEnds]],
])('the dates of %s are its own', (_, status, dates) => {
  expect(listDates(status)).toEqual(dates);
});

describe('the notice', () => {
  test('of a trial says when it ends and what is charged then', () => {
    expect(buildNotice(trialing, 'UTC')).toEqual({
      tone: 'blue',
      text: 'Your 7-day trial ends on November 28, 2026. Your saved payment method will be charged $4.99/month unless you cancel before then.',
    });
    expect(buildNotice({ ...trialing, ...annual }, 'UTC')?.text).toContain('charged $39.99/year unless');
    const withCode = { at, amountCents: 249, priceCents: 499, currency: 'usd' };
    const { text } = buildNotice({ ...trialing, nextCharge: withCode }, 'UTC') ?? {};
    expect(text).toContain('will be charged $2.49 unless');
    const unknown = { ...withCode, amountCents: null };
    expect(buildNotice({ ...trialing, nextCharge: unknown })?.text).toContain('charged $4.99/month unless');
  });

  test('of a cancellation says when access ends', () => {
    expect(buildNotice(canceled, 'UTC')).toEqual({
      tone: 'orange',
      text: 'Your subscription is cancelled. You keep access until November 28, 2026. After that you’ll be on the Free Plan.',
    });
    expect(buildNotice({ ...canceled, trialEndsAt: at }, 'UTC')?.text).toMatch(/^Your trial is cancelled\./);
  });

  test.each([free, active, pastDue])('is missing otherwise', (status) => {
    expect(buildNotice(status)).toBeUndefined();
  });
});

describe('a payment that failed', () => {
  test('leaves Premium on for now', () => {
    expect(describeStatus(pastDue)).toContain('still have Premium');
    expect(describeActions(pastDue)).toContain('to keep Premium');
  });

  test('or pauses it until the payment', () => {
    const paused = { ...pastDue, isPremium: false };
    expect(describeStatus(paused)).toContain('Premium is paused until you pay');
    expect(describeActions(paused)).toContain('get Premium back');
  });
});

describe('the actions', () => {
  test('mention the trial only if it is available', () => {
    expect(describeActions(free)).toContain('7-day free trial');
    expect(describeActions({ ...free, trialAvailable: false })).not.toContain('trial');
  });

  test('say when access would end', () => {
    expect(describeActions(active, 'UTC')).toContain('keep access until November 28, 2026.');
    expect(describeActions({ ...active, subscriptionEndsAt: null })).toBe('You can cancel at any time.');
    expect(formatAccessEnd(active, 'Pacific/Auckland')).toBe('November 29, 2026');
  });

  test('say when a reactivated subscription is charged', () => {
    expect(describeActions(canceled, 'UTC')).toContain(
      'Your next charge is on November 28, 2026: $4.99/month.',
    );
    expect(describeActions({ ...canceled, subscriptionPlan: null })).toContain('keep your subscription.');
  });
});

test('invoices are offered with a present, past or incomplete subscription, and not without any', () => {
  const purchase = { state: 'payment_failed', plan: 'parley_monthly', card: null, discount: null } as const;
  const former = [
    { ...free, trialAvailable: false },
    { ...free, purchase },
  ];
  expect([trialing, active, canceled, pastDue, ...former].every(mayHaveInvoices)).toBe(true);
  expect(mayHaveInvoices(free)).toBe(false);
});
