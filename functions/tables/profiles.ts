import { dayMs, toSeconds } from '../../shared/dates.ts';
import { buildSetUpdate, deleteItem, ifNew, putItem, readItem, type Update, updateItem } from './table.ts';
import { getUsersTable, type ProfileItem } from './users.ts';

/** A consistent read, so that a session signed out a moment ago is refused. */
export function readProfile(userId: string): Promise<ProfileItem | undefined> {
  return readItem(getUsersTable(), buildProfileKey(userId));
}

/** @returns false if the profile exists */
export function createProfile(userId: string, fields: Omit<ProfileItem, 'pk' | 'sk'>): Promise<boolean> {
  return putItem(getUsersTable(), { ...buildProfileKey(userId), ...fields }, ifNew);
}

/** @returns the attributes that were asked for; undefined if the condition does not hold */
export function updateProfile(userId: string, update: Update): Promise<Partial<ProfileItem> | undefined> {
  return updateItem(getUsersTable(), buildProfileKey(userId), update);
}

export async function letProfileExpire(userId: string): Promise<void> {
  await updateProfile(userId, {
    ...buildSetUpdate({ expiresAt: toSeconds(Date.now() + dayMs) }),
    ConditionExpression: 'attribute_exists(pk)',
  });
}

/** @returns the deleted profile, empty if there was none; undefined while it has a Stripe customer or outbox entries */
export function deleteProfile(userId: string): Promise<Partial<ProfileItem> | undefined> {
  return deleteItem(getUsersTable(), buildProfileKey(userId), {
    ConditionExpression:
      'attribute_not_exists(customerId) AND (attribute_not_exists(outbox) OR size(outbox) = :none)',
    ExpressionAttributeValues: { ':none': 0 },
  });
}

export function isExpired({ expiresAt = Number.POSITIVE_INFINITY }: Pick<ProfileItem, 'expiresAt'>): boolean {
  return expiresAt * 1_000 <= Date.now();
}

export function parseUserId({ pk }: Pick<ProfileItem, 'pk'>): string {
  return pk.slice('USER#'.length);
}

export function buildProfileKey(userId: string) {
  return { pk: `USER#${userId}`, sk: 'PROFILE' } as const;
}
