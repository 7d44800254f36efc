import { dayMs } from '../../../shared/dates.ts';
import { type Plan, planCurrency, trialDays } from '../../../shared/plans.ts';
import { formatLongDate, formatMoney, formatPrice } from '../money.ts';

export interface Offer {
  readonly chooseLabel: string;
  readonly terms: string;
  readonly confirmLabel: string;
  readonly pendingLabel: string;
  readonly charges: readonly { readonly when: string; readonly amount: string }[];
  readonly afterwards: string;
}

/** @param hasTrial starts with the free trial; otherwise the price is charged now */
export function describeOffer(plan: Plan, hasTrial: boolean, now = new Date(), timeZone?: string): Offer {
  const amount = formatMoney(plan.amountCents, planCurrency);
  const afterwards = `Then ${amount} every ${plan.interval}, until you cancel.`;
  if (!hasTrial) {
    return {
      chooseLabel: `Subscribe for ${formatPrice(plan)}`,
      terms: `${amount} charged today, then every ${plan.interval}. Cancel any time.`,
      confirmLabel: `Pay ${amount} and subscribe`,
      pendingLabel: 'Paying…',
      charges: [{ when: 'Charged today', amount }],
      afterwards,
    };
  }
  const firstCharge = new Date(now.getTime() + trialDays * dayMs).toISOString();
  return {
    chooseLabel: `Start ${trialDays}-day free trial`,
    terms: `${trialDays} days free, then ${formatPrice(plan)}. No charge until day ${trialDays + 1}. Cancel any time.`,
    confirmLabel: 'Start free trial',
    pendingLabel: 'Starting your trial…',
    charges: [
      { when: 'Charged today', amount: formatMoney(0, planCurrency) },
      { when: `On ${formatLongDate(firstCharge, timeZone)}`, amount },
    ],
    afterwards,
  };
}

export function nameCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandNames[brand] ?? 'Card'} •••• ${last4}`;
}

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
