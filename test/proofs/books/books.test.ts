import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDue } from '../../../infra/local/stripe/billing/due.ts';
import { type Books, openBooks } from './open-books.ts';

test('the books balance, whatever is called and however the clock moves', async () => {
  await fc.assert(
    fc.asyncProperty(
      recoveries,
      fc.array(steps, { minLength: 1, maxLength: 25 }),
      async (recovery, sequence) => {
        const books = await openBooks('2026-01-31T10:00:00Z', recovery);
        const ended = new Set<string>();
        for (const step of sequence) {
          take(books, step);
          books.at(() => expectOrder(books, ended));
        }
      },
    ),
    { numRuns: 150 },
  );
});

const recoveries = fc.record({
  retryAfterDays: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
  afterLastRetry: fc.constantFrom('cancel', 'unpaid', 'past_due'),
});

/** `pick` says which of what is there: of subscriptions, invoices or cards. */
const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 1_500 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      price: fc.nat(1),
      trialDays: fc.constantFrom(undefined, 1, 7, 40),
      withoutCard: fc.constantFrom('cancel', 'create_invoice'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('card' as const),
      kind: fc.constantFrom<CardKind>('good', 'declined', 'authentication'),
    }),
  },
  fc.record({ do: fc.constant('detach' as const), pick: fc.nat(20) }),
  fc.record({
    do: fc.constant('update' as const),
    pick: fc.nat(5),
    change: fc.constantFrom<Change>(
      { cancel_at_period_end: 'true' },
      { cancel_at_period_end: 'false' },
      { cancel_at: 'in 5 days' },
      { cancel_at: '' },
      { default_payment_method: 'newest' },
    ),
  }),
  fc.record({ do: fc.constant('cancel' as const), pick: fc.nat(5) }),
  fc.record({ do: fc.constant('pay' as const), pick: fc.nat(20) }),
);

type Step = typeof steps extends fc.Arbitrary<infer Kind> ? Kind : never;

interface Change {
  readonly cancel_at_period_end?: 'true' | 'false';
  readonly cancel_at?: string;
  readonly default_payment_method?: 'newest';
}

function take({ account, customer, prices, tryCall, giveCard, wait, now }: Books, step: Step): void {
  const picked = (kind: 'subscription' | 'invoice' | 'payment_method') => {
    const all = account.all(kind);
    return 'pick' in step ? (all[step.pick % all.length]?.id ?? 'none') : 'none';
  };
  const path = `/v1/subscriptions/${picked('subscription')}`;
  switch (step.do) {
    case 'wait':
      wait(step.hours * 3_600);
      return;
    case 'card':
      return void giveCard(cards[step.kind]);
    case 'detach':
      return void tryCall(`POST /v1/payment_methods/${picked('payment_method')}/detach`);
    case 'subscribe':
      return void tryCall('POST /v1/subscriptions', {
        customer,
        'items[0][price]': prices[step.price] ?? '',
        ...(step.trialDays && { trial_period_days: `${step.trialDays}` }),
        'trial_settings[end_behavior][missing_payment_method]': step.withoutCard,
      });
    case 'update': {
      const { cancel_at: at, default_payment_method: card, ...change } = step.change;
      return void tryCall(`POST ${path}`, {
        ...change,
        ...(at !== undefined && { cancel_at: at === 'in 5 days' ? `${now() + 5 * 86_400}` : at }),
        ...(card && { default_payment_method: account.all('payment_method').at(-1)?.id ?? '' }),
      });
    }
    case 'cancel':
      return void tryCall(`DELETE ${path}`);
    case 'pay':
      return void tryCall(`POST /v1/invoices/${picked('invoice')}/pay`);
  }
}

function expectOrder({ account }: Books, ended: Set<string>): void {
  const invoices = account.all('invoice');
  const events = account.all('event');
  const told = new Map(events.map(({ data }) => [data.object.id, data.object]));
  expect(events.map(({ created }) => created)).toEqual(events.map(({ created }) => created).toSorted());
  expect(nextDue(account) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(account.now());

  for (const invoice of invoices) {
    const isPaid = invoice.status === 'paid';
    expect(invoice.amount_paid).toBe(isPaid ? invoice.amount_due : 0);
    expect(invoice.amount_remaining).toBe(isPaid ? 0 : invoice.amount_due);
    expect(invoice.number === null).toBe(invoice.status === 'draft');
  }
  const numbers = invoices.flatMap(({ number }) => number ?? []);
  expect(new Set(numbers).size).toBe(numbers.length);
  const paid = events.flatMap(({ type, data }) => (type === 'invoice.paid' ? [data.object.id] : []));
  const isPaid = invoices.flatMap(({ id, status }) => (status === 'paid' ? [id] : []));
  expect(paid.toSorted(), 'each is paid once').toEqual(isPaid.toSorted());

  for (const subscription of account.all('subscription')) {
    expect(told.get(subscription.id)).toEqual(subscription);
    const { id, status, latest_invoice, trial_end } = subscription;
    const own = invoices.filter(({ parent }) => parent.subscription_details.subscription === id);
    const latest = own.at(-1);
    expect(latest_invoice).toBe(latest?.id);
    const starts = own.map(({ lines }) => lines.data[0].period.start);
    expect(new Set(starts).size, 'one invoice for each period').toBe(starts.length);
    for (const { amount_paid, status_transitions } of own) {
      if (amount_paid > 0) expect(status_transitions.paid_at).toBeGreaterThanOrEqual(trial_end ?? 0);
    }
    const isAutomatic = own.some(
      ({ auto_advance, next_payment_attempt }) => auto_advance || next_payment_attempt,
    );
    const isOver = status === 'canceled' || status === 'incomplete_expired';
    if (ended.has(id)) expect(isOver).toBe(true);
    if (isOver) ended.add(id);
    expect(subscription.ended_at !== null).toBe(isOver);
    if (isOver || status === 'unpaid') expect(isAutomatic).toBe(false);
    const [item] = subscription.items.data;
    if (['trialing', 'active', 'past_due', 'unpaid'].includes(status)) {
      expect(item.current_period_start).toBeLessThanOrEqual(account.now());
      expect(item.current_period_end).toBeGreaterThan(account.now());
    }
    if (status === 'active') expect(['draft', 'paid']).toContain(latest?.status);
    if (status === 'past_due' || status === 'unpaid') expect(latest?.status).not.toBe('paid');
    if (status === 'past_due') expect(own.some((invoice) => invoice.status === 'open')).toBe(true);
    if (status === 'incomplete') expect(latest?.status).toBe('open');
    if (status === 'incomplete_expired') expect(latest?.status).toBe('void');
  }
}

const cards = {
  good: 'pm_card_visa',
  declined: 'pm_card_chargeCustomerFail',
  authentication: 'pm_card_authenticationRequired',
} as const;

type CardKind = keyof typeof cards;
