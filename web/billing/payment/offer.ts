import { dayMs } from '../../../shared/dates.ts';
import { type Plan, planCurrency, trialDays } from '../../../shared/plans.ts';
import * as texts from '../../texts/payment.ts';
import { formatLongDate, formatMoney, formatPrice } from '../format.ts';

export type Offer = ReturnType<typeof describeOffer>;

/** @param hasTrial starts with the free trial; otherwise the price is charged now */
export function describeOffer(plan: Plan, hasTrial: boolean, now = new Date(), timeZone?: string) {
  const amount = formatMoney(plan.amountCents, planCurrency);
  const renewal = texts.renewal(amount, plan.interval);
  if (!hasTrial) {
    return {
      chooseLabel: texts.subscribe(formatPrice(plan)),
      terms: texts.terms(amount, plan.interval),
      confirmLabel: texts.pay(amount),
      pendingLabel: texts.paying,
      charges: [{ when: texts.chargedToday, amount }],
      renewal,
    };
  }
  const firstCharge = new Date(now.getTime() + trialDays * dayMs).toISOString();
  return {
    chooseLabel: texts.chooseTrial,
    terms: texts.trialTerms(formatPrice(plan)),
    confirmLabel: texts.startTrial,
    pendingLabel: texts.startingTrial,
    charges: [
      { when: texts.chargedToday, amount: formatMoney(0, planCurrency) },
      { when: texts.chargedOn(formatLongDate(firstCharge, timeZone)), amount },
    ],
    renewal,
  };
}
