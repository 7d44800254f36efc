export type PlanId = 'parley_monthly' | 'parley_annual';

/** A plan's id is also its price's lookup key at Stripe. */
export interface Plan {
  readonly id: PlanId;
  readonly amountCents: number;
  readonly interval: 'month' | 'year';
}

export const plans = {
  parley_monthly: {
    id: 'parley_monthly',
    amountCents: 499,
    interval: 'month',
  },
  parley_annual: {
    id: 'parley_annual',
    amountCents: 3_999,
    interval: 'year',
  },
} as const satisfies Record<PlanId, Plan>;

export const planIds = Object.keys(plans) as PlanId[];

export const planCurrency = 'usd';

/** The price that a page shows is what a customer pays; with another behaviour Stripe may add tax to it. */
export const priceTaxBehavior = 'inclusive';

/** Other currencies would not add up. */
export function getRevenueCents(amountCents: number, currency: string | undefined): number {
  return currency === planCurrency ? amountCents : 0;
}

export const subscriptionStatuses = ['free', 'trialing', 'active', 'canceled', 'past_due'] as const;

/** Stripe's words: https://docs.stripe.com/api/subscriptions/object#subscription_object-cancellation_details-feedback */
export const cancellationReasons = [
  'too_expensive',
  'unused',
  'missing_features',
  'low_quality',
  'too_complex',
  'switched_service',
  'other',
] as const;

export const trialDays = 7;

export function isPlanId(word: string): word is PlanId {
  return Object.hasOwn(plans, word);
}
