import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { InvalidRequest } from '../errors.ts';
import { readItems } from '../tables/batches.ts';
import { documentClient } from '../tables/client.ts';
import { isExpired } from '../tables/profiles.ts';
import { getUsersTable, type ProfileItem } from '../tables/users.ts';
import { say } from '../texts.ts';

export const usersPerPage = 10;

export type Profile = Pick<
  ProfileItem,
  'pk' | 'createdAt' | 'email' | 'firstName' | 'lastName' | 'subscription' | 'expiresAt'
>;

/** Newest first. Without a cursor it reads all keys before the page. After a deletion, a page may be short. */
export async function readDirectory(
  { page, cursor }: { page: number; cursor?: string | undefined },
  signal: AbortSignal,
): Promise<{ profiles: Profile[]; next: string | null }> {
  const before = (page - 1) * usersPerPage;
  const from = cursor === undefined ? await skipUsers(before, signal) : readCursor(cursor);
  const keys = from === 'end' ? [] : await readKeys(from, signal);
  const shown = keys.slice(0, usersPerPage);
  const last = shown.at(-1);
  return {
    profiles: await readProfiles(shown, signal),
    next: last && keys.length > usersPerPage ? writeCursor(last) : null,
  };
}

/** @returns the key of the last skipped user; `end` if there is none after it */
async function skipUsers(count: number, signal: AbortSignal): Promise<Key | 'end' | undefined> {
  let from: Key | undefined;
  for (let left = count; left > 0; ) {
    const { Count = 0, LastEvaluatedKey } = await documentClient.send(
      new QueryCommand({ ...buildQuery(from), Select: 'COUNT', Limit: left }),
      { abortSignal: signal },
    );
    if (!LastEvaluatedKey) return 'end';
    left -= Count;
    from = LastEvaluatedKey as Key;
  }
  return from;
}

/** One more than a page, to know whether another follows. */
async function readKeys(from: Key | undefined, signal: AbortSignal): Promise<Key[]> {
  const query = new QueryCommand({ ...buildQuery(from), Limit: usersPerPage + 1 });
  const { Items = [] } = await documentClient.send(query, { abortSignal: signal });
  return Items as Key[];
}

function buildQuery(from: Key | undefined) {
  return {
    TableName: getUsersTable(),
    IndexName: 'by-creation',
    KeyConditionExpression: 'kind = :user',
    ExpressionAttributeValues: { ':user': 'user' },
    ScanIndexForward: false,
    ExclusiveStartKey: from,
  };
}

/** The index lags behind the table: some of its profiles may be gone. */
async function readProfiles(keys: readonly Key[], signal: AbortSignal): Promise<Profile[]> {
  const ProjectionExpression = 'pk, createdAt, email, firstName, lastName, subscription, expiresAt';
  const profiles = await readItems<Profile>(getUsersTable(), keys, { signal, ProjectionExpression });
  const found = new Map(profiles.map((profile) => [profile.pk, profile]));
  return keys.flatMap(({ pk }) => found.get(pk) ?? []).filter((profile) => !isExpired(profile));
}

/** Not signed: it holds only what the list shows. */
function writeCursor({ createdAt, pk }: Key): string {
  return Buffer.from(JSON.stringify({ createdAt, pk })).toString('base64url');
}

function readCursor(cursor: string): Key {
  try {
    const read = cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { kind: 'user', sk: 'PROFILE', ...read };
  } catch {
    throw new InvalidRequest([{ path: 'cursor', message: say('wrongCursor') }]);
  }
}

const cursorContent = z.strictObject({
  createdAt: z.iso.datetime(),
  // DynamoDB refuses some strings that JSON can hold; ids are letters, digits and hyphens.
  pk: z.templateLiteral(['USER#', z.string().check(z.regex(/^[a-z0-9-]+$/i))]),
});

type Key = Pick<ProfileItem, 'kind' | 'createdAt' | 'pk' | 'sk'>;
