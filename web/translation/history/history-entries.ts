import { buildSearchText, splitWords } from '../../../shared/text/search-text.ts';
import type { Received } from '../../api.ts';

export type SavedTranslation = Received<'translation.list'>['translations'][number];

export interface HistoryEntry extends SavedTranslation {
  readonly owner: Owner;
  readonly syncState: SyncState;
  /** Removed entries are hidden until the account has removed them. */
  readonly removedAtMs?: number;
}

/** A user's id, or `guest`. */
export type Owner = string;

export const guest: Owner = 'guest';

/**
 * - `local`: only in this browser
 * - `synced`: the same in the account
 * - `restarred`: in the account with the opposite star
 *
 * An entry is uploaded once. If the account removes it later, this browser removes it as well.
 */
type SyncState = 'local' | 'synced' | 'restarred';

export interface Change {
  readonly put?: readonly HistoryEntry[];
  readonly remove?: readonly HistoryEntry[];
}

export const maxUnstarred = 1_000;

export function filterByOwner(all: readonly HistoryEntry[], owner: Owner): HistoryEntry[] {
  return all.filter((entry) => entry.owner === owner);
}

export function addEntry(all: readonly HistoryEntry[], entry: HistoryEntry): Change {
  const earlier = find(all, entry);
  const saved = earlier
    ? { ...entry, isStarred: earlier.isStarred, syncState: mergeSyncState(earlier, entry) }
    : entry;
  return {
    put: [saved],
    remove: listSurplus([...all.filter((each) => each !== earlier), saved], entry.owner),
  };
}

function mergeSyncState(earlier: HistoryEntry, { syncState, isStarred }: HistoryEntry): SyncState {
  if (earlier.syncState !== 'local' || syncState === 'local') return earlier.syncState;
  return earlier.isStarred === isStarred ? 'synced' : 'restarred';
}

/** A user takes over the guest's entries. Other owners' entries stay hidden; those synced to their accounts are removed. */
export function switchOwner(all: readonly HistoryEntry[], owner: Owner): Change {
  const adopted = owner === guest ? [] : filterByOwner(all, guest);
  const own = new Set(filterByOwner(all, owner).map(({ id }) => id));
  const others = all.filter(
    ({ owner: each, syncState, removedAtMs }) =>
      each !== owner && each !== guest && syncState === 'synced' && removedAtMs === undefined,
  );
  return {
    put: adopted.filter(({ id }) => !own.has(id)).map((entry) => ({ ...entry, owner })),
    remove: [...adopted, ...others],
  };
}

/** A translation that is not in this browser is in the account. */
export function changeStar(
  all: readonly HistoryEntry[],
  owner: Owner,
  translation: SavedTranslation,
  isStarred: boolean,
): Change {
  const entry = find(all, { owner, id: translation.id }) ?? { ...translation, owner, syncState: 'synced' };
  if (entry.isStarred === isStarred) return {};
  const changed = { local: 'local', synced: 'restarred', restarred: 'synced' } as const;
  return { put: [{ ...entry, isStarred, syncState: changed[entry.syncState] }] };
}

/** @param removedAtMs undefined restores the entries */
export function changeRemoval(
  all: readonly HistoryEntry[],
  owner: Owner,
  translations: readonly SavedTranslation[],
  removedAtMs: number | undefined,
): Change {
  return {
    put: translations.map((translation) => {
      const known = find(all, { owner, id: translation.id });
      const { removedAtMs: _, ...entry } = known ?? { ...translation, owner, syncState: 'synced' as const };
      return removedAtMs === undefined ? entry : { ...entry, removedAtMs };
    }),
  };
}

interface FetchedPage {
  readonly translations: readonly SavedTranslation[];
  /** The page covers ids older than this one. */
  readonly olderThan: string | undefined;
  /** Oldest id that the page covers; null for the end of the history. */
  readonly oldestId: string | null;
  /** Synced entries that the page should contain, read before the request. */
  readonly expected: readonly HistoryEntry[];
}

/** Merges a page of the account: adds new entries, removes missing ones, keeps pending changes. */
export function mergePage(
  all: readonly HistoryEntry[],
  owner: Owner,
  { translations, olderThan, oldestId, expected }: FetchedPage,
): Change {
  const idsInAccount = new Set(translations.map(({ id }) => id));
  const put = translations.flatMap((translation): HistoryEntry[] => {
    const known = find(all, { owner, id: translation.id });
    if (!known) return [{ ...translation, owner, syncState: 'synced' }];
    if (known.syncState === 'local') {
      return [
        { ...known, syncState: mergeSyncState(known, { ...known, ...translation, syncState: 'synced' }) },
      ];
    }
    const isUnchanged = known.syncState === 'restarred' || known.isStarred === translation.isStarred;
    return isUnchanged ? [] : [{ ...known, isStarred: translation.isStarred }];
  });
  const missing = expected.flatMap((entry) => {
    const isCovered = (!olderThan || entry.id < olderThan) && (oldestId === null || entry.id >= oldestId);
    const known = find(all, entry);
    return isCovered && !idsInAccount.has(entry.id) && known?.syncState === entry.syncState ? [known] : [];
  });
  const unchanged = all.filter((entry) => !put.some(({ id }) => id === entry.id && entry.owner === owner));
  const surplus = new Set(listSurplus([...unchanged, ...put], owner));
  return { put: put.filter((entry) => !surplus.has(entry)), remove: [...missing, ...surplus] };
}

function listSurplus(all: readonly HistoryEntry[], owner: Owner): HistoryEntry[] {
  return filterByOwner(all, owner)
    .filter(({ isStarred, removedAtMs }) => !isStarred && removedAtMs === undefined)
    .sort(newestFirst)
    .slice(maxUnstarred);
}

function newestFirst(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? 1 : -1;
}

export function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  return (
    textFields.every((name) => typeof entry[name] === 'string') &&
    !Number.isNaN(Date.parse(entry.createdAt as string)) &&
    typeof entry.isStarred === 'boolean' &&
    ['local', 'synced', 'restarred'].includes(entry.syncState as string)
  );
}

const textFields = ['owner', 'id', 'text', 'translatedText', 'sourceLanguage', 'targetLanguage', 'createdAt'];

function find(all: readonly HistoryEntry[], { owner, id }: { owner: Owner; id: string }) {
  return all.find((entry) => entry.owner === owner && entry.id === id);
}

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
