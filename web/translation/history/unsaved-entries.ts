import type { Change, HistoryEntry } from './history-entries.ts';

/** Entries that the database has not taken, newer than its own. They last as long as the page. */
export function createUnsavedEntries() {
  let entries: readonly HistoryEntry[] = [];
  return {
    list: () => entries,
    /** @returns whether there was a change */
    change(change: (all: HistoryEntry[]) => Change): boolean {
      const { put = [], remove = [] } = change([...entries]);
      const written = new Set([...put, ...remove].map(buildKey));
      entries = [...entries.filter((entry) => !written.has(buildKey(entry))), ...put];
      return put.length + remove.length > 0;
    },
    forget(saved: readonly HistoryEntry[]): void {
      entries = entries.filter((entry) => !saved.includes(entry));
    },
  };
}

/** The database's entries, replaced by unsaved ones. */
export function mergeUnsaved(
  saved: readonly HistoryEntry[],
  unsaved: readonly HistoryEntry[],
): HistoryEntry[] {
  const keys = new Set(unsaved.map(buildKey));
  return [...saved.filter((entry) => !keys.has(buildKey(entry))), ...unsaved];
}

/** The change, and all unsaved entries that it does not touch. */
export function addUnsaved({ put = [], remove = [] }: Change, unsaved: readonly HistoryEntry[]): Change {
  const written = new Set([...put, ...remove].map(buildKey));
  return { put: [...unsaved.filter((entry) => !written.has(buildKey(entry))), ...put], remove };
}

function buildKey({ owner, id }: HistoryEntry): string {
  return `${owner} ${id}`;
}
