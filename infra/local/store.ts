import { mkdir } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import { DataFolderUnusable } from './dynamodb.ts';

/**
 * JSON values by name, in memory and, where there is a folder, in its files as well: what a write has answered
 * survives the death of the process. What has expired is as if it had never been.
 */
export interface Store {
  /** A copy: changing it changes nothing here. */
  get<Value>(key: string): Value | undefined;
  /** Every value whose key begins so, in no order. */
  list<Value>(prefix: string): { key: string; value: Value }[];
  /** What is read sees it at once; the promise says when it is in the files. */
  set(key: string, value: unknown, options?: { ttlSeconds?: number | undefined }): Promise<void>;
  /** All of it or nothing, also where the process dies meanwhile; `undefined` deletes. */
  setAll(values: ReadonlyMap<string, unknown>): Promise<void>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param folder is made where there is none; without it everything is in memory
 * @throws DataFolderUnusable
 */
export async function openStore(folder?: string): Promise<Store> {
  const files = folder === undefined ? undefined : await openFiles(folder);
  const entries = new Map<string, Entry>(await files?.iterator().all());

  const remove = async (key: string) => {
    entries.delete(key);
    await files?.del(key);
  };
  const removeExpired = async () => {
    for (const [key, entry] of entries) if (isOver(entry)) await remove(key);
  };
  // A write that fails is told to whoever asks for one.
  const sweep = setInterval(() => removeExpired().catch(() => undefined), sweepMs).unref();
  await removeExpired();

  return {
    get: (key) => {
      const entry = entries.get(key);
      return entry && !isOver(entry) ? JSON.parse(entry.json) : undefined;
    },
    list: (prefix) =>
      [...entries]
        .filter(([key, entry]) => key.startsWith(prefix) && !isOver(entry))
        .map(([key, entry]) => ({ key, value: JSON.parse(entry.json) })),
    set: async (key, value, { ttlSeconds } = {}) => {
      const entry: Entry = {
        json: JSON.stringify(value),
        ...(ttlSeconds !== undefined && { expiresAt: Date.now() + ttlSeconds * 1_000 }),
      };
      entries.set(key, entry);
      await files?.put(key, entry);
    },
    setAll: async (values) => {
      const changes = [...values].map(([key, value]): Change => {
        const json = JSON.stringify(value);
        return json === undefined ? { type: 'del', key } : { type: 'put', key, value: { json } };
      });
      for (const change of changes) {
        if (change.type === 'put') entries.set(change.key, change.value);
        else entries.delete(change.key);
      }
      await files?.batch(changes);
    },
    delete: remove,
    close: async () => {
      clearInterval(sweep);
      await files?.close();
    },
  };
}

const sweepMs = 60_000;

async function openFiles(folder: string): Promise<ClassicLevel<string, Entry>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = new ClassicLevel<string, Entry>(folder, { valueEncoding: 'json' });
    await files.open();
    return files;
  } catch (error) {
    throw new DataFolderUnusable('The data folder cannot be written to: start with --data DIR.', {
      cause: error,
    });
  }
}

function isOver(entry: Entry): boolean {
  return entry.expiresAt !== undefined && entry.expiresAt <= Date.now();
}

type Change = { type: 'put'; key: string; value: Entry } | { type: 'del'; key: string };

interface Entry {
  readonly json: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}
