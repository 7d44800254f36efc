import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type ProfileItem, usersTable } from '../tables/users.ts';
import { batchReads, readBatch } from './batches.ts';
import { documents } from './documents.ts';

/** The next profiles in the order in which they were created. */
interface Page {
  readonly profiles: ProfileItem[];
  /** When the last of them was created. */
  readonly through: string;
}

/**
 * The profiles that were created after a moment: about 100 of them, and always all of one millisecond. The index may
 * be a moment late.
 */
export async function profilesAfter(createdAt: string): Promise<Page | undefined> {
  const { Items: found = [], LastEvaluatedKey } = await documents.send(
    new QueryCommand({ ...keysWhere('createdAt > :createdAt', createdAt), Limit: batchReads }),
  );
  const keys = found as Key[];
  const through = keys.at(-1)?.createdAt;
  if (through === undefined) return undefined;
  const whole = LastEvaluatedKey
    ? [...keys.filter((key) => key.createdAt !== through), ...(await keysOf(through))]
    : keys;
  return { profiles: await readProfiles(whole), through };
}

async function keysOf(createdAt: string): Promise<Key[]> {
  const keys: Key[] = [];
  const pages = paginateQuery({ client: documents }, keysWhere('createdAt = :createdAt', createdAt));
  for await (const { Items = [] } of pages) keys.push(...(Items as Key[]));
  return keys;
}

function keysWhere(condition: string, createdAt: string) {
  return {
    TableName: usersTable(),
    IndexName: 'by-creation',
    KeyConditionExpression: `kind = :user AND ${condition}`,
    ExpressionAttributeValues: { ':user': 'user', ':createdAt': createdAt },
  };
}

async function readProfiles(keys: readonly Key[]): Promise<ProfileItem[]> {
  const profiles: ProfileItem[] = [];
  for (let from = 0; from < keys.length; from += batchReads) {
    const batch = keys.slice(from, from + batchReads).map(({ pk, sk }) => ({ pk, sk }));
    profiles.push(...(await readBatch<ProfileItem>(usersTable(), batch)));
  }
  return profiles;
}

type Key = Pick<ProfileItem, 'pk' | 'sk' | 'createdAt'>;
