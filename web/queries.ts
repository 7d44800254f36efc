import { QueryClient } from '@tanstack/react-query';

/** What has been read stays true until something invalidates it; nothing is asked twice by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
    },
    // Without a connection they fail at once: nobody expects them to be done later.
    mutations: { retry: false, networkMode: 'always' },
  },
});
