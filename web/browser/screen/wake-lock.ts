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
      if (isReleased) await lock?.release();
    } catch {
      // For example when the battery is low.
    }
  }
  const keepLock = () => void requestLock();
  keepLock();
  document.addEventListener('visibilitychange', keepLock);
  return () => {
    isReleased = true;
    document.removeEventListener('visibilitychange', keepLock);
    lock?.release().catch(() => {});
  };
}
