import { describe, expect, test } from 'vitest';
import {
  assessSubscription,
  findPlan,
  isDue,
  isOngoing,
  noPayments,
  pickBest,
} from '../../../../functions/billing/standing.ts';
import { noSubscription } from '../../../../functions/tables/subscription.ts';
import type { Subscription } from '../../../../functions/tables/users.ts';

/** In the order of the table's last five columns; `cancel_at` may be 0 without a cancellation. */
const cancellations = [
  ['no cancellation', { cancelAt: null, cancelAtPeriodEnd: false }],
  ['a cancel_at of 0', { cancelAt: 0, cancelAtPeriodEnd: false }],
  ['cancel_at_period_end', { cancelAt: null, cancelAtPeriodEnd: true }],
  ['a cancel_at alone', { cancelAt: seconds('2026-12-05T00:00:00Z'), cancelAtPeriodEnd: false }],
  ['both forms', { cancelAt: seconds('2026-12-05T00:00:00Z'), cancelAtPeriodEnd: true }],
] as const;

/**
 * Stripe's statuses, whether there is a card, whether an invoice above zero was ever paid; then what it is here, by
 * `cancellations`, or in all five. `+` is Premium.
 */
const table: [statuses: string, card: string, payment: string, ...cells: string[]][] = [
  ['trialing', 'card', 'any', 'trialing+', 'trialing+', 'canceled+', 'canceled+', 'canceled+'],
  ['trialing', 'no card', 'any', 'free'],
  ['active', 'any', 'any', 'active+', 'active+', 'canceled+', 'canceled+', 'canceled+'],
  ['past_due', 'any', 'paid', 'past_due+'],
  ['past_due', 'any', 'unpaid', 'past_due'],
  ['unpaid paused', 'any', 'any', 'past_due'],
  ['incomplete incomplete_expired canceled a_word_of_tomorrow', 'any', 'any', 'free'],
];

const rows = table.flatMap(([statuses, cards, payments, cell = '', ...cells]) =>
  statuses.split(' ').flatMap((status) =>
    (cards === 'any' ? ['card', 'no card'] : [cards]).flatMap((card) =>
      (payments === 'any' ? ['paid', 'unpaid'] : [payments]).flatMap((payment) =>
        cancellations.map(([form, cancellation], column) => ({
          ...{ status, card, payment, form, cancellation },
          cell: [cell, ...cells][column] ?? cell,
        })),
      ),
    ),
  ),
);

/** An active subscription of Stripe's, paid for on the 20th of November. */
const facts = {
  id: 'sub_1',
  status: 'active',
  cancelAt: null as number | null,
  cancelAtPeriodEnd: false,
  periodEnd: seconds('2026-12-20T12:00:00Z'),
  trialEnd: null as number | null,
  hasCard: true,
  hasPaid: true,
  isDisputed: false,
  plan: 'parley_monthly',
  amountCents: 499,
  currency: 'usd',
  latest_invoice: { status: 'paid', amount_remaining: 0, currency: 'usd' },
};

describe('the status table', () => {
  test.each(['trialing', 'active', 'past_due', 'unpaid'])(
    '%s with a disputed payment has no Premium',
    (status) => {
      const standing = assess({ ...facts, status, isDisputed: true });
      expect(standing).toMatchObject({ status: 'past_due', isPremium: false, isDisputed: true });
      expect(standing.nextCharge).toBeUndefined();
    },
  );

  test('an ended subscription is free, disputed or not', () => {
    expect(assess({ ...facts, status: 'canceled', isDisputed: true }).status).toBe('free');
  });

  test.each(rows)(
    '$status with $card, $payment and $form is $cell',
    ({ status, card, payment, cancellation, cell }) => {
      const hasCard = card === 'card';
      const standing = assess({
        ...facts,
        status,
        hasCard,
        hasPaid: payment === 'paid',
        ...cancellation,
      });
      expect(`${standing.status}${standing.isPremium ? '+' : ''}`).toBe(cell);
      if (cell === 'free') expect(standing).toEqual(noSubscription);
    },
  );
});

