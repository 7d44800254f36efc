import { createStore } from '../../browser/store.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { accountKey, askForPage, removeFromAccount, restore, waitForCatchUp, wholeView } from './history.ts';
import { filterByOwner, type KeptTranslation, type Owner } from './history-entries.ts';
import { undoMs } from './history-removals.ts';
import { changeHistory, markRemoved, showNotSaved } from './kept-history.ts';

interface Clearing {
  /** `going` can no longer be undone. */
  readonly stage: 'undoable' | 'going';
  /** Id of the newest entry; later ones stay. */
  readonly through: string;
  readonly removed: number;
}

const store = createStore<Clearing | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;
let marked: readonly KeptTranslation[] = [];

export const clearing = {
  get: store.get,
  subscribe: store.subscribe,
  /** @param known the loaded history, newest first */
  begin(owner: Owner, known: readonly KeptTranslation[], hasAccount: boolean): void {
    const through = known[0]?.id;
    if (store.get() || through === undefined) return;
    marked = known;
    store.set({ stage: 'undoable', through, removed: 0 });
    markRemoved(owner, known).catch(() => {
      if (store.get()?.stage !== 'undoable') return;
      clearTimeout(timer);
      store.set(undefined);
      showNotSaved();
    });
    timer = setTimeout(() => void clear(owner, through, hasAccount), undoMs);
  },
  undo(owner: Owner): void {
    if (store.get()?.stage !== 'undoable') return;
    clearTimeout(timer);
    void restore(owner, marked)
      .catch(showNotSaved)
      .finally(() => store.set(undefined));
  },
};

async function clear(owner: Owner, through: string, hasAccount: boolean): Promise<void> {
  store.set({ stage: 'going', through, removed: 0 });
  try {
    await waitForCatchUp();
    if (hasAccount) await clearAccount(through);
    await changeHistory((all) => ({ remove: filterByOwner(all, owner).filter(({ id }) => id <= through) }));
  } catch {
    await restore(owner, marked).catch(() => {});
    toasts.show({
      tone: 'destructive',
      stay: 'long',
      title: 'Not All Removed',
      description: 'Some of your history is still in your account. Please try again.',
    });
  }
  if (hasAccount) await queryClient.resetQueries({ queryKey: accountKey });
  store.set(undefined);
}

async function clearAccount(through: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await askForPage(wholeView, cursor, new AbortController().signal);
    const ids = page.translations.map(({ id }) => id).filter((id) => id <= through);
    for (let from = 0; from < ids.length; from += atOnce) {
      await Promise.all(ids.slice(from, from + atOnce).map(removeFromAccount));
      const state = store.get();
      if (state) store.set({ ...state, removed: state.removed + Math.min(atOnce, ids.length - from) });
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

const atOnce = 5;
