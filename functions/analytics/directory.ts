import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { usersPerPage } from '../../shared/analytics.ts';
import { InvalidRequest } from '../errors.ts';
import { documents, type ProfileItem, usersTable } from '../tables/users.ts';
import { type PageCursor, readCursor, writeCursor } from './page-cursor.ts';

/** A part of all users, newest first. */
export interface DirectoryPage {
  /** Fewer than fit where somebody has gone meanwhile. */
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
 * A step from a page to the one beside it, or without a cursor the page of that number, for which all keys before
 * it are read. Behind either end of the list is the page at that end.
 *
 * @param page with a cursor, the page that the client takes it for
 * @param signal says when to give up
 * @throws InvalidRequest when the cursor is none of ours, or the page too far from the first
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
  const { passed, last } = await passOver(wanted, signal);
  if (last) {
    const { keys, isMore } = await readKeys('older', { from: last });
    if (keys.length > 0) return { keys, page, isFirst: false, isLast: !isMore };
  }
  const lastPage = Math.ceil(passed / usersPerPage);
  return endOf(lastPage, passed - (lastPage - 1) * usersPerPage);
}

/** Whoever a page was promised to finds the end of the list where everybody on it has gone meanwhile. */
async function step(page: number, { direction, createdAt, pk }: PageCursor): Promise<Part> {
  const { keys, isMore } = await readKeys(direction, {
    from: { kind: 'user', createdAt, pk, sk: 'PROFILE' },
  });
  if (direction === 'newer') {
    return keys.length > 0 ? { keys, page, isFirst: !isMore, isLast: false } : firstPage();
  }
  return keys.length > 0 ? { keys, page, isFirst: false, isLast: !isMore } : endOf(page - 1, usersPerPage);
}

async function firstPage(): Promise<Part> {
  const { keys, isMore } = await readKeys('older');
  return { keys, page: 1, isFirst: true, isLast: !isMore };
}

/** The last page, where it holds so many users. */
async function endOf(page: number, count: number): Promise<Part> {
  const { keys, isMore } = await readKeys('newer', { limit: count });
  return { keys, page, isFirst: !isMore, isLast: true };
}

/**
 * Passes over the newest users.
 *
 * @returns over how many, where there are not so many; and the last one's key, where there may be more behind it
 */
async function passOver(wanted: number, signal: AbortSignal): Promise<{ passed: number; last?: Key }> {
  const most = Math.min(wanted, mostPassedOver);
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
      message: 'This page is too far back to be opened at once. Begin at the first page and step on.',
    },
  ]);
}

/** Keys are small: so many are read well within the function's time. */
const mostPassedOver = 100_000;

/** @returns newest first, whichever way they are read; and whether there are more that way */
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

/**
 * The index follows after the table: it may still know who has gone. A busy table leaves some of a batch unread;
 * they are asked for again until the function's time is up.
 */
async function readProfiles(keys: readonly Key[], signal: AbortSignal): Promise<Profile[]> {
  const found = new Map<string, Profile>();
  let unread: ProfileKeys = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let waitMs = 50; unread.length > 0; waitMs *= 2) {
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await documents.send(
      new BatchGetCommand({ RequestItems: { [usersTable()]: { ...profileRead, Keys: unread } } }),
      { abortSignal: signal },
    );
    for (const item of Responses?.[usersTable()] ?? []) found.set(item.pk, item as Profile);
    unread = UnprocessedKeys?.[usersTable()]?.Keys ?? [];
    if (unread.length > 0) await sleep(waitMs * Math.random(), undefined, { signal });
  }
  return keys.flatMap(({ pk }) => found.get(pk) ?? []).filter(isThere);
}

const profileRead = {
  ProjectionExpression: 'pk, createdAt, email, firstName, lastName, subscription, expiresAt',
  ConsistentRead: true,
};

function isThere({ expiresAt = Number.POSITIVE_INFINITY }: Profile): boolean {
  return expiresAt * 1_000 > Date.now();
}

interface Part {
  /** Newest first. */
  readonly keys: Key[];
  readonly page: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

type Key = Pick<ProfileItem, 'kind' | 'createdAt' | 'pk' | 'sk'>;
type ProfileKeys = NonNullable<NonNullable<BatchGetCommandInput['RequestItems']>[string]['Keys']>;
