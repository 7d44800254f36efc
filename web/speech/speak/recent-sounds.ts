import { findLanguage } from '../../../shared/languages.ts';
import type { Received } from '../../api.ts';

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
