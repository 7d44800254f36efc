import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  notifyManager,
} from '@tanstack/react-query';
import { ApiError, call, type Received } from '../api.ts';
import { toasts } from '../components/toasts.ts';
import { queryClient } from '../queries.ts';
import { createRemovals } from './history-removals.ts';

/** One translation that was kept. */
export type KeptTranslation = HistoryPage['translations'][number];

type HistoryPage = Received<'translation.list'>;

const historyKey = ['/api/translations'];

/** The history, newest first, page by page. */
export const historyQuery = infiniteQueryOptions({
  queryKey: historyKey,
  queryFn: ({ pageParam, signal }) => call('translation.list', { cursor: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: cursorOf,
});

/** What of it holds the words; shown until the answer for other words is here. */
export function searchQuery(words: string) {
  return infiniteQueryOptions({
    queryKey: [...historyKey, 'search', words],
    queryFn: ({ pageParam, signal }) => searchOn(words, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: cursorOf,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Taking out of the history; what is over is out of every list that was read. */
export const removals = createRemovals({
  async remove(id) {
    await call('translation.remove', { id }, { keepalive: true }).catch((error: unknown) => {
      // Removed already, on another page.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    queryClient.setQueriesData(
      { queryKey: historyKey },
      (data: InfiniteData<HistoryPage> | undefined) => data && withoutTranslation(data, id),
    );
    // Components hear of it a moment later; until then it would be there again.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  },
  onFailure() {
    toasts.show({
      tone: 'destructive',
      stay: 'long',
      title: 'Not Removed',
      description: 'The translation is still in your history. Please try again.',
    });
  },
});

/** `just now`, `5 minutes ago`, `yesterday`; from a week on the date, in the reader's own time zone. */
export function formatAgo(createdAt: string, nowMs: number): string {
  const created = new Date(createdAt);
  const seconds = Math.max(0, (nowMs - created.getTime()) / 1_000);
  if (seconds < 45) return 'just now';
  if (seconds < hour) return ago.format(-Math.max(1, Math.round(seconds / minute)), 'minute');
  if (seconds < day) return ago.format(-Math.round(seconds / hour), 'hour');
  if (seconds < 7 * day) return ago.format(-Math.round(seconds / day), 'day');
  const isThisYear = created.getFullYear() === new Date(nowMs).getFullYear();
  return created.toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A page of a search may be empty and yet not the last: goes on until something is found or everything was read. */
async function searchOn(query: string, from: string | undefined, signal: AbortSignal): Promise<HistoryPage> {
  const page = await call('translation.search', { query, cursor: from }, { signal });
  if (page.translations.length > 0 || page.cursor === null) return page;
  return searchOn(query, page.cursor, signal);
}

function cursorOf(page: HistoryPage): string | undefined {
  return page.cursor ?? undefined;
}

function withoutTranslation(data: InfiniteData<HistoryPage>, id: string): InfiniteData<HistoryPage> {
  const pages = data.pages.map((page) => ({
    ...page,
    translations: page.translations.filter((translation) => translation.id !== id),
  }));
  return { ...data, pages };
}
