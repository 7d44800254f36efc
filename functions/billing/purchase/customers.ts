import { AccountDeleted } from '../../errors.ts';
import { parseUserId, readProfile, updateProfile } from '../../tables/profiles.ts';
import { deleteItem, putItem, readItem } from '../../tables/table.ts';
import { type CustomerItem, getUsersTable, type ProfileItem } from '../../tables/users.ts';
import { endUnpaidSubscriptions } from '../events/endings.ts';
import { syncSubscription } from '../events/sync.ts';
import { ignoreMissing, withStripe } from '../stripe.ts';

/** Finds or creates the user's Stripe customer; concurrent calls get the same. @throws AccountDeleted without an account */
export async function ensureCustomer(userId: string, profile: ProfileItem): Promise<string> {
  if (profile.customerId) return profile.customerId;
  const { email, formerCustomerId = 'none' } = profile;
  const { id } = await withStripe((stripe) =>
    stripe.customers.create(
      { email, metadata: { userId } },
      // A new key after a deletion, or Stripe would answer with the deleted customer.
      { idempotencyKey: `customer:${userId}:after:${formerCustomerId}` },
    ),
  );
  // Written before the profile gets the customer, because Stripe's events may arrive immediately.
  const item: CustomerItem = { ...buildCustomerKey(id), userId };
  await putItem(getUsersTable(), item);
  const known = await updateProfile(userId, {
    // If deleting the account failed, its profile is set to expire. A purchase clears that, so the account stays.
    UpdateExpression: 'SET customerId = if_not_exists(customerId, :id) REMOVE expiresAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':id': id },
    ReturnValues: 'UPDATED_NEW',
  });
  if (known?.customerId) return known.customerId;
  await deleteAtStripe(id);
  await deleteCustomerItem(id);
  throw new AccountDeleted();
}

export async function deleteCustomer(profile: ProfileItem): Promise<void> {
  const { customerId, formerCustomerId } = profile;
  if (customerId) {
    // Stripe leaves a deleted customer's open invoices payable.
    await endUnpaidSubscriptions(customerId);
    await deleteAtStripe(customerId);
    await syncSubscription(parseUserId(profile), customerId);
    await forgetCustomer(parseUserId(profile), customerId);
  }
  // An interrupted call may have left the `CustomerItem` behind.
  if (formerCustomerId) await deleteCustomerItem(formerCustomerId);
}

async function deleteAtStripe(customerId: string): Promise<void> {
  await withStripe((stripe) => ignoreMissing(stripe.customers.del(customerId)));
}

/** The profile of a customer; undefined for other products' customers, deleted accounts and replaced customers. */
export async function findOwner(customerId: string): Promise<ProfileItem | undefined> {
  const item = await readItem<CustomerItem>(getUsersTable(), buildCustomerKey(customerId));
  const owner = item && (await readProfile(item.userId));
  return owner?.customerId === customerId ? owner : undefined;
}

/** For a customer that was deleted at Stripe: the next purchase creates another. */
export async function forgetCustomer(userId: string, customerId: string): Promise<void> {
  await updateProfile(userId, {
    UpdateExpression: 'SET formerCustomerId = :id REMOVE customerId, purchase',
    ConditionExpression: 'customerId = :id',
    ExpressionAttributeValues: { ':id': customerId },
  });
  await deleteCustomerItem(customerId);
}

async function deleteCustomerItem(customerId: string): Promise<void> {
  await deleteItem(getUsersTable(), buildCustomerKey(customerId));
}

function buildCustomerKey(customerId: string) {
  return { pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' } as const;
}
