import { QueryClient } from '@tanstack/react-query';

/** Data stays fresh until it is invalidated. Only what failed is requested again when the connection returns. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => state.status === 'error',
      // Browsers report connections wrongly, so every request is tried.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
