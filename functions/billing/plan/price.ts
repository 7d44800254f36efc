import type Stripe from 'stripe';
import { type PlanId, planCurrency, plans, priceTaxBehavior } from '../../../shared/plans.ts';

/** @throws Error if Stripe's price differs from `plans`, for example before `stripe:setup` has run */
export async function findPrice(stripe: Stripe, plan: PlanId): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [plan], active: true, limit: 1 });
  const [price] = data;
  const { amountCents, interval } = plans[plan];
  const isRight =
    price?.unit_amount === amountCents &&
    price.recurring?.interval === interval &&
    price.currency === planCurrency &&
    price.tax_behavior === priceTaxBehavior;
  if (!isRight) {
    throw new Error(`Stripe has no price that matches ${plan} in shared/plans.ts: run npm run stripe:setup`);
  }
  return price;
}
