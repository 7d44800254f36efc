import { dayMs, toSeconds } from '../../shared/dates.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { Guest, User } from '../request/caller.ts';
import { type Partition, toPartition } from '../tables/partition.ts';
import { isExpired } from '../tables/profiles.ts';
import { deleteItem, ifNew, putItem, readItem } from '../tables/table.ts';
import { putUserItem } from '../tables/user-items.ts';
import { getUsersTable, type SettingsItem } from '../tables/users.ts';

/** Undefined if nothing was saved. A guest's settings expire 30 days after the last change. */
export async function readSettings(caller: Guest | User): Promise<Settings | undefined> {
  const item = await readSettingsItem(toPartition(caller));
  if (!item) return undefined;
  // An item may be older than a setting.
  const fields = Object.entries(defaultSettings).map(([field, value]) => [
    field,
    item[field as keyof Settings] ?? value,
  ]);
  return Object.fromEntries(fields);
}

export async function saveSettings(caller: Guest | User, settings: Settings): Promise<void> {
  if (caller.kind !== 'guest') {
    await putUserItem({ ...settings, ...buildKey(`USER#${caller.userId}`) });
    return;
  }
  const expiresAt = toSeconds(Date.now() + guestSettingsMs);
  const item: SettingsItem = { ...settings, ...buildKey(`GUEST#${caller.guestId}`), expiresAt };
  await putItem(getUsersTable(), item);
}

export async function moveSettings(guestId: string, userId: string): Promise<void> {
  const item = await readSettingsItem(`GUEST#${guestId}`);
  if (!item) return;
  const { expiresAt, ...settings } = item;
  await putItem(getUsersTable(), { ...settings, ...buildKey(`USER#${userId}`) }, ifNew);
  await deleteGuestSettings(guestId);
}

export async function deleteGuestSettings(guestId: string): Promise<void> {
  await deleteItem(getUsersTable(), buildKey(`GUEST#${guestId}`));
}

const guestSettingsMs = 30 * dayMs;

async function readSettingsItem(partition: Partition): Promise<SettingsItem | undefined> {
  const item = await readItem<SettingsItem>(getUsersTable(), buildKey(partition));
  return item && !isExpired(item) ? item : undefined;
}

function buildKey<Owner extends Partition>(partition: Owner) {
  return { pk: partition, sk: 'SETTINGS' } as const;
}
