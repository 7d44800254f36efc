import type Stripe from 'stripe';
import type { PaymentKeys } from '../../../functions/billing/payment-keys.ts';

export const visa = '4242424242424242';
export const mastercard = '5555555555554444';
/** It can be saved, but every charge fails. */
export const cardWithoutFunds = '4000000000000341';

/**
 * Gives Stripe a card as the page's form does.
 *
 * @param url of Stripe's stand-in
 * @param number without one, the card that the form knows
 * @returns the SetupIntent's id
 */
export async function giveCard(
  url: string,
  keys: Pick<PaymentKeys, 'publishableKey'>,
  clientSecret: string,
  number: string | undefined,
  address?: Readonly<Record<'country' | 'postal_code', string>>,
): Promise<string> {
  const id = clientSecret.replace(/_secret_.*$/, '');
  const card = {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number ?? '',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2044',
    'payment_method_data[card][cvc]': '123',
  };
  const response = await fetch(`${url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      return_url: 'https://parley.example/',
      ...(number && card),
      ...(address && {
        'payment_method_data[billing_details][address][country]': address.country,
        'payment_method_data[billing_details][address][postal_code]': address.postal_code,
      }),
    }),
  });
  const intent = (await response.json()) as Stripe.SetupIntent;
  if (intent.status !== 'succeeded') throw new Error(`The card was not taken: ${JSON.stringify(intent)}`);
  return id;
}
