import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { remove } from '../../shared/api/account.schema.ts';
import { followChange } from '../analytics/changes.ts';
import { enterAll } from '../analytics/ledger.ts';
import { readProfile } from '../auth/profiles.ts';
import { clearSessionCookies } from '../auth/session-cookies.ts';
import { endpoint } from '../endpoint.ts';
import type { Guest, User } from '../request/caller.ts';
import { deleteGuestPreferences } from '../settings/preferences.ts';
import { countersOfMonth, dayOf, personOf, usageTable } from '../tables/usage.ts';
import { documents, type ProfileItem, usersTable } from '../tables/users.ts';
import { accountRemoved } from '../telemetry/events.ts';
import { emptyPartition, partitionOf } from './partition.ts';
import { forgetRequests } from './usage.ts';
import { deletePoolUser } from './user-pool.ts';

/** Deletes everything that is held about the caller. Whatever stops it, calling again goes on with it. */
export const handler = endpoint('account.remove', remove, async (_input, caller) => {
  if (caller.kind === 'guest') await removeGuest(caller);
  else await removeUser(caller);
  accountRemoved({ requestId: caller.requestId, kind: caller.kind });
  return {};
});

/** How much a guest has used stays with the cookie, or deleting would be a way to three new translations. */
async function removeGuest(guest: Guest): Promise<void> {
  await deleteGuestPreferences(guest.guestId);
  await forgetRequests(guest);
}

/**
 * How much was used today and in this month stays under a signature of the e-mail address until it expires, or signing
 * up again would be a way to another day's translations. The profile goes last, since without it the caller could not come back to finish. What requests at the same
 * time have written until then is looked for once more; those that write later notice (`user-item.ts`).
 */
async function removeUser(caller: User): Promise<void> {
  const { userId, cookies, signal } = caller;
  await endSubscription(caller.profile);
  await emptyPartitions(caller, ['PROFILE']);
  await letProfileExpire(userId);
  await deletePoolUser(userId, signal);
  while (!(await deleteProfile(userId))) await finish(await readProfile(userId));
  await emptyPartitions(caller);
  clearSessionCookies(cookies);
}

/** First of all: nobody is charged for an account that is no more. Few have ever had a subscription. */
async function endSubscription(profile: ProfileItem | undefined): Promise<void> {
  if (!profile?.customerId && !profile?.formerCustomerId) return;
  const { deleteCustomer } = await import('../billing/events/deletion.ts');
  await deleteCustomer(profile);
}

/** Nothing is left at Stripe, and what has happened to the account is in the ledger, which names nobody. */
async function finish(profile: ProfileItem | undefined): Promise<void> {
  await endSubscription(profile);
  if (profile) await enterAll(profile);
}

/**
 * Should the steps after the login's never be reached, nobody could sign in any more to repeat them: then the
 * table takes the profile by itself. Not before all else has gone, or that would be left without an owner. A
 * profile that has gone already is another call's work.
 */
async function letProfileExpire(userId: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: usersTable(),
    Key: profileKey(userId),
    UpdateExpression: 'SET expiresAt = :tomorrow',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':tomorrow': Math.floor(Date.now() / 1000) + 86_400 },
  });
  await documents.send(update).catch((error: unknown) => {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  });
}

/**
 * @returns false where a purchase, begun in another tab meanwhile, has made a customer, or where something waits for
 * the ledger: both go first
 */
async function deleteProfile(userId: string): Promise<boolean> {
  const deletion = new DeleteCommand({
    TableName: usersTable(),
    Key: profileKey(userId),
    ConditionExpression:
      'attribute_not_exists(customerId) AND (attribute_not_exists(unentered) OR size(unentered) = :none)',
    ExpressionAttributeValues: { ':none': 0 },
    ReturnValues: 'ALL_OLD',
  });
  try {
    const { Attributes } = await documents.send(deletion);
    await followChange(Attributes as ProfileItem | undefined, undefined);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

async function emptyPartitions(caller: User, kept: readonly string[] = []): Promise<void> {
  const now = Date.now();
  await emptyPartition(usersTable(), partitionOf(caller), caller.signal, kept);
  await emptyPartition(usageTable(), personOf(caller), caller.signal, [
    dayOf(now),
    countersOfMonth(caller, now).sk,
  ]);
  await forgetRequests(caller);
}

function profileKey(userId: string) {
  return { pk: `USER#${userId}`, sk: 'PROFILE' } as const;
}
