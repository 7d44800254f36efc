import { daySeconds } from '../../shared/dates.ts';
import { sessionDays } from '../../shared/limits.ts';
import type { Device } from '../request/device.ts';
import { deleteItems } from './batches.ts';
import { queryPages, updateItem } from './table.ts';
import { putUserItem } from './user-items.ts';
import { getUsersTable, type ProfileItem, type SessionItem } from './users.ts';

/** Expires with the session's refresh token. @throws AccountDeleted */
export async function recordSession(userId: string, sessionId: string, device: Device): Promise<void> {
  const now = Date.now();
  const begunAt = new Date(now).toISOString();
  const expiresAt = Math.ceil(now / 1_000) + sessionDays * daySeconds;
  const item: SessionItem = {
    ...buildSessionKey(userId, sessionId),
    begunAt,
    usedAt: begunAt,
    ...device,
    expiresAt,
  };
  await putUserItem(item);
}

/** At most every 15 minutes, and within a second. Does nothing for a session that is not recorded. */
export async function noteUse(userId: string, sessionId: string): Promise<void> {
  const now = Date.now();
  const update = {
    UpdateExpression: 'SET usedAt = :now',
    ConditionExpression: 'usedAt < :earlier',
    ExpressionAttributeValues: {
      ':now': new Date(now).toISOString(),
      ':earlier': new Date(now - useIntervalMs).toISOString(),
    },
  };
  const signal = AbortSignal.timeout(maxNoteMs);
  await updateItem(getUsersTable(), buildSessionKey(userId, sessionId), update, signal);
}

/** A page waits for it. */
const maxNoteMs = 1_000;

const useIntervalMs = 15 * 60_000;

/** Those that are not over, the latest used first. */
export async function listSessions(
  { pk, sessionsEndedAt = '' }: ProfileItem,
  signal: AbortSignal,
): Promise<SessionItem[]> {
  const query = {
    TableName: getUsersTable(),
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': sessionPrefix },
    ConsistentRead: true,
  };
  const pages = await Array.fromAsync(queryPages<SessionItem>(query, signal));
  return pages
    .flat()
    .filter(({ begunAt, expiresAt }) => begunAt > sessionsEndedAt && expiresAt * 1_000 > Date.now())
    .sort((a, b) => b.usedAt.localeCompare(a.usedAt));
}

export async function deleteSessions(userId: string, sessionIds: readonly string[]): Promise<void> {
  await deleteItems(
    getUsersTable(),
    sessionIds.map((id) => buildSessionKey(userId, id)),
  );
}

/** As its user may see it. */
export function describeSession({ sk, begunAt, usedAt, browser, system }: SessionItem) {
  const id = sk.slice(sessionPrefix.length);
  return { id, begunAt, usedAt, browser: browser ?? null, system: system ?? null };
}

const sessionPrefix = 'SESSION#';

function buildSessionKey(userId: string, sessionId: string) {
  return { pk: `USER#${userId}`, sk: `${sessionPrefix}${sessionId}` } as const;
}