describe('a subscription’s dates and charge', () => {
  test('in the trial: its end, which is the first charge', () => {
    const trial = { status: 'trialing', trialEnd: seconds('2026-11-27T12:00:00Z') };
    expect(assess({ ...facts, ...trial, periodEnd: seconds('2026-11-27T12:00:00Z') })).toEqual({
      status: 'trialing',
      isPremium: true,
      plan: 'parley_monthly',
      trialEndsAt: '2026-11-27T12:00:00.000Z',
      endsAt: '2026-11-27T12:00:00.000Z',
      stripeId: 'sub_1',
      nextCharge: { at: '2026-11-27T12:00:00.000Z', priceCents: 499, amountCents: null, currency: 'usd' },
    });
  });

  test('active: the next charge', () => {
    expect(assess({ ...facts, plan: 'parley_annual', amountCents: 3_999 })).toEqual({
      status: 'active',
      isPremium: true,
      plan: 'parley_annual',
      trialEndsAt: null,
      endsAt: '2026-12-20T12:00:00.000Z',
      stripeId: 'sub_1',
      nextCharge: { at: '2026-12-20T12:00:00.000Z', priceCents: 3_999, amountCents: null, currency: 'usd' },
    });
  });

  test('active, after a trial: no trial end', () => {
    const { trialEndsAt } = assess({ ...facts, trialEnd: seconds('2026-11-20T12:00:00Z') });
    expect(trialEndsAt).toBeNull();
  });

  test.each([
    ['at the period’s end', { cancelAtPeriodEnd: true }, '2026-12-20T12:00:00.000Z'],
    ['at a time', { cancelAt: seconds('2026-12-05T00:00:00Z') }, '2026-12-05T00:00:00.000Z'],
  ])('cancelled %s: its end, and no charge', (_when, cancellation, endsAt) => {
    const standing = assess({ ...facts, ...cancellation });
    expect(standing).toMatchObject({ status: 'canceled', endsAt });
    expect(standing).not.toHaveProperty('nextCharge');
  });

  test('cancelled in the trial: the trial’s end, and no charge', () => {
    const trial = { status: 'trialing', trialEnd: seconds('2026-11-27T12:00:00Z') };
    const standing = assess({ ...facts, ...trial, cancelAtPeriodEnd: true });
    expect(standing).toMatchObject({
      status: 'canceled',
      trialEndsAt: '2026-11-27T12:00:00.000Z',
      endsAt: '2026-11-27T12:00:00.000Z',
    });
    expect(standing).not.toHaveProperty('nextCharge');
  });

  test.each([
    ['past_due', 'open', 275],
    ['unpaid', 'draft', 275],
    ['past_due', 'void', undefined],
    ['active', 'open', undefined],
  ])('%s, with an invoice that is %s, owes %s cents', (status, invoice, owed) => {
    const latest_invoice = { status: invoice, amount_remaining: 275, currency: 'usd' };
    expect(assess({ ...facts, status, latest_invoice }).due?.amountCents).toBe(owed);
    expect(assess({ ...facts, status, latest_invoice, isDisputed: true }).due).toBeUndefined();
  });

  test.each(['past_due', 'unpaid', 'paused'])('%s: no date of a charge', (status) => {
    const standing = assess({ ...facts, status });
    expect(standing).toMatchObject({ plan: 'parley_monthly', endsAt: '2026-12-20T12:00:00.000Z' });
    expect(standing).not.toHaveProperty('nextCharge');
  });
});

describe('of several subscriptions', () => {
  const active = assess({ ...facts, id: 'sub_active' });
  const trialing = assess({ ...facts, id: 'sub_trialing', status: 'trialing' });
  const canceled = assess({ ...facts, id: 'sub_canceled', cancelAtPeriodEnd: true });
  const paidBefore = assess({ ...facts, id: 'sub_paid_before', status: 'past_due' });
  const unpaid = assess({ ...facts, id: 'sub_unpaid', status: 'unpaid' });
  const over = assess({ ...facts, id: 'sub_over', status: 'canceled' });
  const fromBest = [active, trialing, canceled, paidBefore, unpaid, over];

  test.each(fromBest.flatMap((better, index) => fromBest.slice(index + 1).map((worse) => [better, worse])))(
    'the better one counts, in any order (%#)',
    (better = over, worse = over) => {
      expect(pickBest([better, worse])).toEqual(better);
      expect(pickBest([worse, better])).toEqual(better);
    },
  );

  test('the first of equal ones counts, which is the newest', () => {
    const older: Subscription = { ...active, stripeId: 'sub_older' };
    expect(pickBest([active, older])).toBe(active);
  });

  test('without any there is no subscription', () => {
    expect(pickBest([])).toEqual(noSubscription);
  });
});

describe('a plan', () => {
  test.each([
    ['parley_monthly', {}, 'parley_monthly'],
    ['parley_annual', {}, 'parley_annual'],
    [null, { plan: 'parley_annual' }, 'parley_annual'],
    ['parley_monthly', { plan: 'parley_annual' }, 'parley_monthly'],
    ['other_product', {}, null],
    [null, {}, null],
    [null, { plan: 'constructor' }, null],
  ])('with the lookup key %s and the metadata %j is %s', (lookup_key, metadata, plan) => {
    expect(findPlan({ lookup_key, metadata })).toBe(plan);
  });
});

test('a subscription is live unless it has ended or never started', () => {
  const may = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];
  const mayNot = ['incomplete', 'incomplete_expired', 'canceled', 'a_word_of_tomorrow', 'constructor'];
  expect([...may, ...mayNot].filter(isOngoing)).toEqual(may);
});

test('Stripe may charge a subscription that is past due, unpaid or paused', () => {
  const due = ['past_due', 'unpaid', 'paused'];
  expect([...due, 'trialing', 'active', 'canceled', 'incomplete'].filter(isDue)).toEqual(due);
});

function assess(given: typeof facts): Subscription {
  const { periodEnd, trialEnd, hasCard, hasPaid, isDisputed, plan, amountCents, ...subscription } = given;
  const price = { lookup_key: plan, metadata: {}, unit_amount: amountCents };
  return assessSubscription(
    {
      ...subscription,
      cancel_at: given.cancelAt,
      cancel_at_period_end: given.cancelAtPeriodEnd,
      trial_end: trialEnd,
      default_payment_method: null,
      customer: { invoice_settings: { default_payment_method: hasCard ? 'pm_1' : null } },
      metadata: isDisputed ? { dispute: 'dp_1' } : {},
      items: { data: [{ current_period_end: periodEnd, quantity: 1, price }] },
    } as unknown as Parameters<typeof assessSubscription>[0],
    { ...noPayments, hasPaid },
  );
}

/** Seconds since 1970. */
function seconds(time: string): number {
  return Date.parse(time) / 1_000;
}
