import { findLanguage } from '../../../shared/languages.ts';
import { call, type Received } from '../../api.ts';
import { cacheNames } from '../../offline/cache-names.ts';

/** When a word begins in a sound, and its place in the text. */
export type WordMark = Received<'speech.marks'>['marks'][number];

/** The server's sound of a text, if it was heard on this page or kept. */
export async function readSound(text: string, language: string): Promise<Blob | undefined> {
  const key = keyOf(text, language);
  const heard = sounds.get(key);
  if (heard) return heard;
  try {
    const cache = await caches.open(cacheNames.sounds);
    return await (await cache.match(key))?.blob();
  } catch {
    return undefined;
  }
}

/** @param keeps also for the next page */
export async function keepSound(text: string, language: string, sound: Blob, keeps: boolean): Promise<void> {
  // A hotel's login page may answer instead of the server.
  if (!sound.type.startsWith('audio/')) return;
  const key = keyOf(text, language);
  remember(sounds, key, sound);
  if (!keeps) return;
  try {
    const cache = await caches.open(cacheNames.sounds);
    await cache.put(key, new Response(sound, { headers: { 'content-type': sound.type } }));
  } catch {
    // It is fetched again next time.
  }
}

/** The times of the words in the server's sound, asked once. */
export async function fetchMarks(
  text: string,
  language: string,
  signal: AbortSignal,
): Promise<readonly WordMark[]> {
  const key = keyOf(text, language);
  const known = marksByKey.get(key);
  if (known) return known;
  const { marks } = await call('speech.marks', { text, language }, { signal });
  remember(marksByKey, key, marks);
  return marks;
}

/** Of the last texts, so that listening again asks for nothing. */
const sounds = new Map<string, Blob>();
const marksByKey = new Map<string, readonly WordMark[]>();
const mostRemembered = 10;

function remember<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
}

/** Cache Storage needs an address; this one is never requested. */
function keyOf(text: string, language: string): string {
  return `/api/speak?${new URLSearchParams({ language: findLanguage(language)?.code ?? language, text })}`;
}
