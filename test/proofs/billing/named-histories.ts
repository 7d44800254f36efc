import type { PlanId } from '../../../shared/plans.ts';
import type { CardKind, Step } from './steps.ts';

export interface NamedHistory {
  readonly name: string;
  readonly steps: readonly Step[];
  /** By person; a missing field is not compared. */
  readonly ends: Readonly<Record<string, End>>;
}

export interface End {
  readonly is: 'free' | 'trialing' | 'active' | 'canceled' | 'past_due' | 'gone';
  readonly premium: boolean;
  readonly plan?: PlanId;
  readonly paid: number | 'any';
  readonly trials?: number | 'any';
  readonly subscriptions?: number | 'any';
  readonly attempt?: 'pending' | 'card_had_trial' | 'payment_failed';
  readonly trialAvailable?: boolean;
}

const hours = (count: number): Step => ({ does: 'time passes', hours: count });
const days = (count: number): Step => hours(24 * count);
const everythingComes: Step = { does: 'everything comes' };
const nightlyJob: Step = { does: 'the nightly job runs' };
const atOnce = (...steps: readonly (Step | readonly Step[])[]): Step => ({
  does: 'at once',
  isPrompt: false,
  steps: steps.flat(),
});

function by(who: string) {
  return {
    subscribes: (card: CardKind = 'good', plan: PlanId = 'parley_monthly'): Step[] => [
      { does: 'subscribes', who, plan, card, agrees: false },
      { does: 'asks', who },
    ],
    buys: (card: CardKind = 'good', plan: PlanId = 'parley_monthly'): Step[] => [
      { does: 'subscribes', who, plan, card, agrees: true },
      { does: 'asks', who },
    ],
    looks: (plan: PlanId = 'parley_monthly'): Step => ({ does: 'looks at the form', who, plan }),
    startsNow: (): Step[] => [
      { does: 'starts now', who },
      { does: 'asks', who },
    ],
    asks: (): Step => ({ does: 'asks', who }),
    cancels: (): Step => ({ does: 'cancels', who }),
    reactivates: (): Step => ({ does: 'reactivates', who }),
    givesNewCard: (card: CardKind): Step => ({ does: 'gives a new card', who, card }),
    removesAccount: (): Step => ({ does: 'removes the account', who }),
    isEnded: (): Step => ({ does: 'is ended by the owner', who }),
    isSetToEnd: (inDays: number): Step => ({ does: 'is set to end by the owner', who, days: inDays }),
    losesCard: (): Step => ({ does: 'loses the card', who }),
    isDeleted: (): Step => ({ does: 'is deleted as a customer', who }),
  };
}

const ada = by('ada');
const bob = by('bob');

const [monthly, annual] = [499, 3_999];
const nothing: End = { is: 'free', premium: false, paid: 0, trials: 0, subscriptions: 0 };
const inTrial: End = { is: 'trialing', premium: true, plan: 'parley_monthly', paid: 0 };
const ended: End = { is: 'free', premium: false, paid: 0 };

/** Stripe charges an hour after a period has begun. */
const firstCharge = hours(7 * 24 + 2);
/** From the first failed charge to the last of its repetitions. */
const dunning = days(16);

function history(name: string, steps: readonly (Step | readonly Step[])[], end: End): NamedHistory {
  return { name, steps: steps.flat(), ends: { ada: end } };
}

function historyOf(
  name: string,
  steps: readonly (Step | readonly Step[])[],
  ends: NamedHistory['ends'],
): NamedHistory {
  return { name, steps: steps.flat(), ends };
}

