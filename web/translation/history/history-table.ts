import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Change, type HistoryEntry, isEntry } from './history-entries.ts';

/** Where entries are kept. */
export interface HistoryTable {
  /** Whether they outlast the page. */
  readonly isLasting: boolean;
  read(): Promise<HistoryEntry[]>;
  /** Writes what the change makes of all that there is; nobody writes in between. @returns whether it was anything */
  change(change: (all: HistoryEntry[]) => Change): Promise<boolean>;
  clear(): Promise<void>;
}

/** The browser's database, or the page's own memory where it may not be used or cannot be opened. */
export async function openHistoryTable(): Promise<HistoryTable> {
  try {
    return tableIn(await openDatabase());
  } catch {
    return createMemory();
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
    // A newer version in another tab, or the visitor deletes it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

function tableIn(database: IDBPDatabase<Schema>): HistoryTable {
  return {
    isLasting: true,
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
      // A transaction that is aborted fails in both places.
      const [isChanged] = await Promise.all([write(), done]);
      return isChanged;
    },
    clear: () => database.clear('translations'),
  };
}

/** As long as the page is open. */
export function createMemory(): HistoryTable {
  let entries: readonly HistoryEntry[] = [];
  return {
    isLasting: false,
    read: async () => [...entries],
    async change(change) {
      const { put = [], remove = [] } = change([...entries]);
      const written = new Set([...put, ...remove].map(keyOf));
      entries = [...entries.filter((entry) => !written.has(keyOf(entry))), ...put];
      return put.length + remove.length > 0;
    },
    clear: async () => {
      entries = [];
    },
  };
}

function keyOf({ owner, id }: HistoryEntry): string {
  return `${owner} ${id}`;
}
