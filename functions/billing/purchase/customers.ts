import { SessionExpired } from '../../errors.ts';
import { readProfile, updateProfile } from '../../tables/profiles.ts';
import { deleteItem, putItem, readItem } from '../../tables/table.ts';
import { type CustomerItem, type ProfileItem, usersTable } from '../../tables/users.ts';
import { isMissing, withStripe } from '../stripe.ts';

/**
 * The user's one customer at Stripe, made where there is none. Whoever asks at the same time gets the same.
 *
 * @throws SessionExpired where the account has gone meanwhile
 */
export async function customerOf(userId: string, profile: ProfileItem): Promise<string> {
  if (profile.customerId) return profile.customerId;
  const { email, formerCustomerId = 'none' } = profile;
  const { id } = await withStripe((stripe) =>
    stripe.customers.create(
      { email, metadata: { userId } },
      // Stripe would answer with the deleted one again.
      { idempotencyKey: `customer:${userId}:after:${formerCustomerId}` },
    ),
  );
  await rememberOwner(id, userId);
  const known = await updateProfile(userId, {
    // Whoever buys stays, should their account have been left half deleted.
    UpdateExpression: 'SET customerId = if_not_exists(customerId, :id) REMOVE expiresAt',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':id': id },
    ReturnValues: 'UPDATED_NEW',
  });
  if (known?.customerId) return known.customerId;
  await deleteAtStripe(id);
  await forgetOwner(id);
  throw new SessionExpired();
}

/** Ends their subscriptions at once. Deleting again deletes nothing more. */
export async function deleteAtStripe(customerId: string): Promise<void> {
  await withStripe((stripe) =>
    stripe.customers.del(customerId).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    }),
  );
}

/**
 * Whose a customer is; undefined for customers of other products, of accounts that are no more, and for those who
 * were deleted: what is said of them says nothing of the one who came after.
 */
export async function ownerOf(customerId: string): Promise<ProfileItem | undefined> {
  const item = await readItem<CustomerItem>(usersTable(), customerKey(customerId));
  const owner = item && (await readProfile(item.userId));
  return owner?.customerId === customerId ? owner : undefined;
}

/** A customer that was deleted at Stripe, with the cards: the next purchase makes another, and begins anew. */
export async function forgetCustomer(userId: string, customerId: string): Promise<void> {
  await updateProfile(userId, {
    UpdateExpression: 'SET formerCustomerId = :id REMOVE customerId, purchase',
    ConditionExpression: 'customerId = :id',
    ExpressionAttributeValues: { ':id': customerId },
  });
  await forgetOwner(customerId);
}

export async function forgetOwner(customerId: string): Promise<void> {
  await deleteItem(usersTable(), customerKey(customerId));
}

function customerKey(customerId: string) {
  return { pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' } as const;
}

/** Before the profile knows the customer: events may come at once. */
async function rememberOwner(customerId: string, userId: string): Promise<void> {
  const item: CustomerItem = { ...customerKey(customerId), userId };
  await putItem(usersTable(), item);
}
