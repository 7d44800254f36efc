import { dayMs } from '../../../shared/dates.ts';
import { type Plan, planCurrency, trialDays } from '../../../shared/plans.ts';
import * as texts from '../../texts/payment.ts';
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
  const afterwards = texts.afterwards(amount, plan.interval);
  if (!hasTrial) {
    return {
      chooseLabel: texts.subscribe(formatPrice(plan)),
      terms: texts.terms(amount, plan.interval),
      confirmLabel: texts.pay(amount),
      pendingLabel: texts.paying,
      charges: [{ when: texts.chargedToday, amount }],
      afterwards,
    };
  }
  const firstCharge = new Date(now.getTime() + trialDays * dayMs).toISOString();
  return {
    chooseLabel: texts.tryFree,
    terms: texts.trialTerms(formatPrice(plan)),
    confirmLabel: texts.startTrial,
    pendingLabel: texts.startingTrial,
    charges: [
      { when: texts.chargedToday, amount: formatMoney(0, planCurrency) },
      { when: texts.chargedOn(formatLongDate(firstCharge, timeZone)), amount },
    ],
    afterwards,
  };
}

export function nameCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandNames[brand] ?? texts.card} •••• ${last4}`;
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
