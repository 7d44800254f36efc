import { createStore } from '../../browser/store.ts';
import {
  classifyProblem,
  type HistoryTable,
  OpeningFailed,
  openHistoryTable,
  type StorageProblem,
} from './history-database.ts';
import type { Change, HistoryEntry } from './history-entries.ts';
import { addUnsaved, createUnsavedEntries, mergeUnsaved } from './unsaved-entries.ts';

/** For the panel. `retrying`: something is not saved yet. */
export interface StorageState {
  readonly state: 'saved' | 'retrying' | StorageProblem;
  readonly unreadableCount: number;
}

const store = createStore<StorageState>({ state: 'saved', unreadableCount: 0 });
const unsaved = createUnsavedEntries();
let opened: Promise<HistoryTable> | undefined;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let retry: () => Promise<unknown> = async () => {};

/** The history in this browser. Memory keeps entries that the database refuses, and tries again. */
export const historyStorage = {
  get: store.get,
  subscribe: store.subscribe,
  /** @param work runs again after a failure; it should change and show the entries */
  onRetry(work: () => Promise<unknown>): void {
    retry = work;
  },
  async read(): Promise<HistoryEntry[]> {
    try {
      const { entries, unreadableCount } = await withTable((table) => table.read());
      if (unsaved.list().length === 0) reportSuccess();
      store.set({ ...store.get(), unreadableCount });
      return mergeUnsaved(entries, unsaved.list());
    } catch (error) {
      reportFailure(error);
      return [...unsaved.list()];
    }
  },
  /** Also saves what is unsaved. Rejects if the database does not take the change. @returns whether there was one */
  async change(change: (all: HistoryEntry[]) => Change): Promise<boolean> {
    const waiting = unsaved.list();
    try {
      const isChanged = await withTable((table) =>
        table.change((saved) => addUnsaved(change(mergeUnsaved(saved, waiting)), waiting)),
      );
      unsaved.forget(waiting);
      if (unsaved.list().length === 0) reportSuccess();
      return isChanged;
    } catch (error) {
      reportFailure(error);
      throw error;
    }
  },
  keepUnsaved: unsaved.change,
  async clear(): Promise<void> {
    unsaved.forget(unsaved.list());
    try {
      await withTable((table) => table.clear());
    } catch (error) {
      if (!(error instanceof OpeningFailed)) throw error;
    }
  },
  retryNow(): void {
    failures = 0;
    void runRetry();
  },
};

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

function reportSuccess(): void {
  failures = 0;
  clearTimeout(timer);
  timer = undefined;
  store.set({ ...store.get(), state: 'saved' });
}

/** Only `full` and `unavailable` may pass while the page is open. */
function reportFailure(error: unknown): void {
  const problem = classifyProblem(error);
  const canPass = problem === 'full' || problem === 'unavailable';
  const isGivenUp = !canPass || failures >= retryDelaysMs.length;
  store.set({ ...store.get(), state: isGivenUp ? problem : 'retrying' });
  if (!canPass || timer !== undefined) return;
  timer = setTimeout(() => void runRetry(), retryDelaysMs[failures] ?? lastRetryDelayMs);
  failures += 1;
}

async function runRetry(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    await opened;
  } catch {
    opened = undefined;
  }
  // Failures are reported above, and lead to the next attempt.
  await retry().catch(() => {});
}

const retryDelaysMs = [1_000, 5_000, 15_000];
const lastRetryDelayMs = 60_000;
