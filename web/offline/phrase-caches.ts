import { cacheNames } from './cache-names.ts';

export async function deletePhraseCaches(): Promise<void> {
  try {
    await Promise.all([cacheNames.phrases, cacheNames.sounds].map((name) => caches.delete(name)));
  } catch {}
}
