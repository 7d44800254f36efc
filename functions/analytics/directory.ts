import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { usersPerPage } from '../../shared/analytics.ts';
import { InvalidRequest } from '../errors.ts';
import { readItems } from '../tables/batches.ts';
import { isExpired } from '../tables/profiles.ts';
import { documents, type ProfileItem, usersTable } from '../tables/users.ts';
import { type PageCursor, readCursor, writeCursor } from './page-cursor.ts';

/** A part of all users, newest first. */
export interface DirectoryPage {
  /** Fewer than fit where an account was deleted since. */
  readonly profiles: Profile[];
  readonly page: number;
  /** Cursors of the pages beside; null where there is none. */
  readonly previous: string | null;
  readonly next: string | null;
}

export type Profile = Pick<
  ProfileItem,
  'pk' | 'createdAt' | 'email' | 'firstName' | 'lastName' | 'subscription' | 'expiresAt'
>;

/**
 * Steps from a page to the one beside it. Without a cursor it opens the page of that number, and reads all keys before
 * it. Beyond either end of the list is the page at that end.
 *
 * @param page with a cursor, the client's number of the page
 * @throws InvalidRequest when the cursor is not ours, or the page too far from the first
 */
export async function readDirectory(
  { page, cursor }: { page: number; cursor?: string | undefined },
  signal: AbortSignal,
): Promise<DirectoryPage> {
  const part = await (cursor === undefined ? findPage(page, signal) : step(page, readCursor(cursor)));
  const [newest, oldest] = [part.keys.at(0), part.keys.at(-1)];
  return {
    profiles: await readProfiles(part.keys, signal),
    page: part.isFirst ? 1 : Math.max(2, part.page),
    previous: newest && !part.isFirst ? writeCursor({ ...newest, direction: 'newer' }) : null,
    next: oldest && !part.isLast ? writeCursor({ ...oldest, direction: 'older' }) : null,
  };
}

async function findPage(page: number, signal: AbortSignal): Promise<Part> {
  if (page === 1) return firstPage();
  const wanted = (page - 1) * usersPerPage;
  const { passed, last } = await skipUsers(wanted, signal);
  if (last) {
    const { keys, isMore } = await readKeys('older', { from: last });
    if (keys.length > 0) return { keys, page, isFirst: false, isLast: !isMore };
  }
  const pages = Math.ceil(passed / usersPerPage);
  return lastPage(pages, passed - (pages - 1) * usersPerPage);
}

/** Opens the end of the list if all users of the promised page were deleted since. */
async function step(page: number, { direction, createdAt, pk }: PageCursor): Promise<Part> {
  const { keys, isMore } = await readKeys(direction, {
    from: { kind: 'user', createdAt, pk, sk: 'PROFILE' },
  });
  if (direction === 'newer') {
    return keys.length > 0 ? { keys, page, isFirst: !isMore, isLast: false } : firstPage();
  }
  return keys.length > 0 ? { keys, page, isFirst: false, isLast: !isMore } : lastPage(page - 1, usersPerPage);
}

async function firstPage(): Promise<Part> {
  const { keys, isMore } = await readKeys('older');
  return { keys, page: 1, isFirst: true, isLast: !isMore };
}

/** @param count how many users the last page holds */
async function lastPage(page: number, count: number): Promise<Part> {
  const { keys, isMore } = await readKeys('newer', { limit: count });
  return { keys, page, isFirst: !isMore, isLast: true };
}

/**
 * Skips the newest users.
 *
 * @returns how many there were to skip, and the key of the last one where there may be more after it
 */
async function skipUsers(wanted: number, signal: AbortSignal): Promise<{ passed: number; last?: Key }> {
  const most = Math.min(wanted, mostSkipped);
  let passed = 0;
  let last: Key | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await documents.send(
      new QueryCommand({
        ...everybody(),
        ScanIndexForward: false,
        Select: 'COUNT',
        Limit: most - passed,
        ExclusiveStartKey: last,
      }),
      { abortSignal: signal },
    );
    passed += Count;
    last = LastEvaluatedKey as Key | undefined;
  } while (last && passed < most);
  if (!last) return { passed };
  if (passed === wanted) return { passed, last };
  throw new InvalidRequest([
    {
      path: 'page',
      message: 'This page is too far back to open directly. Start at the first page and page forward.',
    },
  ]);
}

/** As many keys as the function has time to read. */
const mostSkipped = 100_000;

/** @returns keys, newest first, and whether there are more in that direction */
async function readKeys(
  direction: PageCursor['direction'],
  { from, limit = usersPerPage }: { from?: Key; limit?: number } = {},
): Promise<{ keys: Key[]; isMore: boolean }> {
  const { Items = [] } = await documents.send(
    new QueryCommand({
      ...everybody(),
      ScanIndexForward: direction === 'newer',
      Limit: limit + 1,
      ExclusiveStartKey: from,
    }),
  );
  const keys = (Items as Key[]).slice(0, limit);
  return { keys: direction === 'newer' ? keys.reverse() : keys, isMore: Items.length > limit };
}

function everybody() {
  return {
    TableName: usersTable(),
    IndexName: 'by-creation',
    KeyConditionExpression: 'kind = :user',
    ExpressionAttributeValues: { ':user': 'user' },
  };
}

/** The index lags behind the table: some of its profiles may be gone. */
async function readProfiles(keys: readonly Key[], signal: AbortSignal): Promise<Profile[]> {
  const ProjectionExpression = 'pk, createdAt, email, firstName, lastName, subscription, expiresAt';
  const profiles = await readItems<Profile>(usersTable(), keys, { signal, ProjectionExpression });
  const found = new Map(profiles.map((profile) => [profile.pk, profile]));
  return keys.flatMap(({ pk }) => found.get(pk) ?? []).filter((profile) => !isExpired(profile));
}

interface Part {
  /** Newest first. */
  readonly keys: Key[];
  readonly page: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

type Key = Pick<ProfileItem, 'kind' | 'createdAt' | 'pk' | 'sk'>;
