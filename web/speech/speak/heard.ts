import { findLanguage } from '../../../shared/languages.ts';
import type { Received } from '../../api.ts';

/** When a word begins in a sound, and its place in the text. */
export type WordMark = Received<'speech.marks'>['marks'][number];

/** The server's sound of a text and the times of its words, as far as they were fetched. */
export interface Heard {
  sound?: Blob | undefined;
  marks?: readonly WordMark[];
}

/** Of the last texts, so that listening again asks the server for nothing. */
export function recallHeard(text: string, language: string): Heard {
  const key = `${findLanguage(language)?.code} ${text}`;
  const heard = lastHeard.get(key) ?? {};
  // The newest is the last.
  lastHeard.delete(key);
  lastHeard.set(key, heard);
  const [oldest] = lastHeard.keys();
  if (lastHeard.size > mostHeard && oldest !== undefined) lastHeard.delete(oldest);
  return heard;
}

const lastHeard = new Map<string, Heard>();
const mostHeard = 10;
