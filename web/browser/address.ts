import { useSyncExternalStore } from 'react';

export function usePathname(): string {
  return useSyncExternalStore(onPathChanged, () => location.pathname);
}

/** Shows another page in this document. Back returns. */
export function goToPath(path: string): void {
  if (path === location.pathname) history.replaceState(history.state, '', path);
  else history.pushState(null, '', path);
  changes.dispatchEvent(new Event('change'));
}

/** Browsers report only Back and Forward. */
const changes = new EventTarget();

function onPathChanged(listener: () => void): () => void {
  addEventListener('popstate', listener);
  changes.addEventListener('change', listener);
  return () => {
    removeEventListener('popstate', listener);
    changes.removeEventListener('change', listener);
  };
}
