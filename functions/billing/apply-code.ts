import { applyCode } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { CodeRefused, Conflict } from '../errors.ts';
import type { Discount } from '../tables/users.ts';
import { say } from '../texts.ts';
import { describeDiscount } from './purchase/agreement.ts';
import { countCode } from './purchase/card-attempts.ts';
import { findDiscount } from './purchase/discount.ts';
import { isClosed, setIntentDiscount } from './purchase/purchase.ts';
import { withStripe } from './stripe.ts';

/** Sets the promotion code of the open card form, or removes it. Stripe redeems it with the subscription. */
export const handler = endpoint('billing.apply-code', applyCode, async ({ priceId, code }, caller) => {
  const { customerId, purchase } = caller.profile;
  const { state, plan, setupIntentId } = purchase ?? {};
  if (!customerId || !setupIntentId || state !== 'pending' || plan !== priceId)
    throw new Conflict(say('formReplaced'), 'uncharged');
  if (code) await countCode(caller, code);
  const discount = await withStripe(async (stripe) => {
    const keep = async (found?: Discount) => {
      const intent = await setIntentDiscount(stripe, setupIntentId, found);
      if (isClosed(intent)) throw new Conflict(say('formReplaced'), 'notChargedTwice');
      return found;
    };
    if (!code) return keep();
    return findDiscount(stripe, { customerId, plan, code }).then(keep, async (error: unknown) => {
      // The page then shows the price without it.
      if (error instanceof CodeRefused) await keep();
      throw error;
    });
  });
  return { discount: describeDiscount(discount) };
});
