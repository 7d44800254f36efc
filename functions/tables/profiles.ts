import { deleteItem, isNew, putItem, readItem, type Update, updateItem } from './table.ts';
import { type ProfileItem, usersTable } from './users.ts';

/** Consistent: a session that was signed out a moment ago is over. */
export function readProfile(userId: string): Promise<ProfileItem | undefined> {
  return readItem(usersTable(), profileKey(userId));
}

/** @returns false where there is one already */
export function createProfile(userId: string, fields: Omit<ProfileItem, 'pk' | 'sk'>): Promise<boolean> {
  return putItem(usersTable(), { ...profileKey(userId), ...fields }, isNew);
}

/** @returns the requested attributes; undefined if the condition fails */
export function updateProfile(userId: string, update: Update): Promise<Partial<ProfileItem> | undefined> {
  return updateItem(usersTable(), profileKey(userId), update);
}

/** The table deletes the profile tomorrow; without a profile nothing happens. */
export async function letProfileExpire(userId: string): Promise<void> {
  await updateProfile(userId, {
    UpdateExpression: 'SET expiresAt = :tomorrow',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':tomorrow': Math.floor(Date.now() / 1_000) + 86_400 },
  });
}

/**
 * @returns the profile, empty where there was none; undefined where it has a Stripe customer, or entries in its outbox:
 * both go first
 */
export function deleteProfile(userId: string): Promise<Partial<ProfileItem> | undefined> {
  return deleteItem(usersTable(), profileKey(userId), {
    ConditionExpression:
      'attribute_not_exists(customerId) AND (attribute_not_exists(unentered) OR size(unentered) = :none)',
    ExpressionAttributeValues: { ':none': 0 },
  });
}

export function isExpired({ expiresAt = Number.POSITIVE_INFINITY }: Pick<ProfileItem, 'expiresAt'>): boolean {
  return expiresAt * 1_000 <= Date.now();
}

export function userIdOf({ pk }: Pick<ProfileItem, 'pk'>): string {
  return pk.slice('USER#'.length);
}

export function profileKey(userId: string) {
  return { pk: `USER#${userId}`, sk: 'PROFILE' } as const;
}
