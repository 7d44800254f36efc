import { findLanguage } from '../../../shared/languages.ts';
import type { Received } from '../../api.ts';

/** When a word begins in a sound, and its place in the text. */
export type WordMark = Received<'speech.marks'>['marks'][number];

/** The server's sound of a text and the times of its words, as far as they were fetched. */
export interface RecentSound {
  sound?: Blob | undefined;
  marks?: readonly WordMark[];
}

/** Of the last texts, so that listening again asks the server for nothing. */
export function recallSound(text: string, language: string): RecentSound {
  const key = `${findLanguage(language)?.code} ${text}`;
  const sound = recentSounds.get(key) ?? {};
  recentSounds.delete(key);
  recentSounds.set(key, sound);
  const [oldest] = recentSounds.keys();
  if (recentSounds.size > maxSounds && oldest !== undefined) recentSounds.delete(oldest);
  return sound;
}

const recentSounds = new Map<string, RecentSound>();
const maxSounds = 10;
