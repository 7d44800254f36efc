import { useEffect, useState } from 'react';

export const pollEveryMs = 2_000;

/** Polling stops after half a minute; the user may start it again. */
export function usePolling() {
  const [isPolling, setPolling] = useState(true);
  useEffect(() => {
    if (!isPolling) return;
    const timer = setTimeout(() => setPolling(false), 30_000);
    return () => clearTimeout(timer);
  }, [isPolling]);
  return { isPolling, pollAgain: () => setPolling(true) };
}
