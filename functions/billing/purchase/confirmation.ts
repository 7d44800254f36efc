import type { ProfileItem } from '../../tables/users.ts';
import { listSubscriptions } from '../events/sync.ts';
import { findPaymentIntent } from '../payment-intent.ts';
import { withStripe } from '../stripe.ts';

/** The client secret for confirming a first payment. Not stored, as Stripe advises. */
export async function findConfirmationSecret({
  customerId,
  purchase,
}: ProfileItem): Promise<string | undefined> {
  if (purchase?.state !== 'confirmation_needed' || !customerId) return undefined;
  return withStripe(async (stripe) => {
    const all = await listSubscriptions(stripe, customerId);
    const existing = all.find(({ metadata }) => metadata.setupIntentId === purchase.setupIntentId);
    const payment = existing && (await findPaymentIntent(stripe, existing));
    return payment?.status === 'requires_action' ? (payment.client_secret ?? undefined) : undefined;
  });
}
