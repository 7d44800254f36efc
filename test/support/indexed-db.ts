import * as databases from 'fake-indexeddb';
import { vi } from 'vitest';

/** An empty IndexedDB for one test, which no other file of the process sees. */
export function stubIndexedDb(): void {
  for (const [name, value] of Object.entries(databases))
    if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new databases.IDBFactory());
}
