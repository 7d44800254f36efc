import { findLanguage, type Language, languages } from '../../../shared/languages.ts';
import type { KeptLanguages } from './kept-languages.ts';

/** Part of the list of languages. */
export interface Group {
  readonly id: 'pinned' | 'recent' | 'all';
  /** None where it is the whole list. */
  readonly title: string | undefined;
  readonly languages: readonly Language[];
}

/** On top what is pinned and what is recent; below, all, so that each also stands where the alphabet has it. */
export function groupsOf(pinned: readonly string[], recent: readonly string[]): Group[] {
  const top: Group[] = [
    { id: 'pinned', title: 'Pinned', languages: withCodes(pinned) },
    { id: 'recent', title: 'Recent', languages: withCodes(recent) },
  ];
  const filled = top.filter((group) => group.languages.length > 0);
  return [...filled, { id: 'all', title: filled.length > 0 ? 'All languages' : undefined, languages }];
}

/**
 * The codes of what was picked lately and is not pinned, the last first.
 *
 * @param code what is chosen: the last, where anything was picked
 */
export function recentOf({ pinned, recent }: KeptLanguages, code: string): string[] {
  if (recent.length === 0) return [];
  const latest = new Set([findLanguage(code)?.code ?? code, ...recent]);
  return [...latest].filter((each) => !pinned.includes(each)).slice(0, mostShown);
}

/** The one that is chosen and four others. */
const mostShown = 5;

function withCodes(codes: readonly string[]): Language[] {
  return codes.flatMap((code) => languages.find((language) => language.code === code) ?? []);
}
