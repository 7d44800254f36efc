import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import { accountKey, askForPage, bringBack, caughtUp, removeFromAccount, whole } from './history.ts';
import { entriesOf, type KeptTranslation, type Owner } from './history-entries.ts';
import { undoMs } from './history-removals.ts';
import { changeHistory, markRemoved, sayNotSaved } from './kept-history.ts';

/** The whole history is being removed. */
export interface Clearing {
  /** `undoable` is not on its way yet; `going` is. */
  readonly stage: 'undoable' | 'going';
  /** What is newer came afterwards, and stays. */
  readonly through: string;
  /** So many are gone from the account. */
  readonly removed: number;
}

/** Clearing the history, with time to think better of it: a store to read. */
export const clearing = {
  get: (): Clearing | undefined => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** @param known all that is known of the history, newest first */
  begin(owner: Owner, known: readonly KeptTranslation[], hasAccount: boolean): void {
    const through = known[0]?.id;
    if (state || through === undefined) return;
    marked = known;
    change({ stage: 'undoable', through, removed: 0 });
    markRemoved(owner, known).catch(() => {
      if (state?.stage !== 'undoable') return;
      clearTimeout(timer);
      change(undefined);
      sayNotSaved();
    });
    timer = setTimeout(() => void clear(owner, through, hasAccount), undoMs);
  },
  undo(owner: Owner): void {
    if (state?.stage !== 'undoable') return;
    clearTimeout(timer);
    void bringBack(owner, marked)
      .catch(sayNotSaved)
      .finally(() => change(undefined));
  },
};

async function clear(owner: Owner, through: string, hasAccount: boolean): Promise<void> {
  change({ stage: 'going', through, removed: 0 });
  try {
    await caughtUp();
    if (hasAccount) await clearAccount(through);
    await changeHistory((all) => ({ remove: entriesOf(all, owner).filter(({ id }) => id <= through) }));
  } catch {
    await bringBack(owner, marked).catch(() => {});
    toasts.show({
      tone: 'destructive',
      stay: 'long',
      title: 'Not All Removed',
      description: 'Some of your history is still in your account. Please try again.',
    });
  }
  if (hasAccount) await queryClient.resetQueries({ queryKey: accountKey });
  change(undefined);
}

/** A page at a time, from the newest. */
async function clearAccount(through: string): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await askForPage(whole, cursor, new AbortController().signal);
    const ids = page.translations.map(({ id }) => id).filter((id) => id <= through);
    for (let from = 0; from < ids.length; from += atOnce) {
      await Promise.all(ids.slice(from, from + atOnce).map(removeFromAccount));
      if (state)
        change({ ...state, removed: Math.min(state.removed + atOnce, state.removed + ids.length - from) });
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

const atOnce = 5;

const listeners = new Set<() => void>();
let state: Clearing | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let marked: readonly KeptTranslation[] = [];

function change(changed: Clearing | undefined): void {
  state = changed;
  for (const listener of listeners) listener();
}
