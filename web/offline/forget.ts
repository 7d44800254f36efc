import { cacheNames } from './cache-names.ts';

/** Deletes the kept phrases and sounds. */
export async function forgetPhrases(): Promise<void> {
  try {
    await Promise.all([cacheNames.phrases, cacheNames.sounds].map((name) => caches.delete(name)));
  } catch {
    // Storage is forbidden.
  }
}
