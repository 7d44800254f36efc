import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../../web/api.ts';
import {
  type Activation,
  assessActivation,
  buildWelcomeToast,
  forgetStripeReturn,
  takeStripeReturn,
} from '../../../../../web/billing/purchase/activation.ts';
import type { Status } from '../../../../../web/billing/status.ts';
import { annual, free as never, trialing as trial } from '../../../../support/component/statuses.ts';

const card = { brand: 'visa', last4: '4242' };
const free: Status = {
  ...never,
  purchase: { state: 'pending', plan: 'parley_monthly', card: null, discount: null },
};
const trialing: Status = { ...trial, ...annual };

describe('an activation', () => {
  test.each<[string, Status, Activation]>([
    ['Premium has started', trialing, 'done'],
    ['the card has had its trial', withPurchase('card_had_trial'), 'card_had_trial'],
    ['the first charge has failed', withPurchase('payment_failed'), 'payment_failed'],
    ['the price has no consent', withPurchase('terms_outdated'), 'terms_outdated'],
    ['the bank wants authentication', withPurchase('confirmation_needed'), 'confirmation_needed'],
    ['the session has ended', { ...free, isGuest: true }, 'signed_out'],
    ['nothing is known yet', free, 'activating'],
    ['a payment is overdue', { ...free, subscriptionStatus: 'past_due' }, 'activating'],
  ])('when %s is %3$s', (_what, data, activation) => {
    expect(assessActivation({ data, error: null }, true)).toBe(activation);
  });

  test('is slow once the page has stopped asking', () => {
    expect(assessActivation({ data: free, error: null }, false)).toBe('slow');
    expect(assessActivation({ data: undefined, error: new TypeError('failed') }, false)).toBe('slow');
  });

  test('ends with the session, but not with a failed question', () => {
    const answers = [new ApiError(401, 'Your session has ended.'), new TypeError('failed')];
    const phases = answers.map((error) => assessActivation({ data: undefined, error }, true));
    expect(phases).toEqual(['signed_out', 'activating']);
  });

  function withPurchase(state: NonNullable<Status['purchase']>['state']): Status {
    return { ...free, purchase: { state, plan: 'parley_monthly', card, discount: null } };
  }
});

const active: Status = { ...trialing, subscriptionStatus: 'active', trialEndsAt: null };
const unknown = { trialEndsAt: null, nextCharge: null, subscriptionPlan: null };
const [started, trialTerms] = [
  '7-Day Trial Started!',
  'You now have Premium. Your trial ends on November 28, 2026. After that, we’ll charge $39.99 unless you cancel first.',
];

test.each<[string, Status, string, string]>([
  ['a trial', trialing, started, trialTerms],
  [
    'a trial with an unknown charge',
    { ...trialing, nextCharge: { at: '2026-11-28', amountCents: null, priceCents: 3_999, currency: 'usd' } },
    started,
    trialTerms.replace('$39.99', 'your card'),
  ],
  ['a trial without facts', { ...trialing, ...unknown }, started, 'You now have Premium.'],
  [
    'a subscription',
    active,
    'Premium is active',
    'Premium Annual, $39.99/year. It renews on November 28, 2026.',
  ],
  ['one without facts', { ...active, ...unknown }, 'Premium is active', 'Translate without limits.'],
])('the welcome to %s says what happens next', (_, status, title, description) => {
  expect(buildWelcomeToast(status, 'UTC')).toMatchObject({ title, description });
});

describe('the return address', () => {
  const search = '?a=b&setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=succeeded&c=d';

  afterEach(() => vi.unstubAllGlobals());

  test('names the form, and loses the client’s secret', () => {
    const tab = openTab(search);
    expect(takeStripeReturn()).toEqual({ id: 'seti_1', isConfirmed: true });
    expect(tab.address).toBe('/?a=b&c=d#top');
  });

  test('is replaced by a mark in the history’s state, for a reload', () => {
    const { history } = openTab(search, { idx: 2 });
    takeStripeReturn();
    // The first load looks for this word.
    expect(JSON.stringify(history.state)).toContain('setup_intent');
    openTab('', history.state);
    expect(takeStripeReturn()).toEqual({ id: 'seti_1', isConfirmed: true });
    forgetStripeReturn();
    expect(globalThis.history.state).toEqual({ idx: 2 });
    expect(takeStripeReturn()).toBeUndefined();
  });

  test('of an unconfirmed card leaves no mark', () => {
    openTab(search.replace('succeeded', 'failed'));
    expect(takeStripeReturn()).toEqual({ id: 'seti_1', isConfirmed: false });
    openTab('', history.state);
    expect(takeStripeReturn()).toBeUndefined();
  });
});

/** A tab with this address. A reload keeps its history's state. */
function openTab(search: string, state: unknown = null) {
  const tab = {
    address: '',
    history: {
      state,
      replaceState(next: unknown, _title: string, to?: string) {
        tab.history.state = structuredClone(next);
        if (to !== undefined) tab.address = to;
      },
    },
  };
  vi.stubGlobal('location', { pathname: '/', search, hash: '#top' });
  vi.stubGlobal('history', tab.history);
  return tab;
}
