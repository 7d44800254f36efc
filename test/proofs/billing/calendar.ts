import type Stripe from 'stripe';
import { type PlanId, planIds, plans } from '../../../shared/plans.ts';
import type { Part } from '../proof.ts';
import { findingsOf } from './findings.ts';
import { paidInvoices, subscriptionIn } from './oracle.ts';
import { allArrives } from './world/mail.ts';
import { comeToRest, play } from './world/play.ts';
import type { Scene } from './world/scene.ts';
import { type CardKind, cardKinds } from './world/steps.ts';
import type { World } from './world/world.ts';

/**
 * Each plan with each card, day by day: nobody is charged before day 8, renewals come on their day, revenue is
 * what was paid. Each card starts with a trial; a week later, another person uses it and is charged at once.
 */
export async function walkCalendar(
  world: World,
  { days, sold = planIds }: { days: number; sold?: readonly PlanId[] },
): Promise<Part> {
  const walks: Walk[] = [];
  for (const plan of sold) walks.push(await walk(world, plan, days));
  const sum = (field: 'subscriptions' | 'invoices' | 'cents' | 'revenueCents') =>
    walks.reduce((total, each) => total + each[field], 0);
  const earliest = Math.min(...walks.map(({ earliestSeconds }) => earliestSeconds));
  const findings = walks.flatMap((each) => each.findings);
  if (sum('cents') !== sum('revenueCents')) findings.push('revenue is not what was paid');
  if (earliest < 7 * daySeconds) findings.push('somebody was charged within the trial');
  return {
    name: `${days} days, ${sold.length} plans, ${cardKinds.length} cards`,
    figures: {
      subscriptions: sum('subscriptions'),
      'invoices paid': sum('invoices'),
      'cents paid': sum('cents'),
      'cents of revenue': sum('revenueCents'),
      'first charge after a trial began': `${(earliest / daySeconds).toFixed(2)} days`,
    },
    findings,
  };
}

/** Trials end on the 31st of January, before shorter months. */
const untilJanuary24 = 65;
const daySeconds = 86_400;

type Walk = Awaited<ReturnType<typeof walk>>;

async function walk(world: World, plan: PlanId, days: number) {
  const scene = await world.begin({ ways: { ...allArrives, order: 'any' } });
  await scene.pass(untilJanuary24 * daySeconds);
  for (const card of cardKinds) await buy(scene, plan, card, 'trial');
  await passDays(scene, 7);
  for (const card of cardKinds) await buy(scene, plan, card, 'charged');
  const findings: string[] = [];
  for (let day = 7; day < days; day += 30) {
    await passDays(scene, Math.min(30, days - day));
    findings.push(...(await comeToRest(scene)), ...(await findingsOf(scene)));
  }

  const paid = paidInvoices(scene.account);
  const subscriptions = scene.account.all('subscription') as unknown as Stripe.Subscription[];
  let earliestSeconds = Number.POSITIVE_INFINITY;
  for (const subscription of subscriptions) {
    const times = paid
      .filter((invoice) => subscriptionIn(invoice) === subscription.id)
      .map(({ status_transitions }) => status_transitions.paid_at ?? 0)
      .toSorted((one, other) => one - other);
    findings.push(...wrongDays(scene, plan, subscription, times));
    const { trial_start } = subscription;
    if (trial_start !== null)
      earliestSeconds = Math.min(earliestSeconds, ...times.map((at) => at - trial_start));
  }
  const revenue = (await scene.items()).filter(({ sk }) => sk.startsWith('INVOICE#'));
  return {
    findings,
    earliestSeconds,
    subscriptions: subscriptions.length,
    invoices: paid.length,
    cents: paid.reduce((sum, { amount_paid }) => sum + amount_paid, 0),
    revenueCents: revenue.reduce((sum, { amountCents }) => sum + Number(amountCents), 0),
  };
}

async function buy(scene: Scene, plan: PlanId, card: CardKind, terms: 'trial' | 'charged'): Promise<void> {
  const who = `${card.replaceAll(/\W+/g, '-')}-${terms}`;
  await scene.add(who);
  await play(scene, { does: 'subscribes', who, plan, card, agrees: false });
  await play(scene, { does: 'asks', who });
  if (terms === 'charged') {
    await play(scene, { does: 'starts now', who });
    await play(scene, { does: 'confirms the payment', who, succeeds: true });
  }
  await scene.mail.deliver(1);
}

async function passDays(scene: Scene, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await scene.pass(daySeconds);
    await scene.mail.deliver(1);
  }
}

function wrongDays(
  { account }: Scene,
  plan: PlanId,
  subscription: Stripe.Subscription,
  times: number[],
): string[] {
  const { trial_end, created, metadata } = subscription;
  const number = account.find('payment_method', cardOf(account, metadata.setupIntentId))?.card?.last4;
  const renewals = datesFrom(trial_end ?? created, plan, account.now());
  let dates: number[] = [];
  if (chargeable.has(number ?? '')) dates = renewals;
  // Its bank asks for each payment, and the customer is present for the first one without a trial.
  else if (number === '3184' && trial_end === null) dates = renewals.slice(0, 1);
  const isWrong =
    times.length !== dates.length ||
    times.some((at, index) => at < (dates[index] ?? 0) || at > (dates[index] ?? 0) + 2 * 3_600);
  if (!isWrong) return [];
  const say = (all: number[]) => all.map((at) => new Date(at * 1_000).toISOString()).join(', ') || 'never';
  return [`${plan} with ${number} was paid ${say(times)}, and is due ${say(dates)}`];
}

function cardOf(account: Scene['account'], setupIntent = ''): string {
  return account.find('setup_intent', setupIntent)?.payment_method ?? '';
}

/** The last digits of cards that can be charged off session. */
const chargeable = new Set(['4242', '4444', '0005', '3155']);

/** A charge may take an hour. */
function datesFrom(first: number, plan: PlanId, now: number): number[] {
  const dates: number[] = [];
  const months = plans[plan].interval === 'month' ? 1 : 12;
  for (let index = 0; ; index += 1) {
    const begin = new Date(first * 1_000);
    const lastDay = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + index * months + 1, 0));
    const day = Math.min(begin.getUTCDate(), lastDay.getUTCDate());
    const at = new Date(lastDay).setUTCDate(day) / 1_000 + (first % daySeconds);
    if (at + 3_600 > now) return dates;
    dates.push(at);
  }
}
