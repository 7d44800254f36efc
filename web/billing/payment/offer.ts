import { dayMs } from '../../../shared/dates.ts';
import { type Plan, planCurrency, trialDays } from '../../../shared/plans.ts';
import type { Received } from '../../api.ts';
import { joinSentences } from '../../language/sentences.ts';
import * as texts from '../../texts/payment.ts';
import { formatLongDate, formatMoney, formatPrice } from '../format.ts';

export type Offer = ReturnType<typeof describeOffer>;

export type Discount = NonNullable<Received<'billing.apply-code'>['discount']>;

/** @param hasTrial starts with the free trial; otherwise the price is charged now */
export function describeOffer(
  plan: Plan,
  hasTrial: boolean,
  discount: Discount | null = null,
  now = new Date(),
  timeZone?: string,
) {
  const amountCents = discount?.amountCents ?? plan.amountCents;
  const amount = formatMoney(amountCents, planCurrency);
  const renewal = describeRenewal(plan, discount);
  if (!hasTrial) {
    return {
      chooseLabel: texts.subscribe(formatPrice(plan)),
      terms: texts.terms(amount, plan.interval),
      confirmLabel: amountCents === 0 ? texts.payNothing(amount) : texts.pay(amount),
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

function describeRenewal({ amountCents, interval }: Plan, discount: Discount | null): string {
  const renewal = texts.renewal(formatMoney(amountCents, planCurrency), interval);
  if (!discount) return renewal;
  const lowered = formatMoney(discount.amountCents, planCurrency);
  const reach = texts.codeReach(discount.payments, lowered);
  return joinSentences(reach, discount.payments === null ? texts.renewal(lowered, interval) : renewal);
}
