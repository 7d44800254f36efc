import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { HistoryEntry } from '../../../../../web/translation/history/history-entries.ts';
import { stubIndexedDb } from '../../../../support/indexed-db.ts';

const spoken = {
  text: 'the house',
  translatedText: 'la casa',
  sourceLanguage: 'en-US',
  targetLanguage: 'es-ES',
};

beforeEach(() => {
  vi.resetModules();
  stubIndexedDb();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

describe.each([
  ['full', 'QuotaExceededError'],
  ['unavailable', 'UnknownError'],
  ['unavailable', 'AbortError'],
  ['unavailable', 'InvalidStateError'],
] as const)('a translation that the browser does not take (%s: %s)', (problem, name) => {
  const breakPut = () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Refused.', name);
    });

  test('is shown, and saved by the next attempt', async () => {
    const history = await openHistory();
    const put = breakPut();
    await history.save('01A');
    expect([await history.list(), history.state()]).toEqual([['01A'], 'retrying']);
    put.mockRestore();
    await history.wait(1_000);
    expect(history.state()).toBe('saved');
    expect(await (await reopen()).list()).toEqual(['01A']);
  });

  test('removes nothing that is saved', async () => {
    await (await openHistory()).save('01A');
    const history = await reopen();
    breakPut();
    await history.save('01B');
    expect(await history.list()).toEqual(['01A', '01B']);
    expect((await rawRows(1)).map(({ id }) => id)).toEqual(['01A']);
  });

  test('is saved with the next one', async () => {
    const history = await openHistory();
    const put = breakPut();
    await history.save('01A');
    put.mockRestore();
    await history.save('01B');
    expect(history.state()).toBe('saved');
    expect(await (await reopen()).list()).toEqual(['01A', '01B']);
  });

  test('is reported after four attempts, stays visible, and is retried each minute and on request', async () => {
    const history = await openHistory();
    const put = breakPut();
    await history.save('01A');
    for (const delayMs of [1_000, 5_000, 15_000]) await history.wait(delayMs);
    expect([history.state(), await history.list()]).toEqual([problem, ['01A']]);
    put.mockClear();
    await history.wait(60_000);
    expect(put).toHaveBeenCalled();
    put.mockRestore();
    history.retryNow();
    await expect.poll(() => history.state()).toBe('saved');
    expect(await (await reopen()).list()).toEqual(['01A']);
  });
});

test('a connection that the browser has closed is opened again', async () => {
  const history = await openHistory();
  await history.save('01A');
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (
    this: IDBDatabase,
    ...given
  ) {
    this.close();
    return transaction.apply(this, given);
  });
  await history.save('01B');
  expect([await history.list(), history.state()]).toEqual([['01A', '01B'], 'saved']);
});

test('entries that cannot be read for a moment are shown again', async () => {
  await (await openHistory()).save('01A');
  const history = await reopen();
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError');
  });
  expect([await history.list(), history.state()]).toEqual([[], 'retrying']);
  getAll.mockRestore();
  await history.wait(1_000);
  expect([await history.list(), history.state()]).toEqual([['01A'], 'saved']);
});

describe('a database that does not open', () => {
  test.each([
    ['SecurityError', 'blocked'],
    ['InvalidStateError', 'blocked'],
  ])('for good (%s) keeps entries in memory, and says so', async (name, state) => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Denied.', name);
    });
    const history = await openHistory();
    expect([await history.list(), history.state()]).toEqual([[], state]);
    await history.save('01A');
    expect([await history.list(), history.state()]).toEqual([['01A'], state]);
  });

  test('at first takes the entries later', async () => {
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error.', 'UnknownError');
    });
    const history = await openHistory();
    await history.save('01A');
    expect(history.state()).toBe('retrying');
    opening.mockRestore();
    await history.wait(1_000);
    expect(history.state()).toBe('saved');
    expect(await (await reopen()).list()).toEqual(['01A']);
  });

  test('because another tab holds an older version is opened once that closes', async () => {
    const older = await openRaw(1);
    const upgrading = openRaw(2);
    const history = await openHistory();
    const listing = history.list();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await listing, history.state()]).toEqual([[], 'retrying']);
    older.close();
    (await upgrading).close();
    await history.wait(1_000);
    // That tab has a newer version of the app.
    await expect.poll(() => history.state()).toBe('newer');
  });
});

test('the database of a newer version is not touched, and the page says so', async () => {
  const newer = await openRaw(2);
  newer
    .transaction('translations', 'readwrite')
    .objectStore('translations')
    .put({ owner: 'guest', id: '01Z', ink: 5 });
  newer.close();
  const history = await openHistory();
  await history.save('01A');
  expect([await history.list(), history.state()]).toEqual([['01A'], 'newer']);
  expect(await rawRows(2)).toEqual([{ owner: 'guest', id: '01Z', ink: 5 }]);
});

test('rows that cannot be read are counted, and stay', async () => {
  await (await openHistory()).save('01A');
  const database = await openRaw(1);
  database
    .transaction('translations', 'readwrite')
    .objectStore('translations')
    .put({ owner: 'guest', id: '00', ink: 5 });
  database.close();
  const history = await reopen();
  expect([await history.list(), history.unreadableCount()]).toEqual([['01A'], 1]);
  await history.save('01B');
  expect((await rawRows(1)).map(({ id }) => id)).toEqual(['00', '01A', '01B']);
});

async function openHistory() {
  const { queryClient } = await import('../../../../../web/queries.ts');
  const { entriesQuery, ownerQuery, saveTranslation } = await import(
    '../../../../../web/translation/history/local-history.ts'
  );
  const { historyStorage } = await import('../../../../../web/translation/history/history-storage.ts');
  queryClient.setQueryData(ownerQuery.queryKey, 'guest');
  const list = async () => {
    const entries: HistoryEntry[] = await queryClient.query({ ...entriesQuery('guest'), staleTime: 0 });
    return entries.map(({ id }) => id);
  };
  return {
    list,
    save: (id: string) => saveTranslation(spoken, id, undefined),
    state: () => historyStorage.get().state,
    unreadableCount: () => historyStorage.get().unreadableCount,
    retryNow: historyStorage.retryNow,
    async wait(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      // fake-indexeddb answers by real immediates.
      await list();
    },
  };
}

function reopen() {
  vi.resetModules();
  return openHistory();
}

function openRaw(version: number): Promise<IDBDatabase> {
  const request = indexedDB.open('parley.history', version);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) request.result.createObjectStore('translations', { keyPath: ['owner', 'id'] });
  };
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('No error was given.'));
  });
}

async function rawRows(version: number): Promise<Record<string, unknown>[]> {
  const database = await openRaw(version);
  const request = database.transaction('translations').objectStore('translations').getAll();
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  database.close();
  return request.result;
}
