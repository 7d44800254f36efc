import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Received } from '../api.ts';
import type { Filter } from './filter.ts';

export type Overview = Received<'builds.overview'>;

/** With the filter that it is about: it stays on the page until that of the next is here. */
export type Metrics = Received<'builds.metrics'> & { readonly filter: Filter };

/** Read again and again by itself, as long as the page is in view. */
const live = {
  /** What was read before another page was looked at is read again; what was just read is not. */
  staleTime: 10_000,
  /** What could not be read even once waits for somebody to try again. */
  refetchInterval: ({ state }: { state: { data: unknown } }) => state.data !== undefined && 30_000,
  /** Without a connection it fails, and the page says so, instead of waiting for one. */
  networkMode: 'always',
} as const;

/** The newest builds together, whatever the page is filtered by. */
export const overviewQuery = queryOptions({
  queryKey: ['/api/performance/overview'],
  queryFn: ({ signal }) => call('builds.overview', {}, { signal }),
  ...live,
});

/** Builds day by day, and the newest of them. */
export function metricsQuery(filter: Filter) {
  const { type, days } = filter;
  return queryOptions({
    queryKey: ['/api/performance/metrics', { type, days }],
    queryFn: async ({ signal }): Promise<Metrics> => ({
      ...(await call('builds.metrics', { days: String(days), buildType: type }, { signal })),
      filter,
    }),
    placeholderData: keepPreviousData,
    ...live,
  });
}
