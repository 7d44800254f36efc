import { QueryClient } from '@tanstack/react-query';

/** Data stays fresh until it is invalidated; nothing is refetched automatically. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    // Offline, mutations fail at once instead of running later.
    mutations: { retry: false, networkMode: 'always' },
  },
});
