import { useSyncExternalStore } from 'react';

/** Whether the browser believes that it is online. */
export function useOnline(): boolean {
  return useSyncExternalStore(onConnectionChanged, () => navigator.onLine);
}

/** @returns stops listening */
export function onConnectionChanged(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
