import { canonicalizeCode, type Language, languages } from '../../../shared/languages.ts';
import * as texts from '../../texts/languages.ts';
import type { SearchResult } from './language-search.ts';
import type { SavedLanguages } from './saved-languages.ts';

export interface RowGroup {
  readonly id: 'detection' | 'pinned' | 'recent' | 'all';
  readonly title?: string | undefined;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly language: Language;
  readonly found?: SearchResult;
}

/** Pinned and recent languages first, then all languages in their usual order. */
export function groupLanguages(pinned: readonly string[], recent: readonly string[]): RowGroup[] {
  const top: RowGroup[] = [
    { id: 'pinned', title: texts.pinned, rows: findRows(pinned) },
    { id: 'recent', title: texts.recent, rows: findRows(recent) },
  ];
  const filled = top.filter(({ rows }) => rows.length > 0);
  const all = languages.map((language) => ({ language }));
  return [...filled, { id: 'all', title: filled.length > 0 ? texts.all : undefined, rows: all }];
}

/** Codes of recent languages that are not pinned, beginning with the chosen one. */
export function listRecent({ pinned, recent }: SavedLanguages, code: string): string[] {
  if (recent.length === 0) return [];
  const latest = new Set([canonicalizeCode(code), ...recent]);
  return [...latest].filter((each) => !pinned.includes(each)).slice(0, maxShown);
}

const maxShown = 5;

function findRows(codes: readonly string[]): Row[] {
  return codes.flatMap((code) => {
    const language = languages.find((each) => each.code === code);
    return language ? [{ language }] : [];
  });
}
