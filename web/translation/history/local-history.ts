import { queryOptions, useQuery } from '@tanstack/react-query';
import { areVariants } from '../../../shared/languages.ts';
import { rememberedUserId } from '../../auth/remembered-user.ts';
import { isSignedIn } from '../../auth/signed-in.ts';
import { userQuery } from '../../auth/user.ts';
import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/history.ts';
import { OpeningFailed } from './history-database.ts';
import {
  addEntry,
  type Change,
  changeRemoval,
  changeStar,
  filterByOwner,
  guest,
  type HistoryEntry,
  type Owner,
  type SavedTranslation,
  switchOwner,
} from './history-entries.ts';
import { historyStorage } from './history-storage.ts';

/** Owner of the shown history. Null if unknown: offline on the first visit after logging in. */
export const ownerQuery = queryOptions({
  queryKey: ['history-owner'],
  queryFn: async (): Promise<Owner | null> => {
    const owner = await findOwner();
    // The next attempt to save also switches the owner.
    if (owner) await changeHistory((all) => switchOwner(all, owner)).catch(() => {});
    return owner;
  },
  networkMode: 'always',
  refetchOnReconnect: ({ state }) => state.data === null && 'always',
});

export function entriesQuery(owner: Owner | null | undefined) {
  return queryOptions({
    queryKey: [...entriesKey, owner],
    queryFn: async () => (owner ? filterByOwner(await historyStorage.read(), owner) : []),
    enabled: owner !== undefined,
    networkMode: 'always',
    // Another tab may have changed them.
    refetchOnWindowFocus: 'always',
  });
}

const entriesKey = ['history-entries'];

export function useLocalHistory(): { owner: Owner | null | undefined; entries: HistoryEntry[] | undefined } {
  const { data: owner } = useQuery(ownerQuery);
  const { data: entries } = useQuery(entriesQuery(owner));
  return { owner, entries };
}

export type UnsavedTranslation = Pick<
  SavedTranslation,
  'text' | 'translatedText' | 'sourceLanguage' | 'targetLanguage'
>;

export async function saveTranslation(
  translation: UnsavedTranslation,
  requestId: string,
  accountEntryId: string | undefined,
  createdAt = new Date().toISOString(),
): Promise<void> {
  const { sourceLanguage: source, targetLanguage: target } = translation;
  // Nothing is translated between variants of a language.
  if (areVariants(source, target)) return;
  const owner = await queryClient.query(ownerQuery);
  if (!owner) return;
  const entry: HistoryEntry = {
    ...translation,
    id: accountEntryId ?? requestId,
    createdAt,
    isStarred: false,
    owner,
    syncState: accountEntryId === undefined ? 'local' : 'synced',
  };
  const add = (all: HistoryEntry[]) => addEntry(all, entry);
  await changeHistory(add).catch(() => {
    historyStorage.keepUnsaved(add);
    return refreshHistory();
  });
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

/** Rejects if the browser can open its database, but does not save the change. */
export async function changeHistory(change: (all: HistoryEntry[]) => Change): Promise<void> {
  if (await changeOrKeep(change)) await refreshHistory();
}

async function changeOrKeep(change: (all: HistoryEntry[]) => Change): Promise<boolean> {
  try {
    return await historyStorage.change(change);
  } catch (error) {
    // Nothing else can keep it, and nothing that is saved is shown.
    if (error instanceof OpeningFailed) return historyStorage.keepUnsaved(change);
    throw error;
  }
}

historyStorage.onRetry(async () => {
  const owner = queryClient.getQueryData(ownerQuery.queryKey);
  await historyStorage.change((all) => (owner ? switchOwner(all, owner) : {}));
  await refreshHistory();
});

function refreshHistory(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: entriesKey });
}

export function forgetHistory(): Promise<void> {
  return historyStorage.clear();
}

async function findOwner(): Promise<Owner | null> {
  if (!isSignedIn()) return guest;
  try {
    const known = queryClient.getQueryData(userQuery.queryKey);
    const user = known ?? (await queryClient.query(userQuery));
    if (user) rememberedUserId.write(user.id);
    if (user === null) return guest;
    return user?.id ?? rememberedUserId.read();
  } catch {
    return rememberedUserId.read();
  }
}
