import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { accountKey, fetchPage, fullView, removeFromAccount, restore, waitForSync } from './history.ts';
import { filterByOwner, type Owner, type SavedTranslation } from './history-entries.ts';
import { createRemovals } from './history-removals.ts';
import { changeHistory, markRemoved, showNotSaved } from './local-history.ts';

/** Clears the history up to an entry. Later entries stay. */
export const clearing = createRemovals({
  async remove(through) {
    const { owner, translations, hasAccount } = current;
    try {
      await waitForSync();
      if (hasAccount) await clearAccount(through);
      await changeHistory((all) => ({ remove: filterByOwner(all, owner).filter(({ id }) => id <= through) }));
    } catch (error) {
      await restore(owner, translations).catch(() => {});
      throw error;
    } finally {
      if (hasAccount) await queryClient.resetQueries({ queryKey: accountKey });
    }
  },
  onFailure() {
    toasts.show({
      tone: 'destructive',
      duration: 'long',
      title: 'Not All Removed',
      description: 'Some of your history is still in your account. Please try again.',
    });
  },
});

let current: ClearedHistory = { owner: '', translations: [], hasAccount: false };

interface ClearedHistory {
  readonly owner: Owner;
  /** Loaded entries, newest first. */
  readonly translations: readonly SavedTranslation[];
  readonly hasAccount: boolean;
}

export function clearHistory(history: ClearedHistory): void {
  const through = history.translations[0]?.id;
  if (clearing.get().size > 0 || through === undefined) return;
  current = history;
  clearing.remove(through);
  markRemoved(history.owner, history.translations).catch(() => {
    clearing.undo(through);
    showNotSaved();
  });
}

export async function undoClearing(through: string): Promise<void> {
  const restoring = restore(current.owner, current.translations);
  clearing.undo(through);
  await restoring.catch(showNotSaved);
}

async function clearAccount(through: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(fullView, cursor, new AbortController().signal);
    const ids = page.translations.map(({ id }) => id).filter((id) => id <= through);
    for (let from = 0; from < ids.length; from += maxAtOnce) {
      await Promise.all(ids.slice(from, from + maxAtOnce).map(removeFromAccount));
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

const maxAtOnce = 5;
