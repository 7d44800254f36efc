import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isValid } from 'ulid';
import { searchedOf, wordsOf } from '../../../shared/searched.ts';
import { IdempotencyKeyReused, InvalidRequest, NotFound } from '../../errors.ts';
import { putUserItem, updateUserItems } from '../../tables/user-items.ts';
import { documents, type HistoryItem, usersTable } from '../../tables/users.ts';

/** One translation that a user made. */
export interface Translation {
  /** A ULID: newer ones sort later. */
  readonly id: string;
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly translatedText: string;
  readonly createdAt: string;
  readonly isStarred: boolean;
}

/** A part of a history, newest first. */
export interface Page {
  readonly translations: Translation[];
  /**
   * Where the next page begins; null after the last one. It is a time within the partition that it is used on,
   * so somebody else's says nothing and opens nothing.
   */
  readonly cursor: string | null;
}

/**
 * Keeps a translation. The same request once more changes nothing: what is kept may have been starred meanwhile.
 *
 * @throws IdempotencyKeyReused when the id belongs to another request
 * @throws SessionExpired when the account has been deleted meanwhile
 */
export async function recordTranslation(
  userId: string,
  { id, ...kept }: Signed<Omit<Translation, 'isStarred'>>,
): Promise<void> {
  const item: HistoryItem = { ...kept, ...keyOf(userId, id), searched: searchedOf(kept) };
  try {
    await putUserItem(item, { ConditionExpression: 'attribute_not_exists(pk)' });
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const known = await itemAt(userId, id);
    if (known && !isSame(known, kept)) throw new IdempotencyKeyReused();
  }
}

/**
 * Keeps translations that were made elsewhere, each by itself: some may be kept where others fail, and all of them once
 * more change nothing. Of one that is there already only the star changes.
 *
 * @throws SessionExpired when the account has been deleted meanwhile
 */
