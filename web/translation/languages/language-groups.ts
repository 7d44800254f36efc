import { findLanguage, type Language, languages } from '../../../shared/languages.ts';
import type { SavedLanguages } from './saved-languages.ts';

export interface Group {
  readonly id: 'pinned' | 'recent' | 'all';
  readonly title: string | undefined;
  readonly languages: readonly Language[];
}

/** Pinned and recent languages first, then all languages in their usual order. */
export function groupLanguages(pinned: readonly string[], recent: readonly string[]): Group[] {
  const top: Group[] = [
    { id: 'pinned', title: 'Pinned', languages: findLanguages(pinned) },
    { id: 'recent', title: 'Recent', languages: findLanguages(recent) },
  ];
  const filled = top.filter((group) => group.languages.length > 0);
  return [...filled, { id: 'all', title: filled.length > 0 ? 'All languages' : undefined, languages }];
}

/** Codes of recent languages that are not pinned, beginning with the chosen one. */
export function listRecent({ pinned, recent }: SavedLanguages, code: string): string[] {
  if (recent.length === 0) return [];
  const latest = new Set([findLanguage(code)?.code ?? code, ...recent]);
  return [...latest].filter((each) => !pinned.includes(each)).slice(0, maxShown);
}

const maxShown = 5;

function findLanguages(codes: readonly string[]): Language[] {
  return codes.flatMap((code) => languages.find((language) => language.code === code) ?? []);
}
