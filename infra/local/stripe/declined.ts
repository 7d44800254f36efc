import { StripeFault } from './account.ts';
import type { Charge } from './collection.ts';
import { invalid } from './parameters.ts';

/** The answer where a charge that was asked for has failed. */
export function declined(charge: Charge & { ok: false }): StripeFault {
  const { code, declineCode } = charge;
  if (code === noCardCode) return invalid(noCard, undefined, 'resource_missing');
  return new StripeFault(402, {
    type: 'card_error',
    code,
    ...(declineCode && { decline_code: declineCode }),
    message: messages[declineCode ?? code] ?? messages[code] ?? 'Your card was declined.',
  });
}

/** What a charge fails with where there is nothing to charge. */
export const noCardCode = 'payment_method_not_available';

const noCard =
  'This customer has no attached payment source or default payment method. ' +
  'Please consider adding a default payment method.';

const messages: Readonly<Record<string, string>> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  insufficient_funds: 'Your card has insufficient funds.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};
