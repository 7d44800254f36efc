import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import { plans } from '../../../shared/plans.ts';
import { dueTo, isGoingOn, paidInvoices, subscriptionIn, subscriptionsOf } from './oracle.ts';
import type { Person, Scene } from './product/scene.ts';

/** Findings once every event has arrived. */
export async function findingsOf(scene: Scene): Promise<string[]> {
  const findings: string[] = [...scene.crashes];
  const items = await scene.items();
  for (const person of scene.people.values()) {
    findings.push(...(await findingsAbout(scene, person, items)));
  }
  findings.push(
    ...trialFindings(scene),
    ...chargeFindings(scene),
    ...codeFindings(scene),
    ...revenueFindings(scene, items),
  );
  return findings;
}

async function findingsAbout(scene: Scene, person: Person, items: readonly Item[]): Promise<string[]> {
  const findings: string[] = [];
  const { account } = scene;
  const made = subscriptionsOf(account, person.id);
  const intents = new Set(made.map(({ metadata }) => metadata.setupIntentId));
  if (intents.size < made.length) findings.push(`${person.name} has two subscriptions of one card form`);
  const live = made.filter(isGoingOn);
  for (const each of made) {
    if (each.automatic_tax.enabled !== (process.env.AUTOMATIC_TAX === 'on'))
      findings.push(`${each.id} leaves its tax to the account`);
    if (owes(account, each)) findings.push(`${person.name} has cancelled ${each.id}, and it may be charged`);
  }
  if (live.length > 1) findings.push(`${person.name} has ${live.length} live subscriptions`);
  const customers = account.all('customer').filter(({ metadata }) => metadata.userId === person.id);
  if (customers.length > 1) findings.push(`${person.name} is ${customers.length} customers at Stripe`);

  const profile = items.find(({ pk, sk }) => pk === `USER#${person.id}` && sk === 'PROFILE');
  if (person.hasLeft) {
    if (profile) findings.push(`${person.name} has left, and the profile is there`);
    if (live.length > 0) findings.push(`${person.name} has left, and is still charged`);
    return findings;
  }
  const due = dueTo(account, person.id);
  const { status, body } = await scene.call('status', person);
  if (status !== 200) return [...findings, `${person.name} asks for the status and gets ${status}`];
  for (const [field, value] of Object.entries(due)) {
    if (isDeepStrictEqual(body[field], value)) continue;
    findings.push(`${person.name}: ${field} is ${say(body[field])}, by Stripe’s state ${say(value)}`);
  }
  const stored = profile?.subscription as { status?: string; isPremium?: boolean } | undefined;
  if (
    (stored?.isPremium ?? false) !== due.isPremium ||
    (stored?.status ?? 'free') !== due.subscriptionStatus
  ) {
    findings.push(`${person.name}: the profile holds ${say(stored)}, by Stripe’s state ${say(due)}`);
  }
  if (profile?.purchaseLock) findings.push(`${person.name}: a purchase is left half open`);
  return findings;
}

/** A subscription that has ended, or that is to end, and has an invoice that can be paid. */
function owes(account: Scene['account'], { id, status, cancel_at }: Stripe.Subscription): boolean {
  const invoices = account.all('invoice') as unknown as Stripe.Invoice[];
  const isOpen = invoices.some((each) => each.status === 'open' && subscriptionIn(each) === id);
  return isOpen && (status === 'canceled' || cancel_at !== null);
}

function trialFindings({ account, people }: Scene): string[] {
  const takers = new Map<string, number>();
  const take = (taker: string) => takers.set(taker, (takers.get(taker) ?? 0) + 1);
  const subscriptions = account.all('subscription') as unknown as Stripe.Subscription[];
  for (const { trial_start, metadata } of subscriptions) {
    if (trial_start === null) continue;
    const person = [...people.values()].find(({ id }) => id === metadata.userId);
    take(`${person?.name}`);
    take(`the letter box ${person?.box}`);
    const given = account.find('setup_intent', metadata.setupIntentId ?? '')?.payment_method;
    const card = account.find('payment_method', given ?? '')?.card;
    take(`the card ${card?.last4} (${card?.fingerprint})`);
  }
  return [...takers].filter(([, times]) => times > 1).map(([taker, times]) => `${taker} had ${times} trials`);
}

function chargeFindings({ account, agreed }: Scene): string[] {
  const subscriptions = account.all('subscription') as unknown as Stripe.Subscription[];
  return paidInvoices(account).flatMap((invoice) => {
    const subscription = subscriptions.find(({ id }) => id === subscriptionIn(invoice));
    if (!subscription) return [`${invoice.id} is of no subscription`];
    if (agreed.has(subscription.metadata.setupIntentId ?? '')) return [];
    if (subscription.trial_start === null)
      return [`${invoice.id} was charged at once, and nobody had agreed`];
    const paidAt = invoice.status_transitions.paid_at ?? 0;
    return paidAt < subscription.trial_start + sevenDaysSeconds
      ? [`${invoice.id} was charged in the trial`]
      : [];
  });
}

