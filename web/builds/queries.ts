import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BuildType, buildPeriods } from '../../shared/builds.ts';
import { call, type Received } from '../api.ts';

export interface Filter {
  readonly type: BuildType | undefined;
  readonly days: (typeof buildPeriods)[number];
}

export type Overview = Received<'builds.overview'>;

/** With its filter, because it stays visible while the next one loads. */
export type Metrics = Received<'builds.metrics'> & { readonly filter: Filter };

const refreshOptions = {
  staleTime: 10_000,
  /** Until the first success, the page offers a retry instead. */
  refetchInterval: ({ state }: { state: { data: unknown } }) => state.data !== undefined && 30_000,
  /** Fails offline instead of waiting. */
  networkMode: 'always',
} as const;

export const overviewQuery = queryOptions({
  queryKey: ['/api/performance/overview'],
  queryFn: ({ signal }) => call('builds.overview', {}, { signal }),
  ...refreshOptions,
});

export function metricsQuery(filter: Filter) {
  const { type, days } = filter;
  return queryOptions({
    queryKey: ['/api/performance/metrics', { type, days }],
    queryFn: async ({ signal }): Promise<Metrics> => ({
      ...(await call('builds.metrics', { days: String(days), buildType: type }, { signal })),
      filter,
    }),
    placeholderData: keepPreviousData,
    ...refreshOptions,
  });
}
