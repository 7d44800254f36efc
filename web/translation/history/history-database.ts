import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { historyShape } from '../../stored-shapes.ts';
import { type Change, type HistoryEntry, isEntry } from './history-entries.ts';

/**
 * Why the browser does not keep the history:
 * - `full`: no space is left
 * - `blocked`: the user's settings, or a private window, forbid it
 * - `newer`: a newer version of the app has changed the database
 * - `unavailable`: anything else, perhaps for a moment
 */
export type StorageProblem = 'full' | 'blocked' | 'newer' | 'unavailable';

export interface HistoryTable {
  /** @returns also how many rows this version cannot read; they stay */
  read(): Promise<{ entries: HistoryEntry[]; unreadableCount: number }>;
  /** Changes the entries in one transaction. @returns whether there was a change */
  change(change: (all: HistoryEntry[]) => Change): Promise<boolean>;
  clear(): Promise<void>;
}

export class OpeningFailed extends Error {
  override readonly name = 'OpeningFailed';
}

/** @throws OpeningFailed */
export async function openHistoryTable(): Promise<HistoryTable> {
  try {
    return createTable(await openDatabase());
  } catch (cause) {
    throw new OpeningFailed('The history cannot be opened.', { cause });
  }
}

export function classifyProblem(error: unknown): StorageProblem {
  const isOpening = error instanceof OpeningFailed;
  const { cause } = isOpening ? error : { cause: error };
  // Without IndexedDB, `idb` throws a ReferenceError.
  if (cause instanceof ReferenceError) return 'blocked';
  if (!(cause instanceof DOMException)) return 'unavailable';
  if (cause.name === 'QuotaExceededError') return 'full';
  if (cause.name === 'VersionError') return 'newer';
  // Private windows of some browsers answer InvalidStateError.
  if (cause.name === 'SecurityError' || (isOpening && cause.name === 'InvalidStateError')) return 'blocked';
  return 'unavailable';
}

interface Schema extends DBSchema {
  translations: { key: [owner: string, id: string]; value: HistoryEntry };
}

/** Another tab with an older version may block it, and some browsers never answer. */
async function openDatabase(): Promise<IDBPDatabase<Schema>> {
  const opening = openDB<Schema>(historyShape.name, historyShape.version, {
    upgrade(database, oldVersion) {
      // Each version adds its step here, so that a database of any age is brought up to date.
      if (oldVersion < 1) database.createObjectStore('translations', { keyPath: ['owner', 'id'] });
    },
    // Another tab is upgrading the database, or the visitor is deleting it.
    blocking(_current, _blocked, { target }) {
      if (target instanceof IDBDatabase) target.close();
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, maxOpeningMs, new DOMException('No answer.', 'TimeoutError'));
  });
  try {
    return await Promise.race([opening, late]);
  } catch (error) {
    opening.then(
      (database) => database.close(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const maxOpeningMs = 5_000;

function createTable(database: IDBPDatabase<Schema>): HistoryTable {
  return {
    async read() {
      const rows = await database.getAll('translations');
      const entries = rows.filter(isEntry);
      return { entries, unreadableCount: rows.length - entries.length };
    },
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
