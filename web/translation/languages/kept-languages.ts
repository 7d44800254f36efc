import { findLanguage, isLanguageCode } from '../../../shared/languages.ts';

/** What this browser remembers for the list of languages; of both sides, since people answer in what they were asked. */
export interface KeptLanguages {
  /** Codes, in the order in which they were pinned. */
  readonly pinned: readonly string[];
  /** Codes of those that were picked, the last first. */
  readonly recent: readonly string[];
}

/** As it stands now: another tab may have changed it. */
export function readKeptLanguages(): KeptLanguages {
  try {
    return parseKeptLanguages(localStorage.getItem(key));
  } catch {
    return unstored;
  }
}

export function storeKeptLanguages(kept: KeptLanguages): void {
  unstored = kept;
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is forbidden: it lasts as long as the page.
  }
}

/** What is not a list of languages is nothing. */
export function parseKeptLanguages(text: string | null): KeptLanguages {
  try {
    const { pinned, recent } = Object(JSON.parse(text ?? ''));
    return { pinned: codesIn(pinned), recent: codesIn(recent).slice(0, mostRecent) };
  } catch {
    return nothing;
  }
}

export function togglePin(kept: KeptLanguages, code: string): KeptLanguages {
  const { pinned } = kept;
  return {
    ...kept,
    pinned: pinned.includes(code) ? pinned.filter((each) => each !== code) : [...pinned, code],
  };
}

/** @param left what was chosen until then: one goes back to it as often as on */
export function notePick(kept: KeptLanguages, picked: string, left: string): KeptLanguages {
  return { ...kept, recent: codesIn([picked, left, ...kept.recent]).slice(0, mostRecent) };
}

/** A few more than are shown: some of them are pinned. */
const mostRecent = 8;

const key = 'parley.languages';
const nothing: KeptLanguages = { pinned: [], recent: [] };
let unstored = nothing;

/** Each once, and an alias as its language. */
function codesIn(codes: unknown): string[] {
  if (!Array.isArray(codes)) return [];
  const known = codes.filter((code) => typeof code === 'string' && isLanguageCode(code));
  return [...new Set(known.map((code: string) => findLanguage(code)?.code ?? code))];
}
