import { remove } from '../../shared/api/account.schema.ts';
import { followChange } from '../analytics/changes.ts';
import { enterAll } from '../analytics/ledger.ts';
import { clearSessionCookies } from '../auth/session-cookies.ts';
import { endpoint } from '../endpoint.ts';
import type { Guest, User } from '../request/caller.ts';
import { deleteGuestPreferences } from '../settings/preferences.ts';
import { emptyPartition, partitionOf } from '../tables/partition.ts';
import { deleteProfile, letProfileExpire, readProfile } from '../tables/profiles.ts';
import { countersOfMonth, dayOf, personOf, usageTable } from '../tables/usage.ts';
import { type ProfileItem, usersTable } from '../tables/users.ts';
import { accountRemoved } from '../telemetry/events.ts';
import { forgetRequests } from './usage.ts';
import { deletePoolUser } from './user-pool.ts';

/** Deletes everything that we hold about the caller. After an interruption, another call continues. */
export const handler = endpoint('account.remove', remove, async (_input, caller) => {
  if (caller.kind === 'guest') await removeGuest(caller);
  else await removeUser(caller);
  accountRemoved({ requestId: caller.requestId, kind: caller.kind });
  return {};
});

/** A guest's count stays with the cookie, or deleting would give three new translations. */
async function removeGuest(guest: Guest): Promise<void> {
  await deleteGuestPreferences(guest.guestId);
  await forgetRequests(guest);
}

/**
 * The counts of today and this month stay under a signature of the e-mail address until they expire, or signing up
 * again would give another day's translations. The profile goes last: without it the caller could not continue.
 * Then the partitions are emptied again, for requests that wrote in between; later ones notice (`user-items.ts`).
 */
async function removeUser(caller: User): Promise<void> {
  const { userId, cookies, signal } = caller;
  await endSubscription(caller.profile);
  await emptyPartitions(caller, ['PROFILE']);
  // If the rest fails, the user cannot sign in to repeat it. Not earlier, or the other items would lose their owner.
  await letProfileExpire(userId);
  await deletePoolUser(userId, signal);
  await finishProfile(userId);
  await emptyPartitions(caller);
  clearSessionCookies(cookies);
}

/** First, so that no deleted account is charged. Loaded late: few users have had a subscription. */
async function endSubscription(profile: ProfileItem | undefined): Promise<void> {
  if (!profile?.customerId && !profile?.formerCustomerId) return;
  const { deleteCustomer } = await import('../billing/events/deletion.ts');
  await deleteCustomer(profile);
}

/** A purchase in another tab may have made a customer, and a sync an entry for the ledger: those go first. */
async function finishProfile(userId: string): Promise<void> {
  for (;;) {
    const gone = await deleteProfile(userId);
    if (gone) return followChange('pk' in gone ? (gone as ProfileItem) : undefined, undefined);
    const profile = await readProfile(userId);
    await endSubscription(profile);
    if (profile) await enterAll(profile);
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
