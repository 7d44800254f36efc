import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { isValid } from 'ulid';
import { putUserItem } from '../account/user-item.ts';
import { IdempotencyKeyReused, InvalidRequest, NotFound } from '../errors.ts';
import { documents, type HistoryItem, usersTable } from '../users-table.ts';

/** One translation that a user made. */
export interface Translation {
  /** A ULID: newer ones sort later. */
  readonly id: string;
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly translatedText: string;
  readonly createdAt: string;
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
 * Keeps a translation. The same request once more takes its own place, so that it is kept once.
 *
 * @param entry `fingerprint` is a signature of the request
 * @throws IdempotencyKeyReused when the id belongs to another request
 * @throws SessionExpired when the account has been deleted meanwhile
 */
export async function recordTranslation(
  userId: string,
  entry: Translation & { readonly fingerprint: string },
): Promise<void> {
  const { id, ...kept } = entry;
  const item: HistoryItem = {
    ...kept,
    ...keyOf(userId, id),
    searched: `${fold(entry.text)}\n${fold(entry.translatedText)}`,
  };
  await putUserItem(item, {
    ConditionExpression: 'attribute_not_exists(pk) OR fingerprint = :fingerprint',
    ExpressionAttributeValues: { ':fingerprint': entry.fingerprint },
  }).catch((error: unknown) => {
    throw error instanceof ConditionalCheckFailedException ? new IdempotencyKeyReused() : error;
  });
}

/** @throws InvalidRequest when the cursor is none of ours */
export async function listTranslations(userId: string, cursor: string | undefined): Promise<Page> {
  const { translations, next } = await read(userId, { after: cursor, limit: perPage + 1 });
  return pageOf(translations, next);
}

/**
 * The translations whose text or translation holds all words of the query, each anywhere. Small and capital
 * letters, and full and half width, are the same. A page may be short, even empty, before the last one: only so
 * much is read at once.
 *
 * @throws InvalidRequest when the cursor is none of ours
 */
export async function searchTranslations(
  userId: string,
  query: string,
  cursor: string | undefined,
): Promise<Page> {
  const words = [...new Set(fold(query).split(/\s+/))].filter((word) => word !== '');
  const found: Translation[] = [];
  let next = cursor;
  for (let reads = 0; reads < readsPerSearch; reads++) {
    const part = await read(userId, { after: next, limit: itemsPerRead, words });
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
      throw error instanceof ConditionalCheckFailedException
        ? new NotFound('This translation is not in your history. Reload the page to see what is.')
        : error;
    });
}

const perPage = 20;

/** With at most 1 MB a read, a search stays within its time and its price. */
const readsPerSearch = 5;
const itemsPerRead = 500;

/** @param query.after a cursor, from which it goes on to older ones; without, it begins with the newest */
async function read(
  userId: string,
  { after, limit, words = [] }: { after?: string | undefined; limit?: number; words?: readonly string[] },
): Promise<{ translations: Translation[]; next: string | undefined }> {
  const { Items = [], LastEvaluatedKey } = await documents.send(
    new QueryCommand({
      TableName: usersTable(),
      KeyConditionExpression: 'pk = :partition AND begins_with(sk, :history)',
      ExpressionAttributeValues: {
        ':partition': `USER#${userId}`,
        ':history': 'HISTORY#',
        ...Object.fromEntries(words.map((word, index) => [`:w${index}`, word])),
      },
      ...(words.length > 0 && {
        FilterExpression: words.map((_, index) => `contains(searched, :w${index})`).join(' AND '),
      }),
      ...(after !== undefined && { ExclusiveStartKey: keyOf(userId, positionOf(after)) }),
      ...(limit && { Limit: limit }),
      ProjectionExpression: 'sk, #text, sourceLanguage, targetLanguage, translatedText, createdAt',
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
  const { sk, text, sourceLanguage, targetLanguage, translatedText, createdAt } = item;
  return { id: sk.slice('HISTORY#'.length), text, sourceLanguage, targetLanguage, translatedText, createdAt };
}

/**
 * What a text is searched by. Capital letters come first, since `ß` and `ı` have one and small letters do not
 * lead back to them; the small sigma at a word's end and the dot that `İ` leaves behind are no differences.
 */
function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}
