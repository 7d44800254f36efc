import { findLanguage } from '../../../shared/languages.ts';
import { cacheNames } from '../../offline/cache-names.ts';

export async function readSound(text: string, language: string): Promise<Blob | undefined> {
  try {
    const cache = await caches.open(cacheNames.sounds);
    return await (await cache.match(buildKey(text, language)))?.blob();
  } catch {
    return undefined;
  }
}

export async function saveSound(text: string, language: string, sound: Blob): Promise<void> {
  // A captive portal may answer instead of the server.
  if (!sound.type.startsWith('audio/')) return;
  try {
    const cache = await caches.open(cacheNames.sounds);
    await cache.put(
      buildKey(text, language),
      new Response(sound, { headers: { 'content-type': sound.type } }),
    );
  } catch {}
}

/** Cache Storage needs a URL; this one is never requested. */
function buildKey(text: string, language: string): string {
  return `/api/speak?${new URLSearchParams({ language: findLanguage(language)?.code ?? language, text })}`;
}
