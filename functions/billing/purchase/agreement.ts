import type { Output } from '../../../shared/api/contract.ts';
import { dayMs } from '../../../shared/dates.ts';
import { type PlanId, planCurrency, plans } from '../../../shared/plans.ts';
import type { Discount, Purchase } from '../../tables/users.ts';

export type Agreement = Readonly<Record<'amountCents' | 'currency' | 'interval' | 'agreedAt', string>>;

export function describeAgreement({ plan, amountCents, startedAt }: Purchase): Agreement {
  const { interval } = plans[plan];
  return { amountCents: String(amountCents), currency: planCurrency, interval, agreedAt: startedAt };
}

export function isAgreementValid(agreement: Partial<Agreement>, plan: PlanId, now = Date.now()): boolean {
  const { amountCents, interval } = plans[plan];
  return (
    agreement.amountCents === String(amountCents) &&
    agreement.currency === planCurrency &&
    agreement.interval === interval &&
    now - Date.parse(agreement.agreedAt ?? '') < validMs
  );
}

const validMs = dayMs;

export function describeDiscount(discount: Discount | undefined): Output<'billing.apply-code'>['discount'] {
  if (!discount) return null;
  const { code, amountCents, payments } = discount;
  return { code, amountCents, payments };
}

/** Whether a recent purchase is still waiting for its card or for Stripe's webhook. */
export function isPending(purchase: Purchase | undefined, withinMs: number): purchase is Purchase {
  return purchase?.state === 'pending' && Date.now() - Date.parse(purchase.startedAt) < withinMs;
}
