import type { Account } from '../account/account.ts';
import type { Objects } from '../account/objects.ts';
import { invalid } from '../errors.ts';
import { integer, list, oneOf, type Params, required, text } from '../parameters.ts';
import { type Route, route } from '../route.ts';

type Coupon = Objects['coupon'];

const couponParameters = {
  amount_off: integer,
  'applies_to[products]': list,
  currency: oneOf('usd', 'eur'),
  duration: required(oneOf('forever', 'once', 'repeating')),
  duration_in_months: integer,
  id: text,
  max_redemptions: integer,
  percent_off: integer,
  redeem_by: integer,
};

export const couponRoutes: readonly Route[] = [
  route('POST /v1/coupons', couponParameters, ({ account, params }) => createCoupon(account, params)),
  route('GET /v1/coupons/{id}', {}, ({ account, id }) => describeCoupon(account, account.get('coupon', id))),
];

function createCoupon(account: Account, params: Params<typeof couponParameters>): Coupon {
  const { 'applies_to[products]': products, ...fields } = params;
  const { amount_off, currency, duration, duration_in_months, percent_off } = fields;
  if ((amount_off === undefined) === (percent_off === undefined))
    throw invalid('You must pass exactly one of percent_off and amount_off.', 'percent_off');
  if ((amount_off === undefined) !== (currency === undefined))
    throw invalid('You must pass currency with amount_off, and only then.', 'currency');
  if ((duration === 'repeating') !== (duration_in_months !== undefined))
    throw invalid('Pass duration_in_months for a repeating coupon, and only then.', 'duration_in_months');
  if (percent_off !== undefined && (percent_off < 1 || percent_off > 100))
    throw invalid('Invalid percent_off: must be between 1 and 100.', 'percent_off');
  for (const id of products ?? []) account.get('product', id, 'applies_to[products]');
  return account.create('coupon', {
    ...fields,
    times_redeemed: 0,
    valid: true,
    ...(products && { applies_to: { products } }),
  });
}

export function isCouponValid(account: Account, coupon: Coupon): boolean {
  const { max_redemptions, redeem_by, times_redeemed } = coupon;
  const isLeft = max_redemptions === null || times_redeemed < max_redemptions;
  return isLeft && (redeem_by === null || account.now() < redeem_by);
}

function describeCoupon(account: Account, coupon: Coupon): Coupon {
  return { ...coupon, valid: isCouponValid(account, coupon) };
}
