import type Stripe from 'stripe';
import { type PlanId, plans } from '../../../shared/plans.ts';
import { CodeRefused } from '../../errors.ts';
import type { Discount } from '../../tables/users.ts';
import { say } from '../../texts.ts';
import { findPrice } from '../plan/price.ts';
import { isInvalid, readId } from '../stripe.ts';

interface Wanted {
  readonly customerId: string;
  readonly plan: PlanId;
  readonly code: string;
}

/** Looks a promotion code up, and asks Stripe for the price with it. @throws CodeRefused */
export async function findDiscount(stripe: Stripe, wanted: Wanted): Promise<Discount> {
  const { customerId, plan } = wanted;
  const promotion = await findPromotion(stripe, wanted);
  const price = await findPrice(stripe, plan);
  await checkRestrictions(stripe, promotion, customerId, price.unit_amount ?? 0);
  const invoice = await preview(stripe, { customerId, price: price.id, promotion: promotion.id });
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  // The coupon is for other products.
  if (off === 0) throw new CodeRefused(say('codeForOtherPlan'));
  return {
    promotionCodeId: promotion.id,
    code: promotion.code,
    amountCents: invoice.total,
    payments: countPayments(promotion.coupon, plan),
  };
}

/** Whether the code that the buyer saw is still good: another may have used it up. */
export async function isRedeemable(
  stripe: Stripe,
  purchase: Pick<Wanted, 'customerId' | 'plan'>,
  { code, promotionCodeId, amountCents }: Discount,
): Promise<boolean> {
  try {
    const now = await findDiscount(stripe, { ...purchase, code });
    return now.promotionCodeId === promotionCodeId && now.amountCents === amountCents;
  } catch (error) {
    if (error instanceof CodeRefused) return false;
    throw error;
  }
}

/** Of codes with the same text, only one is active: https://docs.stripe.com/api/promotion_codes/object */
async function findPromotion(stripe: Stripe, { customerId, code }: Wanted) {
  const { data } = await stripe.promotionCodes.list({
    code,
    limit: 100,
    expand: ['data.promotion.coupon'],
  });
  const usable = data.filter(({ customer }) => customer === null || readId(customer) === customerId);
  const found = usable.find(({ active }) => active) ?? usable[0];
  const coupon = found?.promotion.coupon;
  if (!found || !coupon || typeof coupon === 'string') throw new CodeRefused(say('codeUnknown'));
  if (!found.active)
    throw new CodeRefused(isUsedUp(found) || isUsedUp(coupon) ? say('codeUsedUp') : say('codeExpired'));
  return { ...found, coupon };
}

function isUsedUp({ max_redemptions: max, times_redeemed: times }: Redeemable): boolean {
  return max !== null && times >= max;
}

type Redeemable = Pick<Stripe.Coupon, 'max_redemptions' | 'times_redeemed'>;

/** Stripe checks these when it redeems the code, which would be after the card. */
async function checkRestrictions(
  stripe: Stripe,
  { restrictions }: Stripe.PromotionCode,
  customer: string,
  amountCents: number,
): Promise<void> {
  const { first_time_transaction: isForNewcomers, minimum_amount: minimum } = restrictions;
  if (minimum !== null && amountCents < minimum) throw new CodeRefused(say('codeNeedsMore'));
  if (!isForNewcomers) return;
  const { data } = await stripe.invoices.list({ customer, limit: 100 });
  // Stripe also counts invoices that are open, and a trial's invoice of $0.
  if (data.some(({ status }) => status === 'paid' || status === 'open'))
    throw new CodeRefused(say('codeForNewcomers'));
}

async function preview(
  stripe: Stripe,
  { customerId, price, promotion }: Record<'customerId' | 'price' | 'promotion', string>,
): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.createPreview({
      customer: customerId,
      subscription_details: { items: [{ price }] },
      discounts: [{ promotion_code: promotion }],
      // Prices include it.
      automatic_tax: { enabled: false },
    });
  } catch (error) {
    if (isInvalid(error)) throw new CodeRefused(say('codeUnusable'), { cause: error });
    throw error;
  }
}

/** Stripe counts months from the redemption, and a trial is shorter than one. @returns null for all payments */
function countPayments({ duration, duration_in_months: months }: Stripe.Coupon, plan: PlanId): number | null {
  if (duration === 'forever') return null;
  if (duration === 'once') return 1;
  return Math.ceil((months ?? 1) / (plans[plan].interval === 'year' ? 12 : 1));
}
