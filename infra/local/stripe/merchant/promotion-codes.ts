import type { Account } from '../account/account.ts';
import type { Objects } from '../account/objects.ts';
import { invalid } from '../errors.ts';
import { flag, integer, oneOf, type Params, required, text } from '../parameters.ts';
import { type Route, route } from '../route.ts';
import { isCouponValid } from './coupons.ts';

type PromotionCode = Objects['promotion_code'];

const promotionParameters = {
  code: required(text),
  customer: text,
  expires_at: integer,
  max_redemptions: integer,
  'promotion[type]': required(oneOf('coupon')),
  'promotion[coupon]': required(text),
  'restrictions[first_time_transaction]': flag,
  'restrictions[minimum_amount]': integer,
  'restrictions[minimum_amount_currency]': oneOf('usd'),
};

export const promotionCodeRoutes: readonly Route[] = [
  route('POST /v1/promotion_codes', promotionParameters, ({ account, params }) =>
    createPromotionCode(account, params),
  ),
  route(
    'GET /v1/promotion_codes',
    { active: flag, code: text },
    ({ account, params: { active, code } }) => {
      const all = account.all('promotion_code').map((each) => describe(account, each));
      const isListed = (each: PromotionCode) =>
        (code === undefined || isSameCode(each.code, code)) &&
        (active === undefined || each.active === active);
      return { object: 'list', data: all.filter(isListed) };
    },
    { 'promotion.coupon': 'coupon' },
  ),
  route('POST /v1/promotion_codes/{id}', { active: flag }, ({ account, id, params }) => {
    const promotion = account.get('promotion_code', id);
    account.change('promotion_code', promotion, { active: params.active });
    return describe(account, promotion);
  }),
];

function createPromotionCode(account: Account, params: Params<typeof promotionParameters>): PromotionCode {
  const { code, customer, expires_at, max_redemptions, 'promotion[coupon]': coupon } = params;
  account.get('coupon', coupon, 'promotion[coupon]');
  if (customer) account.get('customer', customer, 'customer');
  if (!/^[a-z\d-]{1,500}$/i.test(code)) throw invalid('Codes have letters, digits and dashes.', 'code');
  const isTaken = account
    .all('promotion_code')
    .some((each) => isActive(account, each) && isSameCode(each.code, code));
  if (isTaken) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code');
  return account.create('promotion_code', {
    active: true,
    code,
    customer,
    expires_at,
    max_redemptions,
    promotion: { type: 'coupon', coupon },
    restrictions: {
      first_time_transaction: params['restrictions[first_time_transaction]'] ?? false,
      minimum_amount: params['restrictions[minimum_amount]'] ?? null,
      minimum_amount_currency: params['restrictions[minimum_amount_currency]'] ?? null,
    },
    times_redeemed: 0,
  });
}

function isSameCode(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function describe(account: Account, promotion: PromotionCode): PromotionCode {
  return { ...promotion, active: isActive(account, promotion) };
}

function isActive(account: Account, promotion: PromotionCode): boolean {
  const { active, expires_at, max_redemptions, times_redeemed } = promotion;
  const isLeft = max_redemptions === null || times_redeemed < max_redemptions;
  const isInTime = expires_at === null || account.now() < expires_at;
  return active && isLeft && isInTime && isCouponValid(account, findCoupon(account, promotion));
}

export function findCoupon(account: Account, { promotion }: PromotionCode): Objects['coupon'] {
  return account.get('coupon', promotion.coupon ?? '');
}

/** @throws StripeError */
export function checkActive(account: Account, promotion: PromotionCode, param: string): void {
  const { expires_at, max_redemptions, times_redeemed } = promotion;
  if (isActive(account, promotion)) return;
  const hasExpired = expires_at !== null && account.now() >= expires_at;
  if (hasExpired) throw invalid('This promotion code has expired.', param, 'coupon_expired');
  const isUsedUp = max_redemptions !== null && times_redeemed >= max_redemptions;
  throw invalid(
    isUsedUp
      ? 'This promotion code cannot be redeemed because it has been redeemed the maximum number of times.'
      : 'This promotion code is not active.',
    param,
  );
}

/** @throws StripeError. Stripe counts open and paid invoices, also of $0: https://github.com/stripe/stripe-node/issues/2349 */
export function checkRestrictions(
  account: Account,
  { customer: owner, restrictions }: PromotionCode,
  { customer, amount, param }: { customer: string; amount: number; param: string },
): void {
  if (owner && owner !== customer)
    throw invalid('This promotion code cannot be redeemed by this customer.', param);
  const { first_time_transaction, minimum_amount } = restrictions;
  const hasInvoice = account
    .all('invoice')
    .some((each) => each.customer === customer && (each.status === 'open' || each.status === 'paid'));
  if (first_time_transaction && hasInvoice) {
    throw invalid(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      param,
    );
  }
  if (minimum_amount !== null && amount < minimum_amount)
    throw invalid('This promotion code needs a higher amount.', param);
}
