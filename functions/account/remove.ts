import { remove } from '../../shared/api/account.schema.ts';
import { toDay } from '../../shared/dates.ts';
import { recordChange } from '../analytics/changes.ts';
import { flushOutbox } from '../analytics/ledger.ts';
import { clearSessionCookies } from '../auth/session-cookies.ts';
import { deletePoolUser } from '../auth/user-pool.ts';
import { endpoint } from '../endpoint.ts';
import type { Guest, User } from '../request/caller.ts';
import { deleteGuestSettings } from '../settings/preferences.ts';
import { emptyPartition, toPartition } from '../tables/partition.ts';
import { deleteProfile, letProfileExpire, readProfile } from '../tables/profiles.ts';
import { buildMonthCounterKey, getUsageTable, toEmailKey } from '../tables/usage.ts';
import { getUsersTable, type ProfileItem } from '../tables/users.ts';
import { logAccountRemoved } from '../telemetry/events.ts';
import { forgetRequests } from '../translation/allowance/grants.ts';

export const handler = endpoint('account.remove', remove, async (_input, caller) => {
  if (caller.kind === 'guest') await removeGuest(caller);
  else await removeUser(caller);
  logAccountRemoved({ requestId: caller.requestId, kind: caller.kind });
  return {};
});

/** A guest's count stays with the cookie, or deleting would give three new translations. */
async function removeGuest(guest: Guest): Promise<void> {
  await deleteGuestSettings(guest.guestId);
  await forgetRequests(guest);
}

/**
 * Today's and this month's counts stay, or signing up again would give another day's translations. The profile is
 * deleted last, so that an interrupted call can be repeated. Then the partitions are emptied again, for concurrent
 * writes (`user-items.ts`).
 */
async function removeUser(caller: User): Promise<void> {
  const { userId, cookies, signal } = caller;
  await deleteStripeCustomer(caller.profile);
  await emptyPartitions(caller, ['PROFILE']);
  // After the other items: without a profile, no call could delete them. It expires even if a step below fails.
  await letProfileExpire(userId);
  await deletePoolUser(userId, signal);
  await clearAndDeleteProfile(userId);
  await emptyPartitions(caller);
  clearSessionCookies(cookies);
}

/** First, so that no deleted account is charged. Loaded late: few users have had a subscription. */
async function deleteStripeCustomer(profile: ProfileItem | undefined): Promise<void> {
  if (!profile?.customerId && !profile?.formerCustomerId) return;
  const { deleteCustomer } = await import('../billing/purchase/customers.ts');
  await deleteCustomer(profile);
}

/** First deletes the customer and moves the outbox entries that a purchase or a sync may have added. */
async function clearAndDeleteProfile(userId: string): Promise<void> {
  for (;;) {
    const deleted = await deleteProfile(userId);
    if (deleted) return recordChange('pk' in deleted ? (deleted as ProfileItem) : undefined, undefined);
    const profile = await readProfile(userId);
    await deleteStripeCustomer(profile);
    if (profile) await flushOutbox(profile);
  }
}

async function emptyPartitions(caller: User, kept: readonly string[] = []): Promise<void> {
  const now = Date.now();
  await emptyPartition(getUsersTable(), toPartition(caller), caller.signal, kept);
  await emptyPartition(getUsageTable(), toEmailKey(caller), caller.signal, [
    toDay(now),
    buildMonthCounterKey(caller, now).sk,
  ]);
  await forgetRequests(caller);
}
