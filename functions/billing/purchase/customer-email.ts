import { ignoreMissing, withStripe } from '../stripe.ts';

/** A customer that was deleted at Stripe is none. */
export async function changeCustomerEmail(customerId: string, email: string): Promise<void> {
  await withStripe((stripe) => ignoreMissing(stripe.customers.update(customerId, { email })));
}
