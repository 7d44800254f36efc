import { InfiniteQueryObserver, notifyManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exportData } from '../../../../../web/account/export.ts';
// Both load now, because fake timers do not wait for a file.
import '../../../../../web/answers.ts';
import '../../../../../web/texts/refusals.ts';
import { toasts } from '../../../../../web/components/toasts/toasts.ts';
import { queryClient } from '../../../../../web/queries.ts';
import {
  accountQuery,
  createRemovals,
  needsSync,
  noFilter,
  removals,
  remove,
  syncToAccount,
  undoRemoval,
} from '../../../../../web/translation/history/history.ts';
import type {
  HistoryEntry,
  SavedTranslation,
} from '../../../../../web/translation/history/history-entries.ts';
import {
  entriesQuery,
  forgetHistory,
  ownerQuery,
  saveTranslation,
  starTranslation,
} from '../../../../../web/translation/history/local-history.ts';

const house = { query: 'house', isStarredOnly: false };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe('removing', () => {
  beforeEach(() => vi.useFakeTimers());

  test('has separate times for two entries', async () => {
    const { remove, list } = removing();
    list.remove('a');
    vi.advanceTimersByTime(3_000);
    list.remove('b');
    list.remove('a');
    vi.advanceTimersByTime(3_000);
    expect(remove.mock.calls).toEqual([['a']]);
    list.undo('b');
    await vi.runAllTimersAsync();
    expect(remove.mock.calls).toEqual([['a']]);
  });

  test('happens at once when the page is left', async () => {
    const { remove, list } = removing();
    list.remove('a');
    list.remove('b');
    list.flush();
    expect(remove.mock.calls).toEqual([['a'], ['b']]);
    list.undo('a');
    expect(list.get().get('a')).toBe('removing');
    await vi.runAllTimersAsync();
    expect(remove).toHaveBeenCalledTimes(2);
  });

  describe('from the account', () => {
    async function removed(id: string): Promise<void> {
      await remove('ada', translation(id));
      await vi.runAllTimersAsync();
    }

    beforeEach(() => {
      queryClient.setQueryData(ownerQuery.queryKey, 'ada');
    });
    afterEach(() => forgetHistory());

    test('removes the translation from all cached pages, also of searches', async () => {
      answer();
      read('a', 'b');
      queryClient.setQueryData(accountQuery(house).queryKey, pages('b', 'a'));
      await removed('a');
      expect(idsOf(queryClient.getQueryData(accountQuery(noFilter).queryKey))).toEqual(['b']);
      expect(idsOf(queryClient.getQueryData(accountQuery(house).queryKey))).toEqual(['b']);
      expect(await kept()).toEqual([]);
    });

    test('updates the list before it ends, so that no row reappears', async () => {
      answer();
      read('a', 'b');
      const told: string[] = [];
      const observer = new InfiniteQueryObserver(queryClient, { ...accountQuery(noFilter), enabled: false });
      const stops = [
        // Notifies like components are notified.
        observer.subscribe(notifyManager.batchCalls(() => told.push('list'))),
        removals.subscribe(() => told.push(removals.get().get('a') ?? 'over')),
      ];
      await removed('a');
      expect(told).toEqual(['undoable', 'removing', 'list', 'over']);
      for (const stop of stops) stop();
    });

    test('continues after the page closes', async () => {
      const fetched = answer();
      await remove('ada', translation('01ABC'));
      removals.flush();
      await vi.runAllTimersAsync();
      expect(fetched.mock.calls[0]).toMatchObject([
        '/api/translations/01ABC',
        { method: 'DELETE', keepalive: true },
      ]);
    });

    test('is reverted with a toast if the account refuses', async () => {
      answer({ ...notFound, code: 'internal' }, 500);
      await remove('ada', translation('a'));
      expect((await kept())[0]).toHaveProperty('removedAtMs');
      await vi.runAllTimersAsync();
      expect(toasts.get()[0]).toMatchObject({ title: 'Not Removed', tone: 'destructive' });
      expect((await kept())[0]).not.toHaveProperty('removedAtMs');
    });

    test('is local while offline, and sent to the account later', async () => {
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
      const before = toasts.get();
      await removed('a');
      expect(toasts.get()).toBe(before);
      expect((await kept())[0]).toHaveProperty('removedAtMs');
      const fetched = answer();
      await vi.advanceTimersByTimeAsync(10_000);
      const caughtUp = syncToAccount('ada', true);
      await vi.runAllTimersAsync();
      await caughtUp;
      expect(fetched).toHaveBeenCalledOnce();
      expect(await kept()).toEqual([]);
    });

    test('changes nothing after Undo', async () => {
      const fetched = answer();
      await remove('ada', translation('a'));
      await undoRemoval('ada', translation('a'));
      await vi.runAllTimersAsync();
      expect(fetched).not.toHaveBeenCalled();
      expect((await kept())[0]).not.toHaveProperty('removedAtMs');
    });
  });
});

