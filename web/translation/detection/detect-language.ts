import { delay } from '../../browser/delay.ts';
import { findLanguageCode } from '../../settings/language-tags.ts';
import type { Scores } from './language-scores.ts';

/** @returns the code of the language that the text is clearly in, if that is another one than `source` */
export async function detectOtherLanguage(text: string, source: string): Promise<string | undefined> {
  if (!isSentence(text)) return undefined;
  const scores = (await scoreInBrowser(text)) ?? (await scoreByLibrary(text));
  const [best, bestScore = 0] = scores[0] ?? [];
  const code = findLanguageCode(best ?? null);
  const sourceScore = scores.find(([tag]) => isClose(tag, source))?.[1] ?? 0;
  if (!code || isClose(code, source)) return undefined;
  return bestScore >= minScore && bestScore - sourceScore >= minLead ? code : undefined;
}

const minScore = 0.7;
const minLead = 0.15;

/** Shorter texts, and texts of names, are too uncertain. Some scripts have no spaces between words. */
function isSentence(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const capitalised = words.filter((word) => /^\p{Lu}/u.test(word));
  const letters = words.join('').length;
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(text)) return letters >= 4;
  return words.length >= 3 && letters >= 10 && capitalised.length <= words.length / 2;
}

/** Detectors confuse Malay with Indonesian, and the two written standards of Norwegian are one language of ours. */
function isClose(one: string, other: string): boolean {
  return findFamily(one) === findFamily(other);
}

function findFamily(tag: string): string {
  const base = tag.split('-')[0] ?? '';
  return { id: 'ms', nb: 'no', nn: 'no' }[base] ?? base;
}

/** The browser's detector, unless it would have to be downloaded first. Its presence says nothing about that. */
async function scoreInBrowser(text: string): Promise<Scores | undefined> {
  try {
    const api = (globalThis as { LanguageDetector?: LanguageDetectorApi }).LanguageDetector;
    const availability = await Promise.race([api?.availability(), delay(2_000)]);
    if (!api || availability !== 'available') return undefined;
    detector ??= api.create();
    const results = await (await detector).detect(text);
    return results.map(({ detectedLanguage, confidence }) => [detectedLanguage, confidence]);
  } catch {
    detector = undefined;
    return undefined;
  }
}

let detector: Promise<Detector> | undefined;

/** 235 KB (brotli), so not for visitors who save data. */
async function scoreByLibrary(text: string): Promise<Scores> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return [];
  const { scoreLanguages } = await import('./language-scores.ts');
  return scoreLanguages(text);
}

interface LanguageDetectorApi {
  availability(): Promise<string>;
  create(): Promise<Detector>;
}

interface Detector {
  detect(text: string): Promise<{ detectedLanguage: string; confidence: number }[]>;
}
