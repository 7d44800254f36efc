import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { revenuePeriods } from '../../shared/analytics.ts';
import { call, type Received } from '../api.ts';

export type Overview = Received<'analytics.overview'>;
export type Revenue = Received<'analytics.revenue'>;
export type UsersPage = Received<'analytics.users'>;
export type ListedUser = UsersPage['users'][number];
export type RevenuePeriod = (typeof revenuePeriods)[number];

const fresh = {
  /** Whoever opens the page again sees what is so now, or that it could not be loaded: never what was. */
  gcTime: 0,
  /** Without a connection it fails, and the page says so, instead of waiting for one. */
  networkMode: 'always',
} as const;

export const overviewQuery = queryOptions({
  queryKey: ['/api/analytics/overview'],
  queryFn: ({ signal }) => call('analytics.overview', {}, { signal }),
  ...fresh,
});

/** @param period in days; what was asked before is there until the answer is */
export function revenueQuery(period: RevenuePeriod) {
  return queryOptions({
    queryKey: ['/api/analytics/revenue', { period }],
    queryFn: ({ signal }) => call('analytics.revenue', { period: String(period) }, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** One page of the list. */
export function usersQuery({ page, cursor }: Step) {
  return queryOptions({
    queryKey: ['/api/analytics/users', { page, cursor }],
    queryFn: ({ signal }) => call('analytics.users', { page: String(page), cursor }, { signal }),
    ...fresh,
  });
}

/** To a page; with the cursor that the page beside it gave, it is found without those before it. */
export interface Step {
  readonly page: number;
  readonly cursor: string | undefined;
}
