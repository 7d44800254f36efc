import type { ReadableStore } from '../store.ts';

/** False where the browser cannot tell. */
export function matchesMedia(query: string): boolean {
  try {
    return matchMedia(query).matches;
  } catch {
    return false;
  }
}

export function watchMedia(query: string): ReadableStore<boolean> {
  const media = matchMedia(query);
  return {
    get: () => media.matches,
    subscribe(listener) {
      const report = () => listener(media.matches);
      media.addEventListener('change', report);
      return () => media.removeEventListener('change', report);
    },
  };
}