/** The first payment of a plan that was bought with a code, unless the owner gave another coupon. */
function codeFindings({ account, shown }: Scene): string[] {
  const invoices = account.all('invoice') as unknown as Stripe.Invoice[];
  return account.all('subscription').flatMap(({ id, metadata, customer }) => {
    const intent = account.find('setup_intent', metadata.setupIntentId);
    const cents = shown.get(intent?.id ?? '');
    const first = invoices.find(
      (each) => subscriptionIn(each) === id && each.lines.data.some(({ amount }) => amount > 0),
    );
    const price = String(first?.lines.data[0]?.pricing?.price_details?.price);
    const isOther = account.find('price', price)?.lookup_key !== intent?.metadata?.plan;
    const hasCoupon = account
      .all('discount')
      .some((each) => each.customer === customer && !each.promotion_code);
    if (cents === undefined || !first || isOther || hasCoupon || first.amount_paid <= cents) return [];
    return [`${first.id} is of ${first.amount_paid} cents, and ${cents} were shown`];
  });
}

const sevenDaysSeconds = 7 * 24 * 60 * 60;

function revenueFindings({ account }: Scene, items: readonly Item[]): string[] {
  const kept = new Map(
    items
      .filter(({ sk }) => sk.startsWith('INVOICE#'))
      .map(({ pk, sk, amountCents, currency, plan }) => [sk, say({ pk, amountCents, currency, plan })]),
  );
  const findings: string[] = [];
  for (const invoice of paidInvoices(account)) {
    const key = `INVOICE#${invoice.id}`;
    const price = invoice.lines.data.findLast(({ amount }) => amount > 0)?.pricing?.price_details?.price;
    const plan = account.find('price', String(price))?.lookup_key as keyof typeof plans;
    if (invoice.amount_paid > plans[plan].amountCents) {
      findings.push(`${invoice.id} is of ${invoice.amount_paid} cents`);
    }
    const expected = say({
      pk: `LEDGER#${new Date((invoice.status_transitions.paid_at ?? 0) * 1_000).toISOString().slice(0, 10)}`,
      amountCents: invoice.amount_paid,
      currency: 'usd',
      plan,
    });
    if (kept.get(key) !== expected)
      findings.push(`revenue: ${key} is ${kept.get(key)} instead of ${expected}`);
    kept.delete(key);
  }
  for (const [key, value] of kept) findings.push(`revenue: ${key} is ${value}, and nobody has paid it`);
  return [...findings, ...reversalFindings(account, items)];
}

/** Compares all refunds and disputes with the ledger. */
function reversalFindings(account: Scene['account'], items: readonly Item[]): string[] {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
  const due =
    sum(account.all('refund').map(({ amount, status }) => (status === 'failed' ? 0 : amount))) +
    sum(account.all('dispute').map(({ amount, status }) => (status === 'won' ? 0 : amount)));
  const reversals = items.filter(({ sk }) => /^(REFUND|REFUND-FAILED|DISPUTE|WON)#/.test(sk));
  const entered = -sum(reversals.map(({ amountCents }) => Number(amountCents)));
  return entered === due ? [] : [`${entered} cents are entered as paid back, and ${due} were`];
}

/** Compares the operators' figures with Stripe's account once the nightly job has counted again. */
export async function countFindings(scene: Scene): Promise<string[]> {
  await scene.recount();
  const items = await scene.items();
  const there = [...scene.people.values()].filter(({ hasLeft }) => !hasLeft);
  const premium = there.map(({ id }) => dueTo(scene.account, id)).filter(({ isPremium }) => isPremium);
  const paying = premium.filter(({ trialEndsAt }) => trialEndsAt === null);
  const yearlyCents = paying.map(({ subscriptionPlan }) => {
    const { amountCents, interval } = plans[subscriptionPlan as keyof typeof plans];
    return amountCents * (interval === 'month' ? 12 : 1);
  });
  const sum = (name: string, found: readonly Item[]) =>
    found.reduce((total, item) => total + Number(item[name] ?? 0), 0);
  const ledger = items.filter(({ pk }) => pk.startsWith('LEDGER#'));
  const due = {
    users: there.length,
    trials: premium.length - paying.length,
    paying: paying.length,
    yearlyCents: yearlyCents.reduce((total, cents) => total + cents, 0),
    revenueCents: sum('amountCents', ledger),
  };
  const counted = items.filter(({ pk, sk }) => pk === 'STATS' && /^(TOTALS|DAY#)/.test(sk));
  return Object.entries(due).flatMap(([name, value]) =>
    sum(name, counted) === value ? [] : [`${name}: ${sum(name, counted)} are counted instead of ${value}`],
  );
}

function say(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

interface Item extends Record<string, unknown> {
  readonly pk: string;
  readonly sk: string;
}
