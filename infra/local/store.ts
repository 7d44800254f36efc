import { mkdir } from 'node:fs/promises';
import { ClassicLevel } from 'classic-level';
import { DataFolderUnusable } from './dynamodb.ts';

/**
 * JSON values by name, in memory or, where there is a folder, in its files: what a write has answered survives the
 * death of the process. What has expired is as if it had never been.
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
  const entries = new Map<string, Entry>();
  for await (const [key, { expiresAt }] of files?.iterator() ?? []) entries.set(key, { expiresAt });

  const read = (key: string) => {
    const entry = entries.get(key);
    if (!entry || isOver(entry)) return undefined;
    const json = entry.json ?? files?.getSync(key)?.json;
    return json === undefined ? undefined : JSON.parse(json);
  };
  let last: Promise<unknown> = Promise.resolve();
  const write = async (changes: readonly Change[]) => {
    for (const [key, entry] of changes) {
      if (entry) entries.set(key, entry);
      else entries.delete(key);
    }
    if (!files) return;
    const batch = changes.map(([key, entry]) =>
      entry ? { type: 'put' as const, key, value: { ...entry } } : { type: 'del' as const, key },
    );
    // In turn: of two writes of the same thing the later one counts.
    const writing = last.catch(() => undefined).then(() => files.batch(batch));
    last = writing;
    await writing;
    // What is in the files needs no place in memory.
    for (const [, entry] of changes) if (entry) entry.json = undefined;
  };
  const removeExpired = () =>
    write([...entries].filter(([, entry]) => isOver(entry)).map(([key]): Change => [key, undefined]));
  // A write that fails is told to whoever asks for one.
  const sweep = setInterval(() => removeExpired().catch(() => undefined), sweepMs).unref();
  await removeExpired();

  return {
    get: read,
    list: (prefix) =>
      [...entries]
        .filter(([key, entry]) => key.startsWith(prefix) && !isOver(entry))
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

function isOver(entry: Entry): boolean {
  return entry.expiresAt !== undefined && entry.expiresAt <= Date.now();
}

/** Undefined deletes. */
type Change = readonly [key: string, entry: Entry | undefined];

interface Entry {
  /** Undefined where the files have it. */
  json?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}
