import { isPlanId, type Plan, planCurrency, plans } from '../../../shared/plans.ts';
import * as texts from '../../texts/billing.tsx';
import { formatCharge, formatLongDate, formatMoney } from '../format.ts';
import { isEntitled, type Status } from '../status.ts';

/** Of its mutations, which run one at a time. */
export const subscriptionKey = ['subscription'];

/** `ending`: cancelled, but not over yet. `past-due`: the payment failed or is disputed. */
export type PremiumState = 'none' | 'active' | 'ending' | 'past-due';

export function assessPremium(status: Status): PremiumState {
  if (status.subscriptionStatus === 'past_due') return 'past-due';
  if (status.subscriptionStatus === 'canceled') return status.isPremium ? 'ending' : 'none';
  return isEntitled(status) ? 'active' : 'none';
}

/** Undefined without a plan, or if it is no longer sold. */
export function findPlan({ subscriptionPlan }: Status): Plan | undefined {
  return subscriptionPlan !== null && isPlanId(subscriptionPlan) ? plans[subscriptionPlan] : undefined;
}

export function namePlan(status: Status): string {
  if (!isEntitled(status) && status.subscriptionStatus !== 'past_due') return texts.freePlan;
  const plan = findPlan(status);
  return plan ? texts.planTexts[plan.id].name : texts.premium;
}

/** `$4.99/month`, or `$4.99 due` after a failed payment. */
export function describePrice(status: Status): string | undefined {
  const { subscriptionStatus, due, nextCharge } = status;
  if (subscriptionStatus !== 'past_due') return nextCharge ? formatRecurringPrice(status) : undefined;
  return due ? texts.amountDue(formatMoney(due.amountCents, due.currency)) : undefined;
}

/** `$4.99/month`: the subscription's price, else the plan's. */
export function formatRecurringPrice(status: Status): string | undefined {
  const plan = findPlan(status);
  if (!plan) return undefined;
  const { priceCents, currency } = status.nextCharge ?? {
    priceCents: plan.amountCents,
    currency: planCurrency,
  };
  return texts.perInterval(formatMoney(priceCents, currency), plan.interval);
}

/** For a subscription that is past due. */
export function namePaymentProblem({ isDisputed, needsConfirmation }: Status): string {
  if (isDisputed) return texts.paymentDisputed;
  return needsConfirmation ? texts.paymentUnconfirmed : texts.paymentFailed;
}

export function describeStatus(status: Status): string {
  const { subscriptionStatus, isDisputed, needsConfirmation, isPremium } = status;
  if (subscriptionStatus !== 'past_due') return texts.statusSentences[subscriptionStatus];
  if (isDisputed) return texts.paymentDisputedText;
  if (needsConfirmation) return isPremium ? texts.unconfirmedPremium : texts.unconfirmedPaused;
  return isPremium ? texts.unpaidPremium : texts.unpaidPaused;
}

export function listDates({ subscriptionStatus, trialEndsAt, subscriptionEndsAt, nextCharge }: Status) {
  const isRenewing = subscriptionStatus === 'trialing' || subscriptionStatus === 'active';
  const amount = nextCharge ? formatCharge(nextCharge) : undefined;
  const note = nextCharge && amount === undefined ? texts.amountMissing : undefined;
  const dates = [
    { label: texts.trialEnds, at: trialEndsAt },
    { label: texts.nextBilling, at: isRenewing && (nextCharge?.at ?? subscriptionEndsAt), amount, note },
    { label: texts.accessEnds, at: subscriptionStatus === 'canceled' && subscriptionEndsAt },
  ];
  return dates.flatMap(({ at, ...rest }) => (at ? [{ at, ...rest }] : []));
}

export function buildNotice(status: Status, timeZone?: string) {
  const { subscriptionStatus, trialEndsAt } = status;
  if (subscriptionStatus === 'trialing') {
    const trialEnd = trialEndsAt && formatLongDate(trialEndsAt, timeZone);
    return { tone: 'blue', text: texts.trialNotice(trialEnd, formatFirstCharge(status)) };
  }
  if (subscriptionStatus !== 'canceled') return undefined;
  const end = formatAccessEnd(status, timeZone);
  return { tone: 'orange', text: texts.cancelledNotice(trialEndsAt !== null, end) };
}

/** The price, or what a code, a coupon or credit leaves of it. */
function formatFirstCharge(status: Status): string | undefined {
  const { nextCharge } = status;
  const isOther = nextCharge?.amountCents !== nextCharge?.priceCents;
  return (nextCharge && isOther ? formatCharge(nextCharge) : undefined) ?? formatRecurringPrice(status);
}

export function describeActions(status: Status, timeZone?: string): string {
  const { subscriptionStatus, trialAvailable } = status;
  const end = formatAccessEnd(status, timeZone);
  switch (subscriptionStatus) {
    case 'free':
      return trialAvailable ? texts.trialUpgradeText : texts.upgradeToPremium;
    case 'trialing':
      return texts.trialCancelText;
    case 'active':
      return texts.cancelAnyTime(end);
    case 'canceled':
      return texts.reactivateText(formatRecurringPrice(status), end);
    case 'past_due':
      if (status.isDisputed) return texts.withdrawDispute;
      if (status.needsConfirmation) return texts.confirmOnStripe;
      return status.isPremium ? texts.payToKeepPremium : texts.payToRegainPremium;
  }
}

export function formatAccessEnd({ subscriptionEndsAt }: Status, timeZone?: string): string | undefined {
  return subscriptionEndsAt === null ? undefined : formatLongDate(subscriptionEndsAt, timeZone);
}

/** A free user who can get no more trial may be a former subscriber with invoices. */
export function mayHaveInvoices({ subscriptionStatus, purchase, trialAvailable }: Status): boolean {
  return subscriptionStatus !== 'free' || purchase !== null || !trialAvailable;
}
