import { useEffect } from 'react';

export function useKeepAwake(): void {
  useEffect(() => keepAwake(), []);
}

function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isReleased = false;
  async function requestLock(): Promise<void> {
    // A hidden page loses its lock and cannot request another.
    if (document.hidden) return;
    try {
      lock = await navigator.wakeLock?.request('screen');
      if (isReleased) lock?.release();
    } catch {
      // For example when the battery is low.
    }
  }
  requestLock();
  document.addEventListener('visibilitychange', requestLock);
  return () => {
    isReleased = true;
    document.removeEventListener('visibilitychange', requestLock);
    lock?.release();
  };
}
