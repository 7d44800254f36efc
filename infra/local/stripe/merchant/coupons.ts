import type { Account } from '../account/account.ts';
import type { Subscription } from '../account/objects.ts';
import { integer, oneOf, required } from '../parameters.ts';
import { type Route, route } from '../route.ts';

/** Coupons of a share of the price, for as long as the subscription lasts. */
export const couponRoutes: readonly Route[] = [
  route(
    'POST /v1/coupons',
    { percent_off: required(integer), duration: required(oneOf('forever')) },
    ({ account, params }) => account.create('coupon', params),
  ),
];

export function createDiscount(account: Account, { id, customer }: Subscription, coupon: string): string {
  account.get('coupon', coupon, 'discounts[0][coupon]');
  return account.create('discount', { customer, subscription: id, source: { type: 'coupon', coupon } }).id;
}

/** In the currency's smallest unit. */
export function applyDiscounts(account: Account, { discounts }: Subscription, amount: number): number {
  return discounts.reduce((left, id) => {
    const discount = account.get('discount', id);
    const { percent_off } = account.get('coupon', discount.source.coupon ?? '');
    return left - Math.round((left * (percent_off ?? 0)) / 100);
  }, amount);
}
