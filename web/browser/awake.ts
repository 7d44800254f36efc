import { useEffect } from 'react';

export function useKeepAwake(): void {
  useEffect(() => keepAwake(), []);
}

function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  async function ask(): Promise<void> {
    // Hidden pages lose their lock and get no new one.
    if (document.hidden) return;
    try {
      lock = await navigator.wakeLock?.request('screen');
      if (isOver) lock?.release();
    } catch {
      // For example when the battery is low.
    }
  }
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    lock?.release();
  };
}
