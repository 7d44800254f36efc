import type { ReadableStore } from '../store.ts';

/** False where the browser cannot tell. */
export function matchesMedia(query: string): boolean {
  return findMedia(query)?.matches ?? false;
}

/** Always false where the browser cannot tell. */
export function watchMedia(query: string): ReadableStore<boolean> {
  const media = findMedia(query);
  const get = () => media?.matches ?? false;
  return {
    get,
    subscribe(listener) {
      const report = () => listener(get());
      media?.addEventListener('change', report);
      return () => media?.removeEventListener('change', report);
    },
  };
}

function findMedia(query: string): MediaQueryList | undefined {
  try {
    return matchMedia(query);
  } catch {
    return undefined;
  }
}
