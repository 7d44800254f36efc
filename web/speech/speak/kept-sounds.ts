import { findLanguage } from '../../../shared/languages.ts';
import { cacheNames } from '../../offline/cache-names.ts';

/** What the server has spoken of a text before, where it was kept. */
export async function keptSound(text: string, language: string): Promise<Blob | undefined> {
  try {
    const cache = await caches.open(cacheNames.sounds);
    return await (await cache.match(keyOf(text, language)))?.blob();
  } catch {
    return undefined;
  }
}

/** Keeps the sound of a text. One that cannot be kept is asked for again. */
export async function keepSound(text: string, language: string, sound: Blob): Promise<void> {
  // Whatever stood between us and the server answered in its place.
  if (!sound.type.startsWith('audio/')) return;
  try {
    const cache = await caches.open(cacheNames.sounds);
    await cache.put(keyOf(text, language), new Response(sound, { headers: { 'content-type': sound.type } }));
  } catch {
    // No storage, or no room in it.
  }
}

/** Cache Storage names things by addresses. Nobody asks for this one. */
function keyOf(text: string, language: string): string {
  return `/api/speak?${new URLSearchParams({ language: findLanguage(language)?.code ?? language, text })}`;
}
