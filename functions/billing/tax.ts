import type Stripe from 'stripe';
import { findVariable } from '../environment.ts';

/**
 * A card's address for its customer. Stripe Tax takes the customer's address before the card's, and ignores a card's
 * that is not complete: https://docs.stripe.com/tax/customer-locations
 *
 * @returns undefined without automatic tax, or if the card has no country
 */
export function readTaxAddress({ billing_details }: Stripe.PaymentMethod): Stripe.AddressParam | undefined {
  // The payment form asks for the country and, where tax depends on it, for the postal code.
  const { country, postal_code } = billing_details.address ?? {};
  if (!isTaxAutomatic() || !country) return undefined;
  return { country, ...(postal_code && { postal_code }) };
}

export function isTaxAutomatic(): boolean {
  return findVariable('AUTOMATIC_TAX') === 'on';
}