describe('a local entry', () => {
  const { text, translatedText, sourceLanguage, targetLanguage } = translation('');
  const made = { text, translatedText, sourceLanguage, targetLanguage };

  beforeEach(() => {
    queryClient.setQueryData(ownerQuery.queryKey, 'ada');
  });
  afterEach(() => forgetHistory());

  test('has the id of its request, or of the account’s history', async () => {
    await saveTranslation(made, '01A', undefined);
    await saveTranslation(made, '01B', '01C');
    expect(await kept()).toMatchObject([
      { ...made, id: '01A', owner: 'ada', syncState: 'local', isStarred: false },
      { ...made, id: '01C', owner: 'ada', syncState: 'synced' },
    ]);
  });

  test('is not kept for a pair that is written alike', async () => {
    await saveTranslation({ ...made, targetLanguage: 'en-GB' }, '01A', undefined);
    expect(await kept()).toEqual([]);
  });

  test('is not kept while the owner is unknown', async () => {
    queryClient.setQueryData(ownerQuery.queryKey, null);
    await saveTranslation(made, '01A', undefined);
    expect(await kept()).toEqual([]);
  });

  test('is uploaded once, in batches of 25, only with Premium', async () => {
    for (let index = 0; index < 30; index++) await saveTranslation(made, idOf(index), undefined);
    const fetched = answer();
    await syncToAccount('ada', false);
    expect(fetched).not.toHaveBeenCalled();
    await syncToAccount('ada', true);
    const sent = fetched.mock.calls.map(([, { body }]) => JSON.parse(body).entries);
    expect(sent.map((entries) => entries.length)).toEqual([25, 5]);
    expect(Object.keys(sent[0][0]).sort()).toEqual(Object.keys(translation('a')).sort());
    await syncToAccount('ada', true);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(new Set((await kept()).map(({ syncState }) => syncState))).toEqual(new Set(['synced']));
  });

  test('is uploaded the next time after a failure', async () => {
    await saveTranslation(made, '01A', undefined);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(syncToAccount('ada', true)).rejects.toThrow('Network error');
    const fetched = answer();
    await syncToAccount('ada', true);
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('gets a star that was set during its upload', async () => {
    await saveTranslation(made, '01A', undefined);
    const fetched = vi.fn(async (address: string, { body }: { body: string }) => {
      if (!address.endsWith('/star')) await starTranslation('ada', { ...translation('01A'), ...made }, true);
      return Response.json({ body });
    });
    vi.stubGlobal('fetch', fetched);
    await syncToAccount('ada', true);
    expect(await kept()).toMatchObject([{ isStarred: true, syncState: 'restarred' }]);
    await syncToAccount('ada', true);
    expect(fetched.mock.calls.at(-1)).toMatchObject([
      '/api/translations/01A/star',
      { body: '{"isStarred":true}' },
    ]);
    expect(await kept()).toMatchObject([{ isStarred: true, syncState: 'synced' }]);
  });

  test('does not return when starred after a removal elsewhere', async () => {
    await starTranslation('ada', translation('a'), true);
    answer(notFound, 404);
    await syncToAccount('ada', true);
    expect(await kept()).toEqual([]);
  });

  test('follows additions and removals of the account', async () => {
    await saveTranslation(made, '01B', '01B');
    await saveTranslation(made, '01C', undefined);
    answer({ translations: [translation('01D')], cursor: null });
    await queryClient.infiniteQuery(accountQuery(noFilter));
    expect((await kept()).map(({ id, syncState }) => [id, syncState])).toEqual([
      ['01C', 'local'],
      ['01D', 'synced'],
    ]);
  });
});

test('a search continues over pages without results', async () => {
  const cursors = ['one', 'two', null];
  const fetched = vi.fn(async () => {
    const cursor = cursors.shift() ?? null;
    return Response.json({ translations: cursor === null ? [translation('a')] : [], cursor });
  });
  vi.stubGlobal('fetch', fetched);
  queryClient.setQueryData(ownerQuery.queryKey, 'guest');
  const found = await new QueryClient().infiniteQuery(accountQuery(house));
  expect(found.pages.map((page) => page.translations.map(({ id }) => id))).toEqual([['a']]);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('entries that do not fit into the account’s history stay local', () => {
  const entry = { ...translation('a'), owner: 'ada', syncState: 'local' } as const;
  expect(needsSync(entry, true)).toBe(true);
  expect(needsSync({ ...entry, translatedText: 'ﷺ'.repeat(7_000) }, true)).toBe(false);
});

test('the personal data is joined from all pages', async () => {
  const rest = {
    exportedAt: '2026-11-30T00:00:00.000Z',
    profile: null,
    billing: null,
    settings: null,
    usage: [],
  };
  const answers = [
    { ...rest, translations: [translation('b')], cursor: 'b' },
    { ...rest, translations: [translation('a')], cursor: null },
  ];
  const fetched = vi.fn(async (_address: string) => Response.json(answers.shift()));
  vi.stubGlobal('fetch', fetched);
  vi.useFakeTimers();
  const everything = exportData();
  await vi.runAllTimersAsync();
  expect(await everything).toEqual({ ...rest, translations: [translation('b'), translation('a')] });
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/account', '/api/account?cursor=b']);
});

function removing(remove: (id: string) => Promise<void> = async () => {}) {
  const work = { remove: vi.fn(remove), onFailure: vi.fn() };
  return { ...work, list: createRemovals(work) };
}

const notFound = { error: 'Not found.', code: 'not_found', requestId: '' };

function answer(body: object = {}, status = 200) {
  const fetched = vi.fn(async (_: string, __: { body: string }) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

/** Ada's local history, oldest first. */
async function kept(): Promise<HistoryEntry[]> {
  const entries = await queryClient.query({ ...entriesQuery('ada'), staleTime: 0 });
  return entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function idOf(index: number): string {
  return `01${String(index).padStart(3, '0')}`;
}

function read(...ids: string[]): void {
  queryClient.setQueryData(accountQuery(noFilter).queryKey, pages(...ids));
}

function pages(...ids: string[]) {
  return { pages: [{ translations: ids.map(translation), cursor: null }], pageParams: [undefined] };
}

function idsOf(data: ReturnType<typeof pages> | undefined): string[] | undefined {
  return data?.pages.flatMap((page) => page.translations.map(({ id }) => id));
}

function translation(id: string): SavedTranslation {
  return {
    id,
    text: 'the house',
    translatedText: 'la casa',
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    createdAt: '2026-11-30T00:00:00.000Z',
    isStarred: false,
  };
}
