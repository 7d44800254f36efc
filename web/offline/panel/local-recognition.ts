import { findLanguage } from '../../../shared/languages.ts';
import { delay } from '../../browser/delay.ts';

/** `missing`: this browser recognises speech only with a connection, or not at all. */
export type LocalRecognition = 'available' | 'downloadable' | 'missing';

export async function findLocalRecognition(source: string, target: string): Promise<LocalRecognition> {
  try {
    const asked = findApi()?.available?.({ langs: listTags(source, target), processLocally: true });
    const found = await Promise.race([asked, delay(2_000)]);
    if (found === 'available') return 'available';
    if (hasRefused) return 'missing';
    return found === 'downloadable' || found === 'downloading' ? 'downloadable' : 'missing';
  } catch {
    return 'missing';
  }
}

/** It comes without news of its progress, and in some builds it never comes. */
export async function installLocalRecognition(
  source: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  signal.addEventListener('abort', () => done.abort(signal.reason), { signal: done.signal });
  try {
    const installed = findApi()?.install?.({ langs: listTags(source, target), processLocally: true });
    hasRefused = !(await Promise.race([installed, delay(maxInstallMs, done.signal).then(() => false)]));
  } catch {
    hasRefused = !signal.aborted;
  } finally {
    done.abort();
  }
}

const maxInstallMs = 60_000;

/** Until the page is loaded again. */
let hasRefused = false;

function findApi(): RecognitionApi | undefined {
  return (globalThis as { SpeechRecognition?: RecognitionApi }).SpeechRecognition;
}

function listTags(...languages: string[]): string[] {
  return languages.map((language) => findLanguage(language)?.transcribe ?? language);
}

interface RecognitionApi {
  available?(options: { langs: string[]; processLocally: true }): Promise<string>;
  install?(options: { langs: string[]; processLocally: true }): Promise<boolean>;
}