export const namedHistories: readonly NamedHistory[] = [
  history('trial begun', [ada.subscribes()], inTrial),
  history('trial begun, and nobody comes back to the page', [ada.subscribes()[0] ?? []], inTrial),
  history('form seen, and no card', [ada.looks()], { ...nothing, attempt: 'pending' }),
  history(
    'form seen for a year, then for a month, and a card',
    [ada.looks('parley_annual'), ada.subscribes()],
    inTrial,
  ),
  history('trial on its last minute', [ada.subscribes(), hours(7 * 24 - 0.02)], inTrial),
  history('trial over, and the charge is an hour away', [ada.subscribes(), hours(7 * 24 + 0.5)], {
    is: 'active',
    premium: true,
    paid: 0,
  }),
  history('charged on day 8', [ada.subscribes(), firstCharge], {
    is: 'active',
    premium: true,
    paid: monthly,
  }),
  history('annual, charged on day 8', [ada.subscribes('good', 'parley_annual'), firstCharge], {
    is: 'active',
    premium: true,
    plan: 'parley_annual',
    paid: annual,
  }),
  history('monthly, three charges', [ada.subscribes(), days(70)], {
    is: 'active',
    premium: true,
    paid: 3 * monthly,
  }),
  history('annual, second year', [ada.subscribes('good', 'parley_annual'), days(373)], {
    is: 'active',
    premium: true,
    paid: 2 * annual,
  }),
  history('trial, cancelled on day 3', [ada.subscribes(), days(3), ada.cancels()], {
    is: 'canceled',
    premium: true,
    paid: 0,
  }),
  history(
    'trial, cancelled on day 3, over on day 8',
    [ada.subscribes(), days(3), ada.cancels(), days(5)],
    ended,
  ),
  history(
    'trial, cancelled on day 3, reactivated on day 5, charged on day 8',
    [ada.subscribes(), days(3), ada.cancels(), days(2), ada.reactivates(), days(2.2)],
    { is: 'active', premium: true, paid: monthly },
  ),
  history(
    'trial, cancelled and reactivated three times',
    [ada.subscribes(), [1, 2, 3].flatMap(() => [ada.cancels(), hours(1), ada.reactivates()])],
    inTrial,
  ),
  history('reactivated without having cancelled', [ada.subscribes(), ada.reactivates()], inTrial),
  history('reactivated after the end', [ada.subscribes(), ada.cancels(), days(8), ada.reactivates()], ended),
  history('cancelled without ever having subscribed', [ada.cancels(), ada.reactivates()], nothing),
  history('charged, cancelled, over with the month', [ada.subscribes(), days(10), ada.cancels(), days(30)], {
    ...ended,
    paid: monthly,
  }),
  history(
    'annual, cancelled half a year later, over with the year',
    [ada.subscribes('good', 'parley_annual'), days(180), ada.cancels(), days(200)],
    { ...ended, paid: annual },
  ),
  history('3-D Secure passed, charged on day 8', [ada.subscribes('asks once'), firstCharge], {
    is: 'active',
    premium: true,
    paid: monthly,
  }),
  history('3-D Secure failed', [ada.subscribes('asked and refused')], { ...nothing, attempt: 'pending' }),
  history(
    '3-D Secure failed, then another card',
    [ada.subscribes('asked and refused'), ada.subscribes('other')],
    inTrial,
  ),
  history('3-D Secure at every charge: the first one fails', [ada.subscribes('asks always'), firstCharge], {
    is: 'past_due',
    premium: false,
    paid: 0,
  }),
  history(
    '3-D Secure at every charge, then another card in the portal',
    [ada.subscribes('asks always'), firstCharge, ada.givesNewCard('good')],
    { is: 'active', premium: true, paid: monthly },
  ),
  history('card declined', [ada.subscribes('refused')], { ...nothing, attempt: 'pending' }),
  history(
    'card without funds, then one that is good',
    [ada.subscribes('without funds'), ada.subscribes('good')],
    inTrial,
  ),
  history('card declined at the first charge', [ada.subscribes('fails later'), firstCharge], {
    is: 'past_due',
    premium: false,
    paid: 0,
  }),
  history(
    'card declined at the first charge, updated in the portal',
    [ada.subscribes('fails later'), firstCharge, ada.givesNewCard('good')],
    { is: 'active', premium: true, paid: monthly },
  ),
  history(
    'card declined at the first charge, a card in the portal that fails as well',
    [ada.subscribes('fails later'), firstCharge, ada.givesNewCard('fails later')],
    { is: 'past_due', premium: false, paid: 0 },
  ),
  history(
    'card declined at the first charge, dunning to the end',
    [ada.subscribes('fails later'), firstCharge, dunning],
    ended,
  ),
  history(
    'card declined at the first charge, updated during dunning, charged by itself',
    [ada.subscribes('fails later'), days(9), ada.givesNewCard('other'), days(20)],
    { is: 'active', premium: true, paid: monthly },
  ),
  history('card changed during the trial', [ada.subscribes(), ada.givesNewCard('other'), firstCharge], {
    is: 'active',
    premium: true,
    paid: monthly,
  }),
  history(
    'paid once, then the card fails: Premium while it is tried again',
    [ada.subscribes(), days(10), ada.givesNewCard('fails later'), days(30)],
    { is: 'past_due', premium: true, paid: monthly },
  ),
  history(
    'paid once, then the card fails until the end',
    [ada.subscribes(), days(10), ada.givesNewCard('fails later'), days(30), dunning],
    { ...ended, paid: monthly },
  ),
  history(
    'paid once, the card fails, another one in the portal',
    [ada.subscribes(), days(10), ada.givesNewCard('fails later'), days(30), ada.givesNewCard('other')],
    { is: 'active', premium: true, paid: 2 * monthly },
  ),
  history(
    'past due, and cancelled',
    [ada.subscribes('fails later'), days(9), ada.cancels(), days(40)],
    ended,
  ),
  history(
    'annual, dunning to the end, subscribes again',
    [
      ada.subscribes('good', 'parley_annual'),
      days(10),
      ada.givesNewCard('fails later'),
      days(375),
      dunning,
      everythingComes,
      ada.buys('good', 'parley_annual'),
    ],
    { is: 'active', premium: true, plan: 'parley_annual', paid: 2 * annual, subscriptions: 2 },
  ),
  history(
    'trial ended, no second trial',
    [ada.subscribes(), ada.cancels(), days(8), everythingComes, ada.subscribes('other')],
    { ...ended, trialAvailable: false },
  ),
  history(
    'trial ended, subscribes again and is charged today',
    [ada.subscribes(), ada.cancels(), days(8), everythingComes, ada.buys('other')],
    { is: 'active', premium: true, paid: monthly, subscriptions: 2 },
  ),
  history(
    'charged today, and the charge fails',
    [ada.subscribes(), ada.cancels(), days(8), everythingComes, ada.buys('fails later')],
    { ...ended, subscriptions: 2, attempt: 'payment_failed' },
  ),
  history(
    'charged today, the charge fails, another card',
    [ada.subscribes(), ada.cancels(), days(8), everythingComes, ada.buys('fails later'), ada.buys('other')],
    { is: 'active', premium: true, paid: monthly, subscriptions: 3 },
  ),
  history(
    'trial ended, both plans at once in two windows: one is charged',
    [
      ada.subscribes(),
      ada.cancels(),
      days(8),
      everythingComes,
      atOnce(ada.buys()[0] ?? [], ada.buys('other', 'parley_annual')[0] ?? []),
      ada.asks(),
    ],
    { is: 'active', premium: true, paid: 'any', subscriptions: 2 },
  ),
  history(
    'both plans at once',
    [
      atOnce(ada.subscribes()[0] ?? [], ada.subscribes('other', 'parley_annual')[0] ?? []),
      ada.asks(),
      everythingComes,
      days(1),
    ],
    { is: 'trialing', premium: true, paid: 0 },
  ),
  history(
    'subscribes again while the trial runs',
    [ada.subscribes(), everythingComes, ada.buys('other')],
    inTrial,
  ),
  historyOf('one card, two accounts', [ada.subscribes(), bob.subscribes()], {
    ada: inTrial,
    bob: { ...nothing, attempt: 'card_had_trial' },
  }),
  historyOf(
    'one card, two accounts, the second starts now',
    [ada.subscribes(), bob.subscribes(), bob.startsNow()],
    { ada: inTrial, bob: { is: 'active', premium: true, paid: monthly, trials: 0 } },
  ),
  historyOf(
    'one card, two accounts, the second takes another card',
    [ada.subscribes(), bob.subscribes(), bob.subscribes('other')],
    { ada: inTrial, bob: inTrial },
  ),
  history('ended by the owner after a charge', [ada.subscribes(), days(10), ada.isEnded()], {
    ...ended,
    paid: monthly,
  }),
  history('set by the owner to end on day 5', [ada.subscribes(), ada.isSetToEnd(5)], {
    is: 'canceled',
    premium: true,
    paid: 0,
  }),
  history(
    'set by the owner to end on day 5, and it has',
    [ada.subscribes(), ada.isSetToEnd(5), days(6)],
    ended,
  ),
  history(
    'set by the owner to end, and reactivated',
    [ada.subscribes(), ada.isSetToEnd(5), ada.reactivates(), firstCharge],
    { is: 'active', premium: true, paid: monthly },
  ),
  history('deleted as a customer', [ada.subscribes(), days(10), ada.isDeleted()], {
    ...ended,
    paid: monthly,
  }),
  history(
    'deleted as a customer, subscribes again',
    [ada.subscribes(), days(10), ada.isDeleted(), everythingComes, ada.buys('other')],
    { is: 'active', premium: true, paid: 2 * monthly, subscriptions: 2 },
  ),
  history(
    'deleted as a customer before the card came',
    [ada.looks(), ada.isDeleted(), everythingComes, ada.subscribes()],
    inTrial,
  ),
  history('card taken away in the trial', [ada.subscribes(), ada.losesCard()], ended),
  history(
    'card taken away in the trial, and another one given',
    [ada.subscribes(), ada.losesCard(), ada.givesNewCard('other')],
    inTrial,
  ),
  history('account removed in the trial', [ada.subscribes(), days(2), ada.removesAccount(), days(10)], {
    ...ended,
    is: 'gone',
  }),
  history('account removed after a charge', [ada.subscribes(), days(10), ada.removesAccount(), days(40)], {
    ...ended,
    is: 'gone',
    paid: monthly,
  }),
  history('account removed as soon as the card is given', [ada.subscribes()[0] ?? [], ada.removesAccount()], {
    ...ended,
    is: 'gone',
    trials: 'any',
    subscriptions: 'any',
  }),
  history('the job runs before any webhook comes', [ada.subscribes()[0] ?? [], nightlyJob], inTrial),
];
