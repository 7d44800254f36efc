import { parseUserId } from '../../tables/profiles.ts';
import type { ProfileItem } from '../../tables/users.ts';
import { deleteAtStripe, deleteCustomerItem, forgetCustomer } from '../purchase/customers.ts';
import { endUnpaidSubscriptions } from './endings.ts';
import { syncSubscription } from './sync.ts';

export async function deleteCustomer(profile: ProfileItem): Promise<void> {
  const { customerId, formerCustomerId } = profile;
  if (customerId) {
    // Stripe leaves a deleted customer's open invoices payable.
    await endUnpaidSubscriptions(customerId);
    await deleteAtStripe(customerId);
    await syncSubscription(parseUserId(profile), customerId);
    await forgetCustomer(parseUserId(profile), customerId);
  }
  // An interrupted call may have left the `CustomerItem`.
  if (formerCustomerId) await deleteCustomerItem(formerCustomerId);
}
