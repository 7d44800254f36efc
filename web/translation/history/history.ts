import { type InfiniteData, infiniteQueryOptions, notifyManager } from '@tanstack/react-query';
import { limits } from '../../../shared/limits.ts';
import { fitsInHistory } from '../../../shared/text/search-text.ts';
import { ApiError, ConnectionError, call } from '../../api.ts';
import { rememberedUserId } from '../../auth/remembered-user.ts';
import { createStore } from '../../browser/store.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/history.ts';
import {
  type AccountPage,
  type Filter,
  filterByOwner,
  guest,
  type HistoryEntry,
  matchesFilter,
  mergePage,
  type Owner,
  type SavedTranslation,
} from './history-entries.ts';
import { changeHistory, entriesQuery, ownerQuery, setRemoved, showNotSaved } from './local-history.ts';

const accountKey = ['/api/translations'];

export const noFilter: Filter = { query: '', isStarredOnly: false };

/** The account's history, newest first. Each page also updates the local history. */
export function accountQuery(filter: Filter) {
  const isUnfiltered = filter.query === '' && !filter.isStarredOnly;
  return infiniteQueryOptions({
    queryKey: isUnfiltered ? accountKey : [...accountKey, filter.query, filter.isStarredOnly],
    queryFn: ({ pageParam, signal }) => loadPage(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor ?? undefined,
    gcTime: isUnfiltered ? fiveMinutes : 0,
  });
}

const fiveMinutes = 300_000;

async function loadPage(filter: Filter, cursor: string | undefined, signal: AbortSignal) {
  const owner = await queryClient.query(ownerQuery);
  const before = owner ? await queryClient.query({ ...entriesQuery(owner), staleTime: 'static' }) : [];
  const expected = before.filter((entry) => entry.syncState !== 'local' && matchesFilter(entry, filter));
  const page = await fetchPage(filter, cursor, signal);
  // Another tab may have signed in another user.
  if (owner && !isStillSignedIn(owner)) {
    void queryClient.resetQueries();
    throw new Error('Another user is signed in.');
  }
  const fetched = { translations: page.translations, olderThan: cursor, oldestId: page.cursor, expected };
  // The account's answer is shown also if this browser cannot save it.
  if (owner) await changeHistory((all) => mergePage(all, owner, fetched)).catch(() => {});
  return page;
}

async function fetchPage(
  { query, isStarredOnly: isStarred }: Filter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<AccountPage> {
  const page =
    query === ''
      ? await call('translation.list', { cursor, ...(isStarred && { starred: 'true' }) }, { signal })
      : await call('translation.search', { query, cursor, ...(isStarred && { isStarred }) }, { signal });
  if (page.translations.length > 0 || page.cursor === null) return page;
  return fetchPage({ query, isStarredOnly: isStarred }, page.cursor, signal);
}

export const removals = createRemovals({
  async remove(id) {
    const entry = pending.get(id);
    pending.delete(id);
    if (entry?.syncState === 'local') await waitForSync();
    const latest = entry?.syncState === 'local' ? await readEntry(entry) : entry;
    if (!latest) return;
    try {
      await finishRemoval(latest);
    } catch (error) {
      await restore(latest.owner, [latest]).catch(() => {});
      throw error;
    }
  },
  onFailure() {
    toasts.show(buildFailureToast(texts.notRemovedTitle, texts.notRemoved));
  },
});

/** Entries being removed. Kept in memory, because a closing page cannot read the database. */
const pending = new Map<string, HistoryEntry>();

export async function remove(owner: Owner, translation: SavedTranslation): Promise<void> {
  restoring.delete(translation.id);
  pending.set(translation.id, { syncState: 'synced', ...translation, owner });
  removals.remove(translation.id);
  try {
    await setRemoved(owner, [translation], Date.now());
  } catch {
    removals.undo(translation.id);
    showNotSaved();
  }
}

export async function undoRemoval(owner: Owner, translation: SavedTranslation): Promise<void> {
  const restored = restore(owner, [translation]);
  removals.undo(translation.id);
  await restored.catch(showNotSaved);
}

/** Shows removed entries again at once. If the database fails, `syncToAccount` tries again. */
async function restore(owner: Owner, translations: readonly SavedTranslation[]): Promise<void> {
  for (const { id } of translations) restoring.add(id);
  await setRemoved(owner, translations);
  for (const { id } of translations) restoring.delete(id);
}

const restoring = new Set<string>();

export function isHidden(translation: SavedTranslation): boolean {
  const { id } = translation;
  return 'removedAtMs' in translation && !removals.get().has(id) && !restoring.has(id);
}

/** Offline, the entry stays hidden until the account can be updated. */
async function finishRemoval(entry: HistoryEntry): Promise<void> {
  const { id, owner } = entry;
  if (entry.syncState !== 'local') {
    try {
      await removeFromAccount(id);
    } catch (error) {
      if (error instanceof ConnectionError) return;
      await setRemoved(owner, [entry]);
      throw error;
    }
    queryClient.setQueriesData(
      { queryKey: accountKey },
      (data: InfiniteData<AccountPage> | undefined) => data && withoutTranslation(data, id),
    );
  }
  await changeHistory(() => ({ remove: [entry] }));
  // Waits until components have updated, or the row would reappear.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

async function removeFromAccount(id: string): Promise<void> {
  await call('translation.remove', { id }, { keepalive: true });
}

async function readEntry({ owner, id }: HistoryEntry): Promise<HistoryEntry | undefined> {
  const entries = await queryClient.query({ ...entriesQuery(owner), staleTime: 0 });
  return entries.find((entry) => entry.id === id);
}

/** Whether the account needs an update. @param canUpload whether it accepts entries that are only local */
export function needsSync(entry: HistoryEntry, canUpload: boolean): boolean {
  if (entry.removedAtMs !== undefined || entry.syncState === 'restarred') return true;
  const { length } = entry.translatedText;
  const isUploadable = length > 0 && length <= limits.importedCharacters && fitsInHistory(entry);
  return canUpload && entry.syncState === 'local' && isUploadable;
}

/** Sends removals, stars and, with Premium, local entries to the account. Each step may be repeated after a failure. */
export function syncToAccount(owner: Owner, canUpload: boolean): Promise<void> {
  const run: Promise<void> = waitForSync()
    .then(() => syncEntries(owner, canUpload))
    .finally(() => {
      if (syncRun === run) syncRun = undefined;
    });
  syncRun = run;
  return run;
}

/** An entry must reach the account before it can be removed there. */
async function waitForSync(): Promise<void> {
  await syncRun?.catch(() => {});
}

let syncRun: Promise<void> | undefined;

async function syncEntries(owner: Owner, canUpload: boolean): Promise<void> {
  if (!isStillSignedIn(owner)) return queryClient.resetQueries();
  const all = await queryClient.query({ ...entriesQuery(owner), staleTime: 0 });
  const entries = all.filter((entry) => needsSync(entry, canUpload));
  for (const entry of entries) {
    const { removedAtMs, syncState } = entry;
    if (restoring.has(entry.id)) await restore(owner, [entry]);
    else if (removedAtMs !== undefined) {
      if (removedAtMs < Date.now() - undoableMs) await finishRemoval(entry);
    } else if (syncState === 'restarred') await sendStar(entry);
  }
  const unsent = entries.filter(
    ({ removedAtMs, syncState }) => removedAtMs === undefined && syncState === 'local',
  );
  for (let from = 0; from < unsent.length; from += limits.importsAtOnce) {
    await uploadEntries(owner, unsent.slice(from, from + limits.importsAtOnce));
  }
  if (unsent.length > 0) await queryClient.invalidateQueries({ queryKey: accountKey });
}

/** Another tab may have signed in another user, whose account must not get these entries. */
function isStillSignedIn(owner: Owner): boolean {
  return owner === guest || (rememberedUserId.read() ?? owner) === owner;
}

/** After this time, no other tab can undo a removal. */
const undoableMs = 10_000;

async function sendStar(entry: HistoryEntry): Promise<void> {
  const { id, owner, isStarred } = entry;
  try {
    await call('translation.star', { id, isStarred });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    return changeHistory(() => ({ remove: [entry] }));
  }
  await changeHistory((all) => ({
    put: filterByOwner(all, owner)
      .filter((each) => each.id === id && each.isStarred === isStarred)
      .map((each) => ({ ...each, syncState: 'synced' })),
  }));
}

async function uploadEntries(owner: Owner, unsent: readonly HistoryEntry[]): Promise<void> {
  await call('translation.keep', {
    userId: owner,
    entries: unsent.map(({ owner: _o, syncState: _s, removedAtMs: _r, ...entry }) => entry),
  });
  const sentById = new Map(unsent.map((entry) => [entry.id, entry]));
  await changeHistory((all) => ({
    put: filterByOwner(all, owner).flatMap((entry): HistoryEntry[] => {
      const sent = sentById.get(entry.id);
      if (!sent || entry.syncState !== 'local') return [];
      return [{ ...entry, syncState: entry.isStarred === sent.isStarred ? 'synced' : 'restarred' }];
    }),
  }));
}

export async function loadAll(
  hasAccountHistory: boolean,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<AccountPage[] | undefined> {
  if (!hasAccountHistory) return undefined;
  const pages: AccountPage[] = [];
  let cursor: string | undefined;
  do {
    const page = await loadPage(noFilter, cursor, signal);
    pages.push(page);
    onProgress(pages.reduce((sum, { translations }) => sum + translations.length, 0));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

function withoutTranslation(data: InfiniteData<AccountPage>, id: string): InfiniteData<AccountPage> {
  const pages = data.pages.map((page) => ({
    ...page,
    translations: page.translations.filter((translation) => translation.id !== id),
  }));
  return { ...data, pages };
}

type Stage = 'undoable' | 'removing';

const undoMs = 6_000;

export function createRemovals(work: { remove(id: string): Promise<void>; onFailure(): void }) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const stages = createStore<ReadonlyMap<string, Stage>>(new Map());

  function change(id: string, stage: Stage | undefined): void {
    const changed = new Map(stages.get());
    if (stage) changed.set(id, stage);
    else changed.delete(id);
    stages.set(changed);
  }

  function finish(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    change(id, 'removing');
    work
      .remove(id)
      .catch(work.onFailure)
      .finally(() => change(id, undefined));
  }

  return {
    get: stages.get,
    subscribe: stages.subscribe,
    remove(id: string): void {
      if (stages.get().has(id)) return;
      timers.set(id, setTimeout(finish, undoMs, id));
      change(id, 'undoable');
    },
    undo(id: string): void {
      if (stages.get().get(id) !== 'undoable') return;
      clearTimeout(timers.get(id));
      timers.delete(id);
      change(id, undefined);
    },
    /** Removes at once what could still be undone, because the user is leaving the page. */
    flush(): void {
      for (const id of timers.keys()) finish(id);
    },
  };
}

/** Removes an entry and all older ones. Newer ones stay. */
export const clearing = createRemovals({
  async remove(newest) {
    const { owner, translations, hasAccountHistory } = current;
    try {
      await waitForSync();
      if (hasAccountHistory) await clearAccount(newest);
      await changeHistory((all) => ({ remove: filterByOwner(all, owner).filter(({ id }) => id <= newest) }));
    } catch (error) {
      await restore(owner, translations).catch(() => {});
      throw error;
    } finally {
      if (hasAccountHistory) await queryClient.resetQueries({ queryKey: accountKey });
    }
  },
  onFailure() {
    toasts.show(buildFailureToast(texts.notClearedTitle, texts.notCleared));
  },
});

let current: ClearedHistory = { owner: '', translations: [], hasAccountHistory: false };

interface ClearedHistory {
  readonly owner: Owner;
  /** Loaded entries, newest first. */
  readonly translations: readonly SavedTranslation[];
  readonly hasAccountHistory: boolean;
}

export function clearHistory(history: ClearedHistory): void {
  const newest = history.translations[0]?.id;
  if (clearing.get().size > 0 || newest === undefined) return;
  current = history;
  clearing.remove(newest);
  setRemoved(history.owner, history.translations, Date.now()).catch(() => {
    clearing.undo(newest);
    showNotSaved();
  });
}

export async function undoClearing(newest: string): Promise<void> {
  const restoring = restore(current.owner, current.translations);
  clearing.undo(newest);
  await restoring.catch(showNotSaved);
}

async function clearAccount(newest: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(noFilter, cursor, new AbortController().signal);
    const ids = page.translations.map(({ id }) => id).filter((id) => id <= newest);
    for (let from = 0; from < ids.length; from += maxAtOnce) {
      await Promise.all(ids.slice(from, from + maxAtOnce).map(removeFromAccount));
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

const maxAtOnce = 5;
