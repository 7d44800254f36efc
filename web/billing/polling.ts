import { useEffect, useState } from 'react';

export const pollIntervalMs = 2_000;

/** Polling stops after 30 seconds; the user can restart it. */
export function usePolling() {
  const [isPolling, setPolling] = useState(true);
  useEffect(() => {
    if (!isPolling) return;
    const timer = setTimeout(() => setPolling(false), 30_000);
    return () => clearTimeout(timer);
  }, [isPolling]);
  return { isPolling, restartPolling: () => setPolling(true) };
}
