import { useEffect, useState } from 'react';

export const pollEveryMs = 2_000;

/** Whether the page still asks for the status; after half a minute the user may ask again. */
export function usePolling() {
  const [isPolling, setPolling] = useState(true);
  useEffect(() => {
    if (!isPolling) return;
    const timer = setTimeout(() => setPolling(false), 30_000);
    return () => clearTimeout(timer);
  }, [isPolling]);
  return { isPolling, pollAgain: () => setPolling(true) };
}
