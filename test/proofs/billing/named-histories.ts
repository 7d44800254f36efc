import type { PlanId } from '../../../shared/plans.ts';
import type { CardKind, Step } from './product/steps.ts';

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
  readonly attempt?: 'pending' | 'card_had_trial' | 'payment_failed' | 'confirmation_needed';
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
    confirms: (succeeds = true): Step => ({ does: 'confirms the payment', who, succeeds }),
    cancels: (): Step => ({ does: 'cancels', who }),
    cancelsAtPortal: (): Step => ({ does: 'cancels at the portal', who }),
    reactivates: (): Step => ({ does: 'reactivates', who }),
    givesNewCard: (card: CardKind): Step => ({ does: 'gives a new card', who, card }),
    removesAccount: (): Step => ({ does: 'removes the account', who }),
    isEnded: (): Step => ({ does: 'is ended by the owner', who }),
    isSetToEnd: (inDays: number): Step => ({ does: 'is set to end by the owner', who, days: inDays }),
    isRefunded: (): Step => ({ does: 'is refunded', who }),
    disputes: (): Step => ({ does: 'disputes', who }),
    isDecided: (wins: boolean): Step => ({ does: 'has the dispute decided', who, wins }),
    losesCard: (): Step => ({ does: 'loses the card', who }),
    isDeleted: (): Step => ({ does: 'is deleted as a customer', who }),
  };
}

const { subscribes, buys, looks, asks, cancels, reactivates, givesNewCard, removesAccount } = by('ada');
const { isEnded, isSetToEnd, losesCard, isDeleted, cancelsAtPortal } = by('ada');
const { confirms, isRefunded, disputes, isDecided } = by('ada');
const bob = by('bob');

const yearly = 'parley_annual';
const [monthly, annual] = [499, 3_999];
const nothing: End = { is: 'free', premium: false, paid: 0, trials: 0, subscriptions: 0 };
const inTrial: End = { is: 'trialing', premium: true, plan: 'parley_monthly', paid: 0 };
const canceled: End = { is: 'canceled', premium: true, paid: 0 };
const pastDue: End = { is: 'past_due', premium: false, paid: 0 };
const ended: End = { is: 'free', premium: false, paid: 0 };

/** Stripe charges an hour after a period has begun. */
const firstCharge = hours(7 * 24 + 2);
/** From the first failed charge to the last of its repetitions. */
const dunning = days(16);

const paying = (paid: End['paid']): End => ({ is: 'active', premium: true, paid });
const endedAfter = (paid: number): End => ({ ...ended, paid });

type Row = readonly [
  name: string,
  end: End | NamedHistory['ends'],
  steps: readonly (Step | readonly Step[])[],
];

