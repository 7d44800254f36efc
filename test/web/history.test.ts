import { InfiniteQueryObserver, notifyManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileNameOf, readEverything } from '../../web/account/export.ts';
import { toasts } from '../../web/components/toasts.ts';
import { queryClient } from '../../web/queries.ts';
import {
  formatAgo,
  historyQuery,
  type KeptTranslation,
  removals,
  searchQuery,
} from '../../web/translation/history.ts';
import { createRemovals, undoMs } from '../../web/translation/history-removals.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe('when a translation was made', () => {
  const now = new Date(2026, 10, 30, 12, 0, 0);

  test.each([
    [0, 'just now'],
    [44, 'just now'],
    [45, '1 minute ago'],
    [130, '2 minutes ago'],
    [3_600, '1 hour ago'],
    [5 * 3_600, '5 hours ago'],
    [24 * 3_600, 'yesterday'],
    [6 * 86_400, '6 days ago'],
    [7 * 86_400, 'November 23'],
    [365 * 86_400, 'November 30, 2025'],
  ])('is said in words: %i s ago is %s', (seconds, words) => {
    const createdAt = new Date(now.getTime() - seconds * 1_000).toISOString();
    expect(formatAgo(createdAt, now.getTime())).toBe(words);
  });

  test('is just now where the server’s clock is ahead', () => {
    expect(formatAgo(new Date(now.getTime() + 5_000).toISOString(), now.getTime())).toBe('just now');
  });
});

describe('removing', () => {
  beforeEach(() => vi.useFakeTimers());

  test('is done when the time to undo is over, and not before', async () => {
    const { remove, list } = removing();
    list.remove('a');
    expect(list.get().get('a')).toBe('undoable');
    await vi.advanceTimersByTimeAsync(undoMs - 1);
    expect(remove).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(remove.mock.calls).toEqual([['a']]);
    expect(list.get().get('a')).toBe('leaving');
    await vi.runAllTimersAsync();
    expect(list.get().size).toBe(0);
  });

  test('is undone without a word to the server', async () => {
    const { remove, list } = removing();
    list.remove('a');
    list.undo('a');
    await vi.runAllTimersAsync();
    expect(remove).not.toHaveBeenCalled();
    expect(list.get().size).toBe(0);
  });

  test('of two, each has its own time', async () => {
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

  test('does not wait for somebody who leaves the page', async () => {
    const { remove, list } = removing();
    list.remove('a');
    list.remove('b');
    list.flush();
    expect(remove.mock.calls).toEqual([['a'], ['b']]);
    list.undo('a');
    expect(list.get().get('a')).toBe('leaving');
    await vi.runAllTimersAsync();
    expect(remove).toHaveBeenCalledTimes(2);
  });

  test('that fails says so, and the thing is there as before', async () => {
    const { list, onFailure } = removing(() => Promise.reject(new Error('no')));
    list.remove('a');
    await vi.runAllTimersAsync();
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(list.get().size).toBe(0);
  });

  test('takes the translation out of what was read, of searches as well', async () => {
    answer({ status: 200, body: {} });
    read('a', 'b');
    queryClient.setQueryData(searchQuery('house').queryKey, pages('b', 'a'));
    removals.remove('a');
    await vi.runAllTimersAsync();
    expect(idsOf(queryClient.getQueryData(historyQuery.queryKey))).toEqual(['b']);
    expect(idsOf(queryClient.getQueryData(searchQuery('house').queryKey))).toEqual(['b']);
  });

  test('is told of the list before it is over, so that nothing comes back for a moment', async () => {
    answer({ status: 200, body: {} });
    read('a', 'b');
    const told: string[] = [];
    const observer = new InfiniteQueryObserver(queryClient, { ...historyQuery, enabled: false });
    const stops = [
      // As components are told.
      observer.subscribe(notifyManager.batchCalls(() => told.push('list'))),
      removals.subscribe(() => told.push(removals.get().get('a') ?? 'over')),
    ];
    removals.remove('a');
    await vi.runAllTimersAsync();
    expect(told).toEqual(['undoable', 'leaving', 'list', 'over']);
    for (const stop of stops) stop();
  });

  test('outlives the page', async () => {
    const fetched = answer({ status: 200, body: {} });
    removals.remove('01ABC');
    removals.flush();
    await vi.runAllTimersAsync();
    expect(fetched.mock.calls[0]).toMatchObject([
      '/api/translations/01ABC',
      { method: 'DELETE', keepalive: true },
    ]);
  });

  test('what is gone already is removed', async () => {
    answer({ status: 404, body: { error: 'Not found.', code: 'not_found', requestId: '' } });
    read('a', 'b');
    const before = toasts.get();
    removals.remove('a');
    await vi.runAllTimersAsync();
    expect(idsOf(queryClient.getQueryData(historyQuery.queryKey))).toEqual(['b']);
    expect(toasts.get()).toBe(before);
  });

  test('without a connection changes nothing and says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    read('a', 'b');
    removals.remove('a');
    await vi.runAllTimersAsync();
    expect(idsOf(queryClient.getQueryData(historyQuery.queryKey))).toEqual(['a', 'b']);
    expect(toasts.get()[0]).toMatchObject({ title: 'Not Removed', tone: 'destructive' });
  });
});

test('a search goes on over pages in which nothing was found', async () => {
  const cursors = ['one', 'two', null];
  const fetched = vi.fn(async () => {
    const cursor = cursors.shift() ?? null;
    return Response.json({ translations: cursor === null ? [translation('a')] : [], cursor });
  });
  vi.stubGlobal('fetch', fetched);
  const found = await new QueryClient().fetchInfiniteQuery(searchQuery('house'));
  expect(found.pages.map((page) => page.translations.map(({ id }) => id))).toEqual([['a']]);
  expect(fetched).toHaveBeenCalledTimes(3);
});

describe('what is held about somebody', () => {
  test('is put together from as many answers as it takes', async () => {
    const rest = { exportedAt: '2026-11-30T00:00:00.000Z', profile: null, settings: null, usage: [] };
    const answers = [
      { ...rest, translations: [translation('b')], cursor: 'b' },
      { ...rest, translations: [translation('a')], cursor: null },
    ];
    const fetched = vi.fn(async (_address: string) => Response.json(answers.shift()));
    vi.stubGlobal('fetch', fetched);
    expect(await readEverything()).toEqual({ ...rest, translations: [translation('b'), translation('a')] });
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/account', '/api/account?cursor=b']);
  });

  test('is a file with the day in its name', () => {
    expect(fileNameOf(new Date(2026, 0, 9, 23, 59))).toBe('parley-data-2026-01-09.json');
  });
});

function removing(remove: (id: string) => Promise<void> = async () => {}) {
  const work = { remove: vi.fn(remove), onFailure: vi.fn() };
  return { ...work, list: createRemovals(work) };
}

function answer({ status, body }: { status: number; body: unknown }) {
  const fetched = vi.fn(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

function read(...ids: string[]): void {
  queryClient.setQueryData(historyQuery.queryKey, pages(...ids));
}

function pages(...ids: string[]) {
  return { pages: [{ translations: ids.map(translation), cursor: null }], pageParams: [undefined] };
}

function idsOf(data: ReturnType<typeof pages> | undefined): string[] | undefined {
  return data?.pages.flatMap((page) => page.translations.map(({ id }) => id));
}

function translation(id: string): KeptTranslation {
  return {
    id,
    text: 'the house',
    translatedText: 'la casa',
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    createdAt: '2026-11-30T00:00:00.000Z',
  };
}
