import { queryOptions, useQuery } from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { areVariants } from '../../../shared/languages.ts';
import { forgetUserId, rememberedUserId } from '../../auth/remembered-user.ts';
import { isSignedIn } from '../../auth/signed-in.ts';
import { userQuery } from '../../auth/user.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/history.ts';
import {
  addEntry,
  type Change,
  changeRemoval,
  changeStar,
  filterByOwner,
  guest,
  type HistoryEntry,
  isEntry,
  listSurplus,
  type Owner,
  type SavedTranslation,
  switchOwner,
} from './history-entries.ts';

/** Owner of the shown history. Null if unknown: offline on the first visit after logging in. */
export const ownerQuery = queryOptions({
  queryKey: ['history-owner'],
  queryFn: async (): Promise<Owner | null> => {
    const owner = await findOwner();
    if (owner) await changeHistory((all) => switchOwner(all, owner));
    return owner;
  },
  networkMode: 'always',
  refetchOnReconnect: ({ state }) => state.data === null && 'always',
});

export function entriesQuery(owner: Owner | null | undefined) {
  return queryOptions({
    queryKey: [...entriesKey, owner],
    queryFn: async () => (owner ? filterByOwner(await withTable((table) => table.read()), owner) : []),
    enabled: owner !== undefined,
    networkMode: 'always',
    // Another tab may have changed them.
    refetchOnWindowFocus: 'always',
  });
}

const entriesKey = ['history-entries'];

export const persistenceQuery = queryOptions({
  queryKey: ['history-persistence'],
  queryFn: () => withTable(async ({ isPersistent }) => isPersistent),
  networkMode: 'always',
});

export function useLocalHistory(): { owner: Owner | null | undefined; entries: HistoryEntry[] | undefined } {
  const { data: owner } = useQuery(ownerQuery);
  const { data: entries } = useQuery(entriesQuery(owner));
  return { owner, entries };
}

export async function saveTranslation(
  translation: Pick<SavedTranslation, 'text' | 'translatedText' | 'sourceLanguage' | 'targetLanguage'>,
  requestId: string,
  accountEntryId: string | undefined,
): Promise<void> {
  const { sourceLanguage: source, targetLanguage: target } = translation;
  // Nothing is translated between variants of a language.
  if (areVariants(source, target)) return;
  const owner = await queryClient.query(ownerQuery);
  if (!owner) return;
  const entry: HistoryEntry = {
    ...translation,
    id: accountEntryId ?? requestId,
    createdAt: new Date().toISOString(),
    isStarred: false,
    owner,
    syncState: accountEntryId === undefined ? 'local' : 'synced',
  };
  await changeHistory((all) => addEntry(all, entry));
}

export function starTranslation(owner: Owner, translation: SavedTranslation, isStarred: boolean) {
  return changeHistory((all) => changeStar(all, owner, translation, isStarred)).catch(showNotSaved);
}

export function showNotSaved(): void {
  toasts.show(buildFailureToast(texts.notSavedTitle, texts.notSaved));
}

/** @param removedAtMs undefined restores the entries */
export function setRemoved(owner: Owner, translations: readonly SavedTranslation[], removedAtMs?: number) {
  return changeHistory((all) => changeRemoval(all, owner, translations, removedAtMs));
}

export async function changeHistory(change: (all: HistoryEntry[]) => Change): Promise<void> {
  const isChanged = await withTable((table) =>
    table.change(change).catch(async (error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
      await table.change((all) => ({ remove: listOldest(all, 100) }));
      return table.change(change);
    }),
  );
  if (isChanged) await refreshHistory();
}

function refreshHistory(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: entriesKey });
}

export async function forgetHistory(): Promise<void> {
  forgetUserId();
  await withTable((table) => table.clear());
}

function listOldest(all: readonly HistoryEntry[], count: number): HistoryEntry[] {
  const owners = new Set(all.map(({ owner }) => owner));
  const unstarred = [...owners].flatMap((owner) => listSurplus(all, owner, 0));
  return unstarred.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1)).slice(0, count);
}

async function findOwner(): Promise<Owner | null> {
  if (!isSignedIn()) {
    forgetUserId();
    return guest;
  }
  try {
    const known = queryClient.getQueryData(userQuery.queryKey);
    // Offline, the query would wait for the connection.
    const user = known ?? (navigator.onLine ? await queryClient.query(userQuery) : undefined);
    if (user) rememberedUserId.write(user.id);
    if (user === null) {
      forgetUserId();
      return guest;
    }
    return user?.id ?? rememberedUserId.read();
  } catch {
    return rememberedUserId.read();
  }
}

/** Reopens the database, because browsers may close it. */
async function withTable<Result>(work: (table: HistoryTable) => Promise<Result>): Promise<Result> {
  opened ??= openHistoryTable();
  try {
    return await work(await opened);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    opened = openHistoryTable();
    return work(await opened);
  }
}

let opened: Promise<HistoryTable> | undefined;

interface HistoryTable {
  readonly isPersistent: boolean;
  read(): Promise<HistoryEntry[]>;
  /** Changes the entries in one transaction. @returns whether there was a change */
  change(change: (all: HistoryEntry[]) => Change): Promise<boolean>;
  clear(): Promise<void>;
}

async function openHistoryTable(): Promise<HistoryTable> {
  try {
    return createTable(await openDatabase());
  } catch {
    return createMemoryTable();
  }
}

interface Schema extends DBSchema {
  translations: { key: [owner: string, id: string]; value: HistoryEntry };
}

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('parley.history', 1, {
    upgrade(database) {
      database.createObjectStore('translations', { keyPath: ['owner', 'id'] });
    },
    // Another tab is upgrading the database, or the visitor is deleting it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

function createTable(database: IDBPDatabase<Schema>): HistoryTable {
  return {
    isPersistent: true,
    read: async () => (await database.getAll('translations')).filter(isEntry),
    async change(change) {
      const { store, done } = database.transaction('translations', 'readwrite');
      const write = async () => {
        const { put = [], remove = [] } = change((await store.getAll()).filter(isEntry));
        await Promise.all([
          ...remove.map(({ owner, id }) => store.delete([owner, id])),
          ...put.map((entry) => store.put(entry)),
        ]);
        return put.length + remove.length > 0;
      };
      const [isChanged] = await Promise.all([write(), done]);
      return isChanged;
    },
    clear: () => database.clear('translations'),
  };
}

export function createMemoryTable(): HistoryTable {
  let entries: readonly HistoryEntry[] = [];
  return {
    isPersistent: false,
    read: async () => [...entries],
    async change(change) {
      const { put = [], remove = [] } = change([...entries]);
      const written = new Set([...put, ...remove].map(buildKey));
      entries = [...entries.filter((entry) => !written.has(buildKey(entry))), ...put];
      return put.length + remove.length > 0;
    },
    clear: async () => {
      entries = [];
    },
  };
}

function buildKey({ owner, id }: HistoryEntry): string {
  return `${owner} ${id}`;
}
