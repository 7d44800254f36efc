import { ulid } from 'ulid';
import { expect, test, vi } from 'vitest';
import { documentClient } from '../../../functions/tables/client.ts';
import type { HistoryItem } from '../../../functions/tables/users.ts';
import {
  keepTranslations,
  listTranslations,
  recordTranslation,
  removeTranslation,
  searchTranslations,
} from '../../../functions/translation/history/history.ts';
import { rightAfter, startInProcess } from '../../support/handlers/in-process.ts';
import { historyItem, idsInOrder, newTranslation } from '../../support/people/histories.ts';

const { user, items, put, remove } = await startInProcess();

test('an imported translation is the same request as a later one with its id', async () => {
  const { id: userId, partition } = await user();
  const kept = { ...newTranslation(), isStarred: true };
  await keepTranslations(userId, [kept]);
  const before = await items('users', partition);
  const { isStarred: _, ...recorded } = kept;
  // An import's fingerprint leaves out the options.
  await recordTranslation(userId, { ...recorded, fingerprint: 'of the same request with its options' });
  expect(await items('users', partition)).toEqual(before);
});

test('an imported translation into another language is another request', async () => {
  const { id: userId, partition } = await user();
  const kept = newTranslation();
  await keepTranslations(userId, [{ ...kept, isStarred: false }]);
  const before = await items('users', partition);
  const other = { ...kept, targetLanguage: 'fr-FR', translatedText: 'la gare', fingerprint: 'of the other' };
  await expect(recordTranslation(userId, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await items('users', partition)).toEqual(before);
});

test('importing during an account’s deletion leaves nothing', async () => {
  const ada = await user();
  await remove('users', ada.partition, 'PROFILE');
  const entries = [newTranslation(), newTranslation(), newTranslation()].map((each) => ({
    ...each,
    isStarred: false,
  }));
  await expect(keepTranslations(ada.id, entries)).rejects.toMatchObject({ code: 'account_deleted' });
  expect(await items('users', ada.partition)).toEqual([]);
});

test('of concurrent requests with one id, one text is kept and the others are refused', async () => {
  const { id: userId, partition } = await user();
  const id = ulid();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      recordTranslation(userId, {
        ...newTranslation(),
        id,
        text: `text ${index}`,
        fingerprint: `fingerprint ${index}`,
      }),
    ),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(19).fill('idempotency_key_reused'));
  expect(await items('users', partition)).toHaveLength(2);
});

test('recording during an account’s deletion leaves nothing', async () => {
  const ada = await user();
  rightAfter(documentClient, 'PutItemCommand', () => remove('users', ada.partition, 'PROFILE'));
  await expect(recordTranslation(ada.id, newTranslation())).rejects.toMatchObject({
    code: 'account_deleted',
  });
  expect(await items('users', ada.partition)).toEqual([]);
});

test('a fault of the table is not reported as a reused id', async () => {
  const { id: userId } = await user();
  vi.stubEnv('USERS_TABLE', 'absent');
  await expect(recordTranslation(userId, newTranslation())).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  vi.unstubAllEnvs();
});

test('a history of the longest texts is complete, page by page, newest first', async () => {
  const { id: userId, partition } = await user();
  const written = await write(partition, 45, {
    text: '漢'.repeat(5_000),
    translatedText: '語'.repeat(8_000),
  });
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTranslations(userId, cursor);
    expect(page.translations.length).toBeGreaterThan(0);
    expect(page.translations.length).toBeLessThanOrEqual(20);
    read.push(...page.translations.map(({ id }) => id));
    cursor = page.cursor ?? undefined;
  } while (cursor);
  expect(read).toEqual(written.toReversed());
});

test('new entries do not shift later pages', async () => {
  const { id: userId, partition } = await user();
  const written = await write(partition, 30);
  const first = await listTranslations(userId, undefined);
  await recordTranslation(userId, newTranslation());
  await removeTranslation(userId, first.cursor ?? '');
  const second = await listTranslations(userId, first.cursor ?? '');
  const read = [...first.translations, ...second.translations].map(({ id }) => id);
  expect(read).toEqual(written.toReversed());
});

test('a search reads a bounded number of entries, and its pages have every match once', async () => {
  const { id: userId, partition } = await user();
  const reads = vi.spyOn(documentClient, 'send');
  const old = await write(partition, 3, { searchText: 'the needle\nla aguja' });
  await write(partition, 2_700);
  const recent = await write(partition, 45, { searchText: 'a needle\nuna aguja' });
  const found: string[] = [];
  const pageSizes: number[] = [];
  let cursor: string | undefined;
  do {
    reads.mockClear();
    const page = await searchTranslations(userId, { query: 'needle' }, cursor);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
    pageSizes.push(page.translations.length);
    found.push(...page.translations.map(({ id }) => id));
    cursor = page.cursor ?? undefined;
  } while (cursor);
  expect(found).toEqual([...old, ...recent].toReversed());
  expect(pageSizes).toEqual([20, 20, 5, 0, 3]);
});

async function write(partition: string, count: number, more?: Partial<HistoryItem>) {
  const ids = idsInOrder(count);
  await put('users', ...ids.map((id) => historyItem(partition, id, more)));
  return ids;
}
