import type { Account } from '../account/account.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { invalid } from '../errors.ts';
import { isCouponValid } from '../merchant/coupons.ts';
import { checkActive, checkRestrictions, findCoupon } from '../merchant/promotion-codes.ts';
import { type Form, text } from '../parameters.ts';
import { addMonths } from './periods.ts';

type Coupon = Objects['coupon'];

export type Discount = Pick<Objects['discount'], 'id' | 'end' | 'promotion_code' | 'source'>;

/** A coupon, or a promotion code. */
export interface DiscountSource {
  readonly coupon: string | undefined;
  readonly promotionCode: string | undefined;
}

const couponParam = 'discounts[0][coupon]';
const promotionParam = 'discounts[0][promotion_code]';

export function readDiscount(form: Form): DiscountSource | undefined {
  const coupon = text(form, couponParam);
  const promotionCode = text(form, promotionParam);
  if (coupon && promotionCode) throw invalid('Pass a coupon or a promotion code.', promotionParam);
  return coupon || promotionCode ? { coupon, promotionCode } : undefined;
}

/** As a subscription would get it. A preview does not check the restrictions of a promotion code. */
export function computeDiscount(account: Account, source: DiscountSource): Discount {
  const promotion = findPromotion(account, source);
  if (promotion) checkActive(account, promotion, promotionParam);
  const coupon = promotion
    ? findCoupon(account, promotion)
    : account.get('coupon', source.coupon ?? '', couponParam);
  if (!isCouponValid(account, coupon))
    throw invalid('This coupon has expired.', couponParam, 'coupon_expired');
  const { id, duration_in_months: months } = coupon;
  return {
    id: account.createId('di'),
    end: months ? addMonths(account.now(), months) : null,
    promotion_code: promotion?.id ?? null,
    source: { type: 'coupon', coupon: id },
  };
}

/** Counts the redemption. @param amount of the first period */
export function redeem(
  account: Account,
  source: DiscountSource,
  { customer, amount }: { customer: string; amount: number },
): Objects['discount'] {
  const discount = computeDiscount(account, source);
  const promotion = findPromotion(account, source);
  if (promotion) {
    checkRestrictions(account, promotion, { customer, amount, param: promotionParam });
    account.change('promotion_code', promotion, { times_redeemed: promotion.times_redeemed + 1 });
  }
  const coupon = findDiscountCoupon(account, discount);
  account.change('coupon', coupon, { times_redeemed: coupon.times_redeemed + 1 });
  return account.create('discount', { ...discount, customer, start: account.now() });
}

function findPromotion(account: Account, { promotionCode }: DiscountSource) {
  return promotionCode === undefined
    ? undefined
    : account.get('promotion_code', promotionCode, promotionParam);
}

export function findDiscounts(account: Account, { discounts }: Subscription): Discount[] {
  return discounts.map((id) => account.get('discount', id));
}

/** @param item.start of its period, in seconds since 1970 */
export function discountAmounts(
  account: Account,
  discounts: readonly Discount[],
  item: { readonly amount: number; readonly product: string; readonly start: number },
): { amount: number; discount: string }[] {
  let left = item.amount;
  return discounts.flatMap((discount) => {
    const { applies_to, amount_off, percent_off } = findDiscountCoupon(account, discount);
    const isOver = discount.end !== null && item.start >= discount.end;
    if (isOver || (applies_to && !applies_to.products.includes(item.product))) return [];
    const off = Math.min(left, amount_off ?? Math.round((left * (percent_off ?? 0)) / 100));
    left -= off;
    return off > 0 ? [{ amount: off, discount: discount.id }] : [];
  });
}

/** A coupon for one invoice is used up by the first that it lowers. */
export function listUnused(account: Account, subscription: Subscription, used: readonly string[]): string[] {
  return subscription.discounts.filter((id) => {
    const { duration } = findDiscountCoupon(account, account.get('discount', id));
    return duration !== 'once' || !used.includes(id);
  });
}

function findDiscountCoupon(account: Account, { source }: Discount): Coupon {
  return account.get('coupon', source.coupon);
}
