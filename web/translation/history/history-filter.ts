import { buildSearchText, splitWords } from '../../../shared/search-text.ts';
import { type HistoryEntry, newestFirst, type SavedTranslation } from './history-entries.ts';

export interface Filter {
  readonly query: string;
  readonly isStarredOnly: boolean;
}

export interface AccountPage {
  readonly translations: readonly SavedTranslation[];
  readonly cursor: string | null;
}

/** Must agree with the server's search. */
export function matchesFilter(translation: SavedTranslation, { query, isStarredOnly }: Filter): boolean {
  if (isStarredOnly && !translation.isStarred) return false;
  if (query === '') return true;
  const searched = getSearchText(translation);
  return splitWords(query).every((word) => searched.includes(word));
}

/** Merges local and account entries, newest first, back to the oldest loaded page. Local entries win. */
export function mergeHistory(
  entries: readonly HistoryEntry[],
  pages: readonly AccountPage[] | undefined,
  filter: Filter,
): SavedTranslation[] {
  const oldestId = pages?.at(-1)?.cursor ?? '';
  const localIds = new Set(entries.map(({ id }) => id));
  const accountEntries = pages?.flatMap(({ translations }) => translations) ?? [];
  return [
    ...entries.filter((entry) => entry.id >= oldestId && matchesFilter(entry, filter)),
    ...accountEntries.filter(({ id }) => !localIds.has(id)),
  ].sort(newestFirst);
}

function getSearchText(translation: SavedTranslation): string {
  const known = searchTexts.get(translation);
  if (known !== undefined) return known;
  const searched = buildSearchText(translation);
  searchTexts.set(translation, searched);
  return searched;
}

const searchTexts = new WeakMap<SavedTranslation, string>();