export async function keepTranslations(
  userId: string,
  entries: readonly Signed<Translation>[],
): Promise<void> {
  await updateUserItems(
    entries.map(({ id, isStarred, ...kept }) => {
      const item = Object.entries({ ...kept, searched: searchedOf(kept) });
      return {
        ...keyOf(userId, id),
        UpdateExpression: `SET ${['isStarred = :isStarred', ...item.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`)].join()}`,
        ExpressionAttributeNames: Object.fromEntries(item.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':isStarred': isStarred,
          ...Object.fromEntries(item.map(([name, value]) => [`:${name}`, value])),
        },
      };
    }),
  );
}

/** @throws NotFound */
export async function starTranslation(userId: string, id: string, isStarred: boolean): Promise<void> {
  await documents
    .send(
      new UpdateCommand({
        TableName: usersTable(),
        Key: keyOf(userId, id),
        UpdateExpression: 'SET isStarred = :isStarred',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':isStarred': isStarred },
      }),
    )
    .catch(notFound);
}

/**
 * @param isStarred the starred ones alone
 * @throws InvalidRequest when the cursor is none of ours
 */
export async function listTranslations(
  userId: string,
  cursor: string | undefined,
  isStarred = false,
): Promise<Page> {
  if (isStarred) return searchTranslations(userId, { isStarred }, cursor);
  const { translations, next } = await read(userId, { after: cursor, limit: perPage + 1 });
  return pageOf(translations, next);
}

/**
 * The translations whose text or translation holds all words of the query, each anywhere, and the starred ones of them.
 * Letters count as `fold` says. A page may be short, even empty, before the last one: only so much is read at once.
 *
 * @throws InvalidRequest when the cursor is none of ours
 */
export async function searchTranslations(
  userId: string,
  { query = '', isStarred = false }: { query?: string; isStarred?: boolean | undefined },
  cursor: string | undefined,
): Promise<Page> {
  const words = wordsOf(query);
  const found: Translation[] = [];
  let next = cursor;
  for (let reads = 0; reads < readsPerSearch; reads++) {
    const part = await read(userId, { after: next, limit: itemsPerRead, words, isStarred });
    found.push(...part.translations);
    next = part.next;
    if (next === undefined || found.length > perPage) break;
  }
  return pageOf(found, next);
}

/**
 * As many as an answer can carry.
 *
 * @param isFull is asked after each one
 * @throws InvalidRequest when the cursor is none of ours
 */
export async function exportTranslations(
  userId: string,
  cursor: string | undefined,
  isFull: (added: Translation) => boolean,
): Promise<Page> {
  const taken: Translation[] = [];
  let next = cursor;
  do {
    const part = await read(userId, { after: next });
    for (const translation of part.translations) {
      taken.push(translation);
      if (isFull(translation)) return { translations: taken, cursor: translation.id };
    }
    next = part.next;
  } while (next !== undefined);
  return { translations: taken, cursor: null };
}

/** @throws NotFound */
export async function removeTranslation(userId: string, id: string): Promise<void> {
  await documents
    .send(
      new DeleteCommand({
        TableName: usersTable(),
        Key: keyOf(userId, id),
        ConditionExpression: 'attribute_exists(pk)',
      }),
    )
    .catch((error: unknown) => {
      // The first attempt took it out, and its answer was lost.
      const isDone = error instanceof ConditionalCheckFailedException && (error.$metadata.attempts ?? 1) > 1;
      if (!isDone) notFound(error);
    });
}

function notFound(error: unknown): never {
  throw error instanceof ConditionalCheckFailedException
    ? new NotFound('This translation is not in your history.', 'Reload the page to see what is.')
    : error;
}

/** @returns undefined when it was removed meanwhile */
async function itemAt(userId: string, id: string): Promise<HistoryItem | undefined> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: usersTable(), Key: keyOf(userId, id), ConsistentRead: true }),
  );
  return Item as HistoryItem | undefined;
}

/** A browser that brings a translation of its own does not say with which options it was asked for. */
function isSame(known: HistoryItem, kept: Signed<Omit<Translation, 'id' | 'isStarred'>>): boolean {
  return (
    known.fingerprint === kept.fingerprint ||
    (known.text === kept.text && known.targetLanguage === kept.targetLanguage)
  );
}

const perPage = 20;

/** With at most 1 MB a read, a search stays within its time and its price. */
const readsPerSearch = 5;
const itemsPerRead = 500;

/** @param query.after a cursor, from which it goes on to older ones; without, it begins with the newest */
async function read(
  userId: string,
  { after, limit, words = [], isStarred = false }: Reading,
): Promise<{ translations: Translation[]; next: string | undefined }> {
  const conditions = [
    ...words.map((_, index) => `contains(searched, :w${index})`),
    ...(isStarred ? ['isStarred = :isStarred'] : []),
  ];
  const { Items = [], LastEvaluatedKey } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :partition AND begins_with(sk, :history)',
      ExpressionAttributeValues: {
        ':partition': `USER#${userId}`,
        ':history': 'HISTORY#',
        ...Object.fromEntries(words.map((word, index) => [`:w${index}`, word])),
        ...(isStarred && { ':isStarred': true }),
      },
      ...(conditions.length > 0 && { FilterExpression: conditions.join(' AND ') }),
      ...(after !== undefined && { ExclusiveStartKey: keyOf(userId, positionOf(after)) }),
      ...(limit && { Limit: limit }),
      ProjectionExpression: 'sk, #text, sourceLanguage, targetLanguage, translatedText, createdAt, isStarred',
      ExpressionAttributeNames: { '#text': 'text' },
      ScanIndexForward: false,
      ConsistentRead: true,
    }),
  );
  return {
    translations: Items.map((item) => toTranslation(item as HistoryItem)),
    next: idOf(LastEvaluatedKey),
  };
}

/** @param next where reading stopped; undefined at the end */
function pageOf(translations: Translation[], next: string | undefined): Page {
  const shown = translations.slice(0, perPage);
  const cursor = translations.length > perPage ? shown.at(-1)?.id : next;
  return { translations: shown, cursor: cursor ?? null };
}

function positionOf(cursor: string): string {
  if (isValid(cursor)) return cursor;
  throw new InvalidRequest([
    { path: 'cursor', message: 'This is not a cursor of ours. Begin at the first page.' },
  ]);
}

function keyOf(userId: string, id: string) {
  return { pk: `USER#${userId}`, sk: `HISTORY#${id}` } as const;
}

function idOf(key: Record<string, unknown> | undefined): string | undefined {
  return (key as HistoryItem | undefined)?.sk.slice('HISTORY#'.length);
}

function toTranslation(item: HistoryItem): Translation {
  const { sk, text, sourceLanguage, targetLanguage, translatedText, createdAt, isStarred = false } = item;
  const id = sk.slice('HISTORY#'.length);
  return { id, text, sourceLanguage, targetLanguage, translatedText, createdAt, isStarred };
}

/** With a signature of its request, so that the id is not used for another. */
type Signed<Entry> = Entry & { readonly fingerprint: string };

interface Reading {
  readonly after?: string | undefined;
  readonly limit?: number;
  readonly words?: readonly string[];
  readonly isStarred?: boolean;
}
