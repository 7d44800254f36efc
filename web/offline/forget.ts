import { cacheNames } from './cache-names.ts';

/** Deletes the kept phrases and sounds. A browser that keeps nothing has nothing to delete. */
export async function forgetPhrases(): Promise<void> {
  try {
    await Promise.all([cacheNames.phrases, cacheNames.sounds].map((name) => caches.delete(name)));
  } catch {
    // What may not be used holds nothing.
  }
}
