import { limits } from '../../../shared/limits.ts';
import { planCurrency, trialDays } from '../../../shared/plans.ts';
import { formatLongDate, formatMoney } from '../money.ts';
import { findPlan } from '../standing.ts';
import { isEntitled, type Status } from '../status.ts';

export function namePlan(status: Status): string {
  if (!isEntitled(status) && status.subscriptionStatus !== 'past_due') return 'Free Plan';
  return findPlan(status)?.name ?? 'Premium';
}

/** `$4.99/month`, or `$4.99 due` after a failed payment. */
export function describePrice(status: Status): string | undefined {
  const { subscriptionStatus, isDisputed, nextCharge } = status;
  if (subscriptionStatus !== 'past_due') return nextCharge ? formatRate(status) : undefined;
  const plan = findPlan(status);
  return plan && !isDisputed ? `${formatMoney(plan.amountCents, planCurrency)} due` : undefined;
}

/** `$4.99/month`: the next charge, else the plan's price. */
export function formatRate(status: Status): string | undefined {
  const plan = findPlan(status);
  if (!plan) return undefined;
  const { amountCents, currency } = status.nextCharge ?? { ...plan, currency: planCurrency };
  return `${formatMoney(amountCents, currency)}/${plan.interval}`;
}

export function describeStatus(status: Status): string {
  switch (status.subscriptionStatus) {
    case 'free':
      return `You have ${limits.translations.free} free translations a day. Premium has no limit.`;
    case 'trialing':
      return 'You have full access during your trial.';
    case 'active':
      return 'Premium renews until you cancel.';
    case 'canceled':
      return 'Premium stays on until your access ends. We won’t charge you again.';
    case 'past_due':
      if (status.isDisputed) {
        return 'One of your payments is disputed. Premium is paused until your bank decides, and we won’t charge you.';
      }
      return status.isPremium
        ? 'Your last payment didn’t go through. You still have Premium for now.'
        : 'Your last payment didn’t go through. Premium is paused until you pay.';
  }
}

export function listDates(status: Status): readonly ImportantDate[] {
  const { subscriptionStatus, trialEndsAt, subscriptionEndsAt, nextCharge } = status;
  const isOn = subscriptionStatus === 'trialing' || subscriptionStatus === 'active';
  const amount = nextCharge && formatMoney(nextCharge.amountCents, nextCharge.currency);
  const dates: (Omit<ImportantDate, 'at'> & { at: string | null | undefined | false })[] = [
    { label: 'Trial Ends', at: trialEndsAt },
    {
      label: 'Next Billing',
      at: isOn && (nextCharge?.at ?? subscriptionEndsAt),
      ...(amount && { amount }),
    },
    { label: 'Access Ends', at: subscriptionStatus === 'canceled' && subscriptionEndsAt },
  ];
  return dates.flatMap(({ at, ...rest }) => (at ? [{ at, ...rest }] : []));
}

interface ImportantDate {
  readonly label: 'Trial Ends' | 'Next Billing' | 'Access Ends';
  readonly at: string;
  readonly amount?: string;
}

export function buildNotice(status: Status, timeZone?: string): StatusNotice | undefined {
  const { subscriptionStatus, trialEndsAt } = status;
  const end = formatAccessEnd(status, timeZone);
  if (subscriptionStatus === 'trialing') {
    const ends = trialEndsAt ? ` on ${formatLongDate(trialEndsAt, timeZone)}` : '';
    const amount = formatRate(status);
    const text = `Your ${trialDays}-day trial ends${ends}. Your saved payment method will be charged${amount ? ` ${amount}` : ''} unless you cancel before then.`;
    return { tone: 'blue', text };
  }
  if (subscriptionStatus === 'canceled') {
    const what = trialEndsAt ? 'trial' : 'subscription';
    const until = end ? ` You keep access until ${end}.` : '';
    return {
      tone: 'orange',
      text: `Your ${what} is cancelled.${until} After that you’ll be on the Free Plan.`,
    };
  }
  return undefined;
}

interface StatusNotice {
  readonly tone: 'blue' | 'orange';
  readonly text: string;
}

export function describeActions(status: Status, timeZone?: string): string {
  const { subscriptionStatus, trialAvailable } = status;
  const end = formatAccessEnd(status, timeZone);
  switch (subscriptionStatus) {
    case 'free':
      return trialAvailable
        ? `Translate without limits, starting with a ${trialDays}-day free trial.`
        : 'Translate without limits, with Premium voices and history.';
    case 'trialing':
      return 'Cancel during the trial and you won’t be charged.';
    case 'active':
      return `You can cancel at any time${end ? `, and keep access until ${end}` : ''}.`;
    case 'canceled':
      return describeReactivation(status, end);
    case 'past_due':
      if (status.isDisputed) {
        return 'To get Premium back, ask your bank to withdraw the dispute. Or cancel and pay nothing more.';
      }
      return status.isPremium
        ? 'Update your payment method to keep Premium, or cancel and pay nothing.'
        : 'Update your payment method to get Premium back, or cancel and pay nothing.';
  }
}

function describeReactivation(status: Status, end: string | undefined): string {
  const amount = formatRate(status);
  const charge = amount && end ? `: ${amount}, charged from ${end}` : '';
  return `Changed your mind? Reactivate to keep your subscription${charge}.`;
}

export function formatAccessEnd({ subscriptionEndsAt }: Status, timeZone?: string): string | undefined {
  return subscriptionEndsAt === null ? undefined : formatLongDate(subscriptionEndsAt, timeZone);
}

export const lostFeatures: readonly string[] = [
  'Unlimited translations',
  'Premium speech recognition',
  'High-quality audio synthesis',
  'Translation history',
];

/** Former subscribers have used their trial. */
export function mayHaveInvoices({ subscriptionStatus, purchase, trialAvailable }: Status): boolean {
  return subscriptionStatus !== 'free' || purchase !== null || !trialAvailable;
}
