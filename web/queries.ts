import { QueryClient } from '@tanstack/react-query';

/** Requests again what failed. React Query misses the return of a connection that was missing from the start. */
export function refetchFailedQueries(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Data stays fresh until it is invalidated; nothing is refetched automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Browsers report connections wrongly, so every request is tried.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
