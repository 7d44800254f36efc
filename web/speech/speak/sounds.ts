import { findLanguage } from '../../../shared/languages.ts';
import type { Received } from '../../api.ts';
import { cacheNames } from '../../offline/cache-names.ts';

/** The time of a word in a sound, and its offsets in the text. */
export type WordMark = Received<'speech.marks'>['marks'][number];

/** The server's sound and word times, if they have been fetched. */
export interface RecentSound {
  sound?: Blob | undefined;
  marks?: readonly WordMark[];
}

/** Caches the last sounds, so that listening again needs no request. */
export function getRecentSound(text: string, language: string): RecentSound {
  const key = `${findLanguage(language)?.code} ${text}`;
  const recent = recentSounds.get(key) ?? {};
  recentSounds.delete(key);
  recentSounds.set(key, recent);
  const [oldest] = recentSounds.keys();
  if (recentSounds.size > maxSounds && oldest !== undefined) recentSounds.delete(oldest);
  return recent;
}

const recentSounds = new Map<string, RecentSound>();
const maxSounds = 10;

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

export async function deleteSounds(): Promise<void> {
  try {
    await caches.delete(cacheNames.sounds);
  } catch {}
}

/** Cache Storage needs a URL; this one is never requested. */
function buildKey(text: string, language: string): string {
  return `/api/speak?${new URLSearchParams({ language: findLanguage(language)?.code ?? language, text })}`;
}
