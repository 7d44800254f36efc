import { buildSearchText, splitWords } from '../../../shared/searched.ts';
import { type HistoryEntry, newestFirst, type SavedTranslation } from './history-entries.ts';

export interface View {
  readonly query: string;
  readonly isStarredOnly: boolean;
}

export interface AccountPage {
  readonly translations: readonly SavedTranslation[];
  readonly cursor: string | null;
}

/** Must match as the server's search does. */
export function matches(translation: SavedTranslation, { query, isStarredOnly }: View): boolean {
  if (isStarredOnly && !translation.isStarred) return false;
  if (query === '') return true;
  const searched = foldTranslation(translation);
  return splitWords(query).every((word) => searched.includes(word));
}

/** Merges the local history, which wins, and the account's, newest first, as far as the account's pages go. */
export function mergeHistory(
  entries: readonly HistoryEntry[],
  pages: readonly AccountPage[] | undefined,
  view: View,
): SavedTranslation[] {
  const oldestId = pages?.at(-1)?.cursor ?? '';
  const localIds = new Set(entries.map(({ id }) => id));
  const accountEntries = pages?.flatMap(({ translations }) => translations) ?? [];
  return [
    ...entries.filter((entry) => entry.id >= oldestId && matches(entry, view)),
    ...accountEntries.filter(({ id }) => !localIds.has(id)),
  ].sort(newestFirst);
}

function foldTranslation(translation: SavedTranslation): string {
  const known = folded.get(translation);
  if (known !== undefined) return known;
  const searched = buildSearchText(translation);
  folded.set(translation, searched);
  return searched;
}

const folded = new WeakMap<SavedTranslation, string>();
