import { limits } from '../../../shared/limits.ts';
import { planCurrency, trialDays } from '../../../shared/plans.ts';
import { longDate, money } from '../money.ts';
import { planOf } from '../standing.ts';
import { isPremium, type Status } from '../status.ts';

/** `Premium Annual`; `Free Plan` where Premium is off. */
export function planName(status: Status): string {
  if (!isPremium(status)) return 'Free Plan';
  return planOf(status)?.name ?? 'Premium';
}

/** What the subscription costs, as `$4.99/month`: the next charge, else the plan's price. Undefined where neither is known. */
export function rateOf(status: Status): string | undefined {
  const plan = planOf(status);
  if (!plan) return undefined;
  const { amountCents, currency } = status.nextCharge ?? { ...plan, currency: planCurrency };
  return `${money(amountCents, currency)}/${plan.interval}`;
}

/** How things are, in a sentence or two. */
export function statusText(status: Status): string {
  switch (status.subscriptionStatus) {
    case 'free':
      return `You have ${limits.translations.free} free translations a day. Premium has no limit.`;
    case 'trialing':
      return 'You are trying Premium for free. Everything in it is yours.';
    case 'active':
      return 'Premium is on, and goes on until you cancel.';
    case 'canceled':
      return 'Premium is on until your access ends. Nothing more will be charged.';
    case 'past_due':
      if (status.isDisputed) {
        return 'A payment of yours is disputed. Premium is paused until your bank has decided, and nothing is charged.';
      }
      return status.isPremium
        ? 'Your last payment did not go through. Premium is still on for now.'
        : 'Your last payment did not go through. Premium is paused until it is paid.';
  }
}

/** The dates that matter, in the order in which they are shown. */
export function datesOf(status: Status): readonly ImportantDate[] {
  const { subscriptionStatus, trialEndsAt, subscriptionEndsAt, nextCharge } = status;
  const isOn = subscriptionStatus === 'trialing' || subscriptionStatus === 'active';
  const amount = nextCharge && money(nextCharge.amountCents, nextCharge.currency);
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
  /** What is charged then. */
  readonly amount?: string;
}

/** What stands out: what a trial turns into, and what a cancellation means. */
export function noticeOf(status: Status, timeZone?: string): StatusNotice | undefined {
  const { subscriptionStatus, trialEndsAt } = status;
  const end = accessEnd(status, timeZone);
  if (subscriptionStatus === 'trialing') {
    const ends = trialEndsAt ? ` on ${longDate(trialEndsAt, timeZone)}` : '';
    const rate = rateOf(status);
    const text = `Your ${trialDays}-day trial ends${ends}. Your saved payment method will be charged${rate ? ` ${rate}` : ''} unless you cancel before then.`;
    return { tone: 'blue', text };
  }
  if (subscriptionStatus === 'canceled') {
    const what = trialEndsAt ? 'trial' : 'subscription';
    const until = end ? ` You keep access until ${end}.` : '';
    return { tone: 'orange', text: `Your ${what} is cancelled.${until} Then the Free Plan begins.` };
  }
  return undefined;
}

interface StatusNotice {
  readonly tone: 'blue' | 'orange';
  readonly text: string;
}

/** What can be done, and what comes of it. */
export function actionText(status: Status, timeZone?: string): string {
  const { subscriptionStatus, trialAvailable } = status;
  const end = accessEnd(status, timeZone);
  switch (subscriptionStatus) {
    case 'free':
      return trialAvailable
        ? `Translate without a limit. It begins with a ${trialDays}-day free trial.`
        : 'Translate without a limit, and have Premium’s voice and history.';
    case 'trialing':
      return 'Cancel during the trial and you will not be charged.';
    case 'active':
      return `You can cancel at any time${end ? `, and keep access until ${end}` : ''}.`;
    case 'canceled':
      return reactivationText(status, end);
    case 'past_due':
      if (status.isDisputed) {
        return 'Ask your bank to withdraw the dispute to have Premium back, or cancel and pay nothing more.';
      }
      return status.isPremium
        ? 'Update your payment method to keep Premium, or cancel and pay nothing.'
        : 'Update your payment method to have Premium back, or cancel and pay nothing.';
  }
}

function reactivationText(status: Status, end: string | undefined): string {
  const rate = rateOf(status);
  const charged = rate && end ? `: ${rate}, charged from ${end}` : '';
  return `Changed your mind? Reactivate, and your subscription goes on as before${charged}.`;
}

/** The day on which access ends where the subscription is, or would be, cancelled. */
export function accessEnd({ subscriptionEndsAt }: Status, timeZone?: string): string | undefined {
  return subscriptionEndsAt === null ? undefined : longDate(subscriptionEndsAt, timeZone);
}

/** What goes with Premium. */
export const losses: readonly string[] = [
  'Unlimited translations',
  'Premium speech recognition',
  'High-quality audio synthesis',
  'Translation history',
];

/**
 * Whether Stripe may know of cards and invoices. A former subscriber is told by a trial that is used up; who was
 * never one gets a sentence instead of a page.
 */
export function mayHaveInvoices({ subscriptionStatus, purchase, trialAvailable }: Status): boolean {
  return subscriptionStatus !== 'free' || purchase !== null || !trialAvailable;
}
