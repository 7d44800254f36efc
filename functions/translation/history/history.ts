import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { isValid } from 'ulid';
import type { Output } from '../../../shared/api/contract.ts';
import { buildSearchText, splitWords } from '../../../shared/text/search-text.ts';
import { IdempotencyKeyReused, InvalidRequest, NotFound } from '../../errors.ts';
import { documentClient } from '../../tables/client.ts';
import { bindFields, buildSetUpdate, deleteItem, ifNew, readItem, updateItem } from '../../tables/table.ts';
import { putUserItem, updateUserItems } from '../../tables/user-items.ts';
import { getUsersTable, type HistoryItem } from '../../tables/users.ts';
import { say } from '../../texts.ts';

type Page = Output<'translation.list'>;

type Translation = Page['translations'][number];

/** A repeated request changes nothing, so a star stays. @throws IdempotencyKeyReused, AccountDeleted */
export async function recordTranslation(
  userId: string,
  { id, ...kept }: WithFingerprint<Omit<Translation, 'isStarred'>>,
): Promise<void> {
  const item: HistoryItem = { ...kept, ...buildKey(userId, id), searchText: buildSearchText(kept) };
  if (await putUserItem(item, ifNew)) return;
  const known = await readItem<HistoryItem>(getUsersTable(), buildKey(userId, id));
  if (known && !isSame(known, kept)) throw new IdempotencyKeyReused();
}

/** Idempotent. Makes one write per entry. A translation that is already stored changes only its star. @throws AccountDeleted */
export async function keepTranslations(
  userId: string,
  entries: readonly WithFingerprint<Translation>[],
): Promise<void> {
  await updateUserItems(
    entries.map(({ id, isStarred, ...kept }) => {
      const item = { ...kept, searchText: buildSearchText(kept) };
      const added = Object.keys(item).map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
      return {
        ...buildKey(userId, id),
        UpdateExpression: `SET #isStarred = :isStarred, ${added.join()}`,
        ...bindFields({ ...item, isStarred }),
      };
    }),
  );
}

export async function starTranslation(userId: string, id: string, isStarred: boolean): Promise<void> {
  const starred = await updateItem(getUsersTable(), buildKey(userId, id), {
    ...buildSetUpdate({ isStarred }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  if (!starred) throw new NotFound(say('notInHistory'));
}

export async function listTranslations(
  userId: string,
  cursor: string | undefined,
  isStarred = false,
): Promise<Page> {
  if (isStarred) return searchTranslations(userId, { isStarred }, cursor);
  const { translations, next } = await queryHistory(userId, { after: cursor, limit: perPage + 1 });
  return toPage(translations, next);
}

/** Finds translations that contain all words of the query. Any page may be short or empty, because reads have a limit. */
export async function searchTranslations(
  userId: string,
  { query = '', isStarred = false }: { query?: string; isStarred?: boolean | undefined },
  cursor: string | undefined,
): Promise<Page> {
  const words = splitWords(query);
  const found: Translation[] = [];
  let next = cursor;
  for (let reads = 0; reads < readsPerSearch; reads++) {
    const part = await queryHistory(userId, { after: next, limit: itemsPerRead, words, isStarred });
    found.push(...part.translations);
    next = part.next;
    if (next === undefined || found.length > perPage) break;
  }
  return toPage(found, next);
}

/**
 * A page holds at most 1 MB of items, which is below Lambda's 6 MB even as JSON within JSON
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html).
 */
export async function exportTranslations(userId: string, cursor: string | undefined): Promise<Page> {
  const { translations, next } = await queryHistory(userId, { after: cursor });
  return { translations, cursor: next ?? null };
}

export async function removeTranslation(userId: string, id: string): Promise<void> {
  await deleteItem(getUsersTable(), buildKey(userId, id));
}

/** Fingerprints from `translation.keep` leave out the options, so the text and target may match instead. */
function isSame(known: HistoryItem, kept: WithFingerprint<Omit<Translation, 'id' | 'isStarred'>>): boolean {
  return (
    known.fingerprint === kept.fingerprint ||
    (known.text === kept.text && known.targetLanguage === kept.targetLanguage)
  );
}

const perPage = 20;

/** Each read covers at most 1 MB, so this limits a search's time and cost. Pages ask for the rest. */
export const readsPerSearch = 2;
const itemsPerRead = 500;

async function queryHistory(userId: string, { after, limit, words = [], isStarred = false }: HistoryQuery) {
  const conditions = [
    ...words.map((_, index) => `contains(searchText, :w${index})`),
    ...(isStarred ? ['isStarred = :isStarred'] : []),
  ];
  const { Items = [], LastEvaluatedKey } = await documentClient.send(
    new QueryCommand({
      TableName: getUsersTable(),
      KeyConditionExpression: 'pk = :partition AND begins_with(sk, :history)',
      ExpressionAttributeValues: {
        ':partition': `USER#${userId}`,
        ':history': 'HISTORY#',
        ...Object.fromEntries(words.map((word, index) => [`:w${index}`, word])),
        ...(isStarred && { ':isStarred': true }),
      },
      ...(conditions.length > 0 && { FilterExpression: conditions.join(' AND ') }),
      ...(after !== undefined && { ExclusiveStartKey: buildKey(userId, requireCursor(after)) }),
      ...(limit && { Limit: limit }),
      ProjectionExpression: 'sk, #text, sourceLanguage, targetLanguage, translatedText, createdAt, isStarred',
      ExpressionAttributeNames: { '#text': 'text' },
      ScanIndexForward: false,
      ConsistentRead: true,
    }),
  );
  return {
    translations: Items.map((item) => toTranslation(item as HistoryItem)),
    next: parseId(LastEvaluatedKey),
  };
}

function toPage(translations: Translation[], next: string | undefined): Page {
  const shown = translations.slice(0, perPage);
  const cursor = translations.length > perPage ? shown.at(-1)?.id : next;
  return { translations: shown, cursor: cursor ?? null };
}

function requireCursor(cursor: string): string {
  if (isValid(cursor)) return cursor;
  throw new InvalidRequest([{ path: 'cursor', message: say('wrongCursor') }]);
}

function buildKey(userId: string, id: string) {
  return { pk: `USER#${userId}`, sk: `HISTORY#${id}` } as const;
}

function parseId(key: Record<string, unknown> | undefined): string | undefined {
  return (key as HistoryItem | undefined)?.sk.slice('HISTORY#'.length);
}

function toTranslation(item: HistoryItem): Translation {
  const { sk, text, sourceLanguage, targetLanguage, translatedText, createdAt, isStarred = false } = item;
  const id = sk.slice('HISTORY#'.length);
  return { id, text, sourceLanguage, targetLanguage, translatedText, createdAt, isStarred };
}

type WithFingerprint<Entry> = Entry & { readonly fingerprint: string };

interface HistoryQuery {
  readonly after?: string | undefined;
  readonly limit?: number;
  readonly words?: readonly string[];
  readonly isStarred?: boolean;
}
