import { mkdir } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import { DataFolderUnusable } from './dynamodb.ts';

/** JSON values by key, in memory or in files. A finished write survives a crash. */
export interface Store {
  get<Value>(key: string): Value | undefined;
  list<Value>(prefix: string): { key: string; value: Value }[];
  /** Readable at once; the promise waits for the files. */
  set(key: string, value: unknown, options?: { ttlSeconds?: number | undefined }): Promise<void>;
  /** Atomic. `undefined` deletes. */
  setAll(values: ReadonlyMap<string, unknown>): Promise<void>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param folder is created if missing; in memory by default
 * @throws DataFolderUnusable
 */
export async function openStore(folder?: string): Promise<Store> {
  const files = folder === undefined ? undefined : await openFiles(folder);
  const entries = new Map<string, Entry>();
  for await (const [key, entry] of files?.iterator() ?? []) entries.set(key, entry);

  const read = (key: string) => {
    const entry = entries.get(key);
    return entry && !isExpired(entry) ? JSON.parse(entry.json) : undefined;
  };
  let last: Promise<unknown> = Promise.resolve();
  const write = async (changes: readonly Change[]) => {
    for (const [key, entry] of changes) {
      if (entry) entries.set(key, entry);
      else entries.delete(key);
    }
    if (!files) return;
    const batch = changes.map(([key, entry]) =>
      entry ? { type: 'put' as const, key, value: entry } : { type: 'del' as const, key },
    );
    // One after the other, so that the later write wins.
    const writing = last.catch(() => undefined).then(() => files.batch(batch));
    last = writing;
    await writing;
  };
  const removeExpired = () =>
    write([...entries].filter(([, entry]) => isExpired(entry)).map(([key]): Change => [key, undefined]));
  const sweep = setInterval(() => removeExpired().catch(() => undefined), sweepMs).unref();
  await removeExpired();

  return {
    get: read,
    list: (prefix) =>
      [...entries]
        .filter(([key, entry]) => key.startsWith(prefix) && !isExpired(entry))
        .map(([key]) => ({ key, value: read(key) })),
    set: (key, value, { ttlSeconds } = {}) => {
      const expiresAt = ttlSeconds === undefined ? undefined : Date.now() + ttlSeconds * 1_000;
      return write([[key, { json: JSON.stringify(value), expiresAt }]]);
    },
    setAll: (values) =>
      write(
        [...values].map(([key, value]): Change => {
          const json = JSON.stringify(value);
          return [key, json === undefined ? undefined : { json }];
        }),
      ),
    delete: (key) => write([[key, undefined]]),
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
    throw new DataFolderUnusable('The data folder is not writable: add `-- --data DIR`.', {
      cause: error,
    });
  }
}

function isExpired(entry: Entry): boolean {
  return entry.expiresAt !== undefined && entry.expiresAt <= Date.now();
}

type Change = readonly [key: string, entry: Entry | undefined];

interface Entry {
  readonly json: string;
  readonly expiresAt?: number | undefined;
}
