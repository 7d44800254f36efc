import { type Plan, planCurrency, trialDays } from '../../../shared/plans.ts';
import { longDate, money, price } from '../money.ts';

/** What somebody is told before they pay: the words of the plans' cards and of the form. */
export interface Offer {
  /** The plan's button, and what it promises. */
  readonly choose: string;
  readonly terms: string;
  /** The form's button, and the same while it works. */
  readonly confirm: string;
  readonly confirming: string;
  /** What is charged, and when; the first line is today. */
  readonly charges: readonly { readonly when: string; readonly amount: string }[];
  readonly afterwards: string;
}

/**
 * @param isTrial it begins with the free trial; otherwise the price is charged at once
 * @param timeZone the reader's own unless told otherwise
 */
export function offerOf(plan: Plan, isTrial: boolean, now = new Date(), timeZone?: string): Offer {
  const amount = money(plan.amountCents, planCurrency);
  const afterwards = `Then ${amount} every ${plan.interval}, until you cancel.`;
  if (!isTrial) {
    return {
      choose: `Subscribe for ${price(plan)}`,
      terms: `${amount} charged today, then every ${plan.interval}. Cancel any time.`,
      confirm: `Pay ${amount} and subscribe`,
      confirming: 'Paying…',
      charges: [{ when: 'Charged today', amount }],
      afterwards,
    };
  }
  const firstCharge = new Date(now.getTime() + trialDays * dayMs).toISOString();
  return {
    choose: `Start ${trialDays}-day free trial`,
    terms: `${trialDays} days free, then ${price(plan)}. No charge until day ${trialDays + 1}. Cancel any time.`,
    confirm: 'Start free trial',
    confirming: 'Starting your trial…',
    charges: [
      { when: 'Charged today', amount: money(0, planCurrency) },
      { when: `On ${longDate(firstCharge, timeZone)}`, amount },
    ],
    afterwards,
  };
}

const dayMs = 24 * 60 * 60 * 1_000;

/** A card as its owner knows it: `Visa •••• 4242`. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandNames[brand] ?? 'Card'} •••• ${last4}`;
}

/** Stripe's words for the brands that are not written as they are. */
const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};
