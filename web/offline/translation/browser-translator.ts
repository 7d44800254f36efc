import { findLanguage } from '../../../shared/languages.ts';
import { delay } from '../../browser/delay.ts';

/** What the browser's own translator says of a pair. `missing`: there is no such translator, or not for the pair. */
export type BrowserTranslation = 'available' | 'downloadable' | 'missing';

/** Asks for both ways, because people answer. Its presence says nothing: ask. */
export async function findBrowserTranslation(source: string, target: string): Promise<BrowserTranslation> {
  const api = findApi();
  if (!api) return 'missing';
  try {
    const pairs = [describePair(source, target), describePair(target, source)];
    // In Chromium's headless shell it never answers.
    const asked = Promise.all(pairs.map((pair) => api.availability(pair)));
    const answers = await Promise.race([asked, delay(2_000)]);
    if (!answers) return 'missing';
    if (answers.every((each) => each === 'available')) return 'available';
    return answers.includes('unavailable') || hasRefused ? 'missing' : 'downloadable';
  } catch {
    return 'missing';
  }
}

/** @throws what the browser throws, and the signal's reason */
export async function translateByBrowser(
  text: string,
  source: string,
  target: string,
  signal: AbortSignal,
): Promise<string> {
  const translator = await getApi().create({ ...describePair(source, target), signal });
  try {
    return await translator.translate(text, { signal });
  } finally {
    translator.destroy();
  }
}

/** Some builds promise a download that never comes. Then ours is offered, until the page is loaded again. */
let hasRefused = false;

/** Call this in the tap's event handler: the browser downloads only then. @throws what the browser throws */
export async function downloadForBrowser(
  source: string,
  target: string,
  { signal, onProgress, stallMs = 30_000 }: DownloadOptions,
): Promise<void> {
  const work = new AbortController();
  signal.addEventListener('abort', () => work.abort(signal.reason), { signal: work.signal });
  const stall = () =>
    setTimeout(() => work.abort(new DOMException('It does not go on', 'TimeoutError')), stallMs);
  let timer = stall();
  const pairs = [describePair(source, target), describePair(target, source)];
  const shares = pairs.map(() => 0);
  const created = pairs.map(async (pair, index) => {
    const translator = await getApi().create({
      ...pair,
      signal: work.signal,
      monitor: (monitor) =>
        monitor.addEventListener('downloadprogress', ({ loaded }) => {
          clearTimeout(timer);
          timer = stall();
          shares[index] = loaded;
          onProgress(shares.reduce((sum, share) => sum + share, 0) / shares.length);
        }),
    });
    translator.destroy();
  });
  try {
    await Promise.all(created);
  } catch (error) {
    signal.throwIfAborted();
    hasRefused = true;
    throw error;
  } finally {
    clearTimeout(timer);
    work.abort();
  }
}

interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly stallMs?: number;
  onProgress(share: number): void;
}

function getApi(): TranslatorApi {
  const api = findApi();
  if (!api) throw new Error('This browser has no translator');
  return api;
}

function findApi(): TranslatorApi | undefined {
  return (globalThis as { Translator?: TranslatorApi }).Translator;
}

/** BCP 47 tags without regions; Chinese is told apart by its script. */
function describePair(source: string, target: string): Pair {
  const tag = (language: string) => {
    const code = findLanguage(language)?.translate ?? language;
    return code === 'zh-TW' ? 'zh-Hant' : (code.split('-')[0] ?? code);
  };
  return { sourceLanguage: tag(source), targetLanguage: tag(target) };
}

interface Pair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

interface TranslatorApi {
  availability(pair: Pair): Promise<string>;
  create(
    options: Pair & {
      signal: AbortSignal;
      monitor?(monitor: {
        addEventListener(type: string, listener: (event: { loaded: number }) => void): void;
      }): void;
    },
  ): Promise<{ translate(text: string, options: { signal: AbortSignal }): Promise<string>; destroy(): void }>;
}
