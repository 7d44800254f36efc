import { userIdOf } from '../../tables/profiles.ts';
import type { ProfileItem } from '../../tables/users.ts';
import { deleteAtStripe, forgetCustomer, forgetOwner } from '../purchase/customers.ts';
import { endDebts } from './endings.ts';
import { syncSubscription } from './sync.ts';

/**
 * Deletes somebody at Stripe, which ends their subscriptions at once; nothing is charged any more. Deleting again
 * deletes nothing more. Should the account stay after all, it has nothing, and can subscribe anew.
 */
export async function deleteCustomer(profile: ProfileItem): Promise<void> {
  const { customerId, formerCustomerId } = profile;
  if (customerId) {
    // Stripe leaves the open invoices of a deleted customer payable.
    await endDebts(customerId);
    await deleteAtStripe(customerId);
    await syncSubscription(userIdOf(profile), customerId);
    await forgetCustomer(userIdOf(profile), customerId);
  }
  // A function may have died before it had forgotten whose the customer was.
  if (formerCustomerId) await forgetOwner(formerCustomerId);
}
