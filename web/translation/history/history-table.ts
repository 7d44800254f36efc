import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Change, type HistoryEntry, isEntry } from './history-entries.ts';

export interface HistoryTable {
  readonly isPersistent: boolean;
  read(): Promise<HistoryEntry[]>;
  /** Changes the entries in one transaction. @returns whether there was a change */
  change(change: (all: HistoryEntry[]) => Change): Promise<boolean>;
  clear(): Promise<void>;
}

export async function openHistoryTable(): Promise<HistoryTable> {
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