/** A row with one end is of ada alone. */
const rows: readonly Row[] = [
  ['trial begun', inTrial, [subscribes()]],
  ['trial begun, and nobody comes back to the page', inTrial, [subscribes()[0] ?? []]],
  ['form seen, and no card', { ...nothing, attempt: 'pending' }, [looks()]],
  ['form seen for a year, then for a month, and a card', inTrial, [looks(yearly), subscribes()]],
  ['trial on its last minute', inTrial, [subscribes(), hours(7 * 24 - 0.02)]],
  ['trial over, and the charge is an hour away', paying(0), [subscribes(), hours(7 * 24 + 0.5)]],
  ['charged on day 8', paying(monthly), [subscribes(), firstCharge]],
  [
    'annual, charged on day 8',
    { is: 'active', premium: true, plan: 'parley_annual', paid: annual },
    [subscribes('good', yearly), firstCharge],
  ],
  ['monthly, three charges', paying(3 * monthly), [subscribes(), days(70)]],
  ['annual, second year', paying(2 * annual), [subscribes('good', yearly), days(373)]],
  ['trial, cancelled on day 3', canceled, [subscribes(), days(3), cancels()]],
  ['trial, cancelled on day 3, over on day 8', ended, [subscribes(), days(3), cancels(), days(5)]],
  [
    'trial, cancelled on day 3, reactivated on day 5, charged on day 8',
    paying(monthly),
    [subscribes(), days(3), cancels(), days(2), reactivates(), days(2.2)],
  ],
  [
    'trial, cancelled and reactivated three times',
    inTrial,
    [subscribes(), [1, 2, 3].flatMap(() => [cancels(), hours(1), reactivates()])],
  ],
  ['reactivated without having cancelled', inTrial, [subscribes(), reactivates()]],
  ['reactivated after the end', ended, [subscribes(), cancels(), days(8), reactivates()]],
  ['cancelled without ever having subscribed', nothing, [cancels(), reactivates()]],
  [
    'charged, cancelled, over with the month',
    endedAfter(monthly),
    [subscribes(), days(10), cancels(), days(30)],
  ],
  [
    'annual, cancelled half a year later, over with the year',
    endedAfter(annual),
    [subscribes('good', yearly), days(180), cancels(), days(200)],
  ],
  ['3-D Secure passed, charged on day 8', paying(monthly), [subscribes('asks once'), firstCharge]],
  ['3-D Secure failed', { ...nothing, attempt: 'pending' }, [subscribes('asked and refused')]],
  ['3-D Secure failed, then another card', inTrial, [subscribes('asked and refused'), subscribes('other')]],
  ['3-D Secure at every charge: the first one fails', pastDue, [subscribes('asks always'), firstCharge]],
  [
    '3-D Secure at every charge, then another card in the portal',
    paying(monthly),
    [subscribes('asks always'), firstCharge, givesNewCard('good')],
  ],
  ['card declined', { ...nothing, attempt: 'pending' }, [subscribes('refused')]],
  ['card without funds, then one that is good', inTrial, [subscribes('without funds'), subscribes('good')]],
  ['card declined at the first charge', pastDue, [subscribes('fails later'), firstCharge]],
  [
    'card declined at the first charge, updated in the portal',
    paying(monthly),
    [subscribes('fails later'), firstCharge, givesNewCard('good')],
  ],
  [
    'card declined at the first charge, a card in the portal that fails as well',
    pastDue,
    [subscribes('fails later'), firstCharge, givesNewCard('fails later')],
  ],
  [
    'card declined at the first charge, dunning to the end',
    ended,
    [subscribes('fails later'), firstCharge, dunning],
  ],
  [
    'card declined at the first charge, updated during dunning, charged by itself',
    paying(monthly),
    [subscribes('fails later'), days(9), givesNewCard('other'), days(20)],
  ],
  ['card changed during the trial', paying(monthly), [subscribes(), givesNewCard('other'), firstCharge]],
  [
    'paid once, then the card fails: Premium while it is tried again',
    { is: 'past_due', premium: true, paid: monthly },
    [subscribes(), days(10), givesNewCard('fails later'), days(30)],
  ],
  [
    'paid once, then the card fails until the end',
    endedAfter(monthly),
    [subscribes(), days(10), givesNewCard('fails later'), days(30), dunning],
  ],
  [
    'paid once, the card fails, another one in the portal',
    paying(2 * monthly),
    [subscribes(), days(10), givesNewCard('fails later'), days(30), givesNewCard('other')],
  ],
  ['past due, and cancelled', ended, [subscribes('fails later'), days(9), cancels(), days(40)]],
  [
    'annual, past due, cancelled, and the card recovers',
    ended,
    [subscribes('fails later', yearly), days(9), cancels(), givesNewCard('good'), days(400)],
  ],
  [
    'past due, cancelled in Stripe’s portal, and the card recovers',
    ended,
    [subscribes('fails later'), days(9), cancelsAtPortal(), everythingComes, givesNewCard('good'), days(40)],
  ],
  [
    'past due, ended by the owner, and the card recovers',
    ended,
    [subscribes('fails later'), days(9), isEnded(), givesNewCard('good'), days(40)],
  ],
  [
    'annual, dunning to the end, subscribes again',
    { is: 'active', premium: true, plan: 'parley_annual', paid: 2 * annual, subscriptions: 2 },
    [
      subscribes('good', yearly),
      days(10),
      givesNewCard('fails later'),
      days(375),
      dunning,
      everythingComes,
      buys('good', yearly),
    ],
  ],
  [
    'trial ended, no second trial',
    { ...ended, trialAvailable: false },
    [subscribes(), cancels(), days(8), everythingComes, subscribes('other')],
  ],
  [
    'trial ended, subscribes again and is charged today',
    { ...paying(monthly), subscriptions: 2 },
    [subscribes(), cancels(), days(8), everythingComes, buys('other')],
  ],
  [
    'charged today, and the charge fails',
    { ...ended, subscriptions: 2, attempt: 'payment_failed' },
    [subscribes(), cancels(), days(8), everythingComes, buys('fails later')],
  ],
  [
    'charged today, and the bank asks: confirmed on the page',
    { ...paying(monthly), subscriptions: 2 },
    [subscribes(), cancels(), days(8), everythingComes, buys('asks once'), confirms()],
  ],
  [
    'charged today, the bank asks, and nobody answers yet',
    { ...ended, subscriptions: 2, attempt: 'confirmation_needed' },
    [subscribes(), cancels(), days(8), everythingComes, buys('asks always')],
  ],
  [
    'charged today, the bank asks, and it is not the holder',
    { ...ended, subscriptions: 2, attempt: 'payment_failed' },
    [subscribes(), cancels(), days(8), everythingComes, buys('asks once'), confirms(false)],
  ],
  [
    'charged today, the bank asks, and nobody answers for two days',
    { ...ended, subscriptions: 2, attempt: 'payment_failed' },
    [subscribes(), cancels(), days(8), everythingComes, buys('asks once'), everythingComes, days(2)],
  ],
  [
    'charged today, the bank asks, and another card is given',
    { ...paying(monthly), subscriptions: 3 },
    [subscribes(), cancels(), days(8), everythingComes, buys('asks always'), buys('other')],
  ],
  [
    'charged today, the charge fails, another card',
    { ...paying(monthly), subscriptions: 3 },
    [subscribes(), cancels(), days(8), everythingComes, buys('fails later'), buys('other')],
  ],
  [
    'trial ended, both plans at once in two windows: one is charged',
    { ...paying('any'), subscriptions: 2 },
    [
      subscribes(),
      cancels(),
      days(8),
      everythingComes,
      atOnce(buys()[0] ?? [], buys('other', yearly)[0] ?? []),
      asks(),
    ],
  ],
  [
    'both plans at once',
    { is: 'trialing', premium: true, paid: 0 },
    [atOnce(subscribes()[0] ?? [], subscribes('other', yearly)[0] ?? []), asks(), everythingComes, days(1)],
  ],
  ['subscribes again while the trial runs', inTrial, [subscribes(), everythingComes, buys('other')]],
  [
    'one card, two accounts',
    { ada: inTrial, bob: { ...nothing, attempt: 'card_had_trial' } },
    [subscribes(), bob.subscribes()],
  ],
  [
    'one card, two accounts, the second starts now',
    { ada: inTrial, bob: { is: 'active', premium: true, paid: monthly, trials: 0 } },
    [subscribes(), bob.subscribes(), bob.startsNow()],
  ],
  [
    'one card, two accounts, the second takes another card',
    { ada: inTrial, bob: inTrial },
    [subscribes(), bob.subscribes(), bob.subscribes('other')],
  ],
  ['refunded', endedAfter(monthly), [subscribes(), days(10), isRefunded(), everythingComes, days(40)]],
  [
    'disputed: no Premium, and no further charge',
    { ...pastDue, paid: monthly },
    [subscribes(), days(10), disputes(), everythingComes, days(70)],
  ],
  [
    'disputed and lost',
    endedAfter(monthly),
    [
      subscribes(),
      days(10),
      disputes(),
      everythingComes,
      days(20),
      isDecided(false),
      everythingComes,
      days(40),
    ],
  ],
  [
    'disputed and won: Premium is back, and the next period is charged',
    paying(2 * monthly),
    [subscribes(), days(10), disputes(), days(3), isDecided(true), days(30)],
  ],
  [
    'disputed, cancelled, and won',
    endedAfter(monthly),
    [subscribes(), days(10), disputes(), everythingComes, cancels(), isDecided(true), days(40)],
  ],
  ['ended by the owner after a charge', endedAfter(monthly), [subscribes(), days(10), isEnded()]],
  ['set by the owner to end on day 5', canceled, [subscribes(), isSetToEnd(5)]],
  ['set by the owner to end on day 5, and it has', ended, [subscribes(), isSetToEnd(5), days(6)]],
  [
    'set by the owner to end, and reactivated',
    paying(monthly),
    [subscribes(), isSetToEnd(5), reactivates(), firstCharge],
  ],
  ['deleted as a customer', endedAfter(monthly), [subscribes(), days(10), isDeleted()]],
  [
    'deleted as a customer, subscribes again',
    { ...paying(2 * monthly), subscriptions: 2 },
    [subscribes(), days(10), isDeleted(), everythingComes, buys('other')],
  ],
  [
    'deleted as a customer before the card came',
    inTrial,
    [looks(), isDeleted(), everythingComes, subscribes()],
  ],
  ['card taken away in the trial', ended, [subscribes(), losesCard()]],
  [
    'card taken away in the trial, and another one given',
    inTrial,
    [subscribes(), losesCard(), givesNewCard('other')],
  ],
  [
    'account removed in the trial',
    { ...ended, is: 'gone' },
    [subscribes(), days(2), removesAccount(), days(10)],
  ],
  [
    'account removed after a charge',
    { ...ended, is: 'gone', paid: monthly },
    [subscribes(), days(10), removesAccount(), days(40)],
  ],
  [
    'account removed while a payment is due',
    { ...ended, is: 'gone' },
    [subscribes('fails later'), days(9), removesAccount(), days(40)],
  ],
  [
    'deleted as a customer while a payment is due',
    ended,
    [subscribes('fails later'), days(9), isDeleted(), days(40)],
  ],
  [
    'account removed as soon as the card is given',
    { ...ended, is: 'gone', trials: 'any', subscriptions: 'any' },
    [subscribes()[0] ?? [], removesAccount()],
  ],
  ['the job runs before any webhook comes', inTrial, [subscribes()[0] ?? [], nightlyJob]],
];

export const namedHistories: readonly NamedHistory[] = rows.map(([name, end, steps]) => ({
  name,
  steps: steps.flat(),
  ends: 'is' in end ? { ada: end as End } : (end as NamedHistory['ends']),
}));
