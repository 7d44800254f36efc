import { useEffect } from 'react';

/** Keeps the screen awake as long as this is shown, where the browser can: somebody is reading from it. */
export function useAwake(): void {
  useEffect(() => keepAwake(), []);
}

/** @returns what lets it sleep again */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  async function ask(): Promise<void> {
    // A page out of view gets none; one that goes out of view loses it.
    if (document.hidden) return;
    try {
      lock = await navigator.wakeLock?.request('screen');
      if (isOver) lock?.release();
    } catch {
      // The battery is low, or the browser has none to give.
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
