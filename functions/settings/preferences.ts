import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Settings } from '../../shared/settings.ts';
import { type Partition, partitionOf } from '../account/partition.ts';
import { putUserItem } from '../account/user-item.ts';
import type { Guest, User } from '../request/caller.ts';
import { documents, type SettingsItem, usersTable } from '../tables/users.ts';

/** What the caller has saved; undefined without. A guest's are forgotten 30 days after the last change. */
export async function readPreferences(caller: Guest | User): Promise<Settings | undefined> {
  const Key = keyOf(partitionOf(caller));
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key, ConsistentRead: true }),
  );
  const item = Item as SettingsItem | undefined;
  if (!item || (item.expiresAt ?? Number.POSITIVE_INFINITY) <= Date.now() / 1000) return undefined;
  const { speechRate, autoPlay, micSensitivity, defaultSourceLang, defaultTargetLang } = item;
  return { speechRate, autoPlay, micSensitivity, defaultSourceLang, defaultTargetLang };
}

/** @throws SessionExpired when the user's account has been deleted meanwhile */
export async function savePreferences(caller: Guest | User, settings: Settings): Promise<void> {
  if (caller.kind !== 'guest') return putUserItem({ ...settings, ...keyOf(`USER#${caller.userId}`) });
  const item: SettingsItem = {
    ...settings,
    ...keyOf(`GUEST#${caller.guestId}`),
    expiresAt: Math.floor(Date.now() / 1000) + guestSeconds,
  };
  await documents.send(new PutCommand({ TableName: usersTable(), Item: item }));
}

export async function deleteGuestPreferences(guestId: string): Promise<void> {
  await documents.send(new DeleteCommand({ TableName: usersTable(), Key: keyOf(`GUEST#${guestId}`) }));
}

const guestSeconds = 30 * 86_400;

function keyOf<Owner extends Partition>(partition: Owner) {
  return { pk: partition, sk: 'SETTINGS' } as const;
}
