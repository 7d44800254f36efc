import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { limits } from '../../shared/limits.ts';
import { call, type Received } from '../api.ts';

export type Overview = Received<'analytics.overview'>;
export type Revenue = Received<'analytics.revenue'>;
export type UsersPage = Received<'analytics.users'>;
export type ListedUser = UsersPage['users'][number];
export type RevenuePeriod = (typeof limits.revenuePeriods)[number];

const uncachedOptions = {
  /** Reopening the page must not show old figures. */
  gcTime: 0,
  /** Fails offline instead of waiting. */
  networkMode: 'always',
} as const;

export const overviewQuery = queryOptions({
  queryKey: ['/api/analytics/overview'],
  queryFn: ({ signal }) => call('analytics.overview', {}, { signal }),
  ...uncachedOptions,
});

export function revenueQuery(period: RevenuePeriod) {
  return queryOptions({
    queryKey: ['/api/analytics/revenue', { period }],
    queryFn: ({ signal }) => call('analytics.revenue', { period: String(period) }, { signal }),
    placeholderData: keepPreviousData,
    ...uncachedOptions,
  });
}

export function usersQuery(cursors: readonly string[]) {
  const page = String(cursors.length + 1);
  const cursor = cursors.at(-1);
  return queryOptions({
    queryKey: ['/api/analytics/users', { page, cursor }],
    queryFn: ({ signal }) => call('analytics.users', { page, cursor }, { signal }),
    ...uncachedOptions,
  });
}
