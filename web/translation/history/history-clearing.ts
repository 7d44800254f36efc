import { buildFailureToast, toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/history.ts';
import {
  accountKey,
  createRemovals,
  fetchPage,
  noFilter,
  removeFromAccount,
  restore,
  waitForSync,
} from './history.ts';
import { filterByOwner, type Owner, type SavedTranslation } from './history-entries.ts';
import { changeHistory, markRemoved, showNotSaved } from './local-history.ts';

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
  markRemoved(history.owner, history.translations).catch(() => {
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
