import { findLanguage, isLanguageCode } from '../../../shared/languages.ts';
import { remember } from '../../browser/remembered.ts';

/** Language codes that this browser remembers for both sides, because people answer in the language they were asked in. */
export interface KeptLanguages {
  readonly pinned: readonly string[];
  readonly recent: readonly string[];
}

export const keptLanguages = remember('parley.languages', parseKeptLanguages);

export function parseKeptLanguages(stored: unknown): KeptLanguages {
  const { pinned, recent } = Object(stored) as Record<string, unknown>;
  return { pinned: listCodes(pinned), recent: listCodes(recent).slice(0, mostRecent) };
}

export function togglePin(kept: KeptLanguages, code: string): KeptLanguages {
  const { pinned } = kept;
  return {
    ...kept,
    pinned: pinned.includes(code) ? pinned.filter((each) => each !== code) : [...pinned, code],
  };
}

/** @param previous the language before, which is often picked again */
export function notePick(kept: KeptLanguages, picked: string, previous: string): KeptLanguages {
  return { ...kept, recent: listCodes([picked, previous, ...kept.recent]).slice(0, mostRecent) };
}

/** More than the list shows, because some of them are pinned. */
const mostRecent = 8;

function listCodes(codes: unknown): string[] {
  if (!Array.isArray(codes)) return [];
  const known = codes.filter((code) => typeof code === 'string' && isLanguageCode(code));
  return [...new Set(known.map((code: string) => findLanguage(code)?.code ?? code))];
}
