import { useEffect, useState } from 'react';

export const askEveryMs = 2_000;

/** Whether the page still asks for the status; after half a minute the user may ask again. */
export function useAsking() {
  const [isAsking, setAsking] = useState(true);
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => setAsking(false), 30_000);
    return () => clearTimeout(timer);
  }, [isAsking]);
  return { isAsking, askAgain: () => setAsking(true) };
}
