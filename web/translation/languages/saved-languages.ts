import { canonicalizeCode, isLanguageCode } from '../../../shared/languages.ts';
import { remember } from '../../browser/remembered.ts';

/** Both sides share them, because people reply in the language they were addressed in. */
export interface SavedLanguages {
  readonly pinned: readonly string[];
  readonly recent: readonly string[];
}

export const savedLanguages = remember('parley.languages', parseSavedLanguages);

export function parseSavedLanguages(stored: unknown): SavedLanguages {
  const { pinned, recent } = Object(stored) as Record<string, unknown>;
  return { pinned: listCodes(pinned), recent: listCodes(recent).slice(0, maxRecent) };
}

export function togglePin(saved: SavedLanguages, code: string): SavedLanguages {
  const { pinned } = saved;
  return {
    ...saved,
    pinned: pinned.includes(code) ? pinned.filter((each) => each !== code) : [...pinned, code],
  };
}

/** @param previous the replaced language, which is often picked again */
export function addPick(saved: SavedLanguages, picked: string, previous: string): SavedLanguages {
  return { ...saved, recent: listCodes([picked, previous, ...saved.recent]).slice(0, maxRecent) };
}

/** More than the list shows, because some of them are pinned. */
const maxRecent = 8;

function listCodes(codes: unknown): string[] {
  if (!Array.isArray(codes)) return [];
  const known = codes.filter((code) => typeof code === 'string' && isLanguageCode(code));
  return [...new Set(known.map(canonicalizeCode))];
}
