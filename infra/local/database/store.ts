import { getSystemErrorMessage } from 'node:util';
import { ClassicLevel } from 'classic-level';
import { makeFolder } from '../make-folder.ts';

export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * JSON values by key, in files, or in memory without a folder. A finished write survives a crash. Opening removes
 * expired values. @throws DataFolderUnusable
 */
export async function openStore(folder?: string) {
  const files = folder === undefined ? undefined : await openLevel<Entry>(folder);
  const entries = new Map<string, Entry>();
  for await (const [key, entry] of files?.iterator() ?? []) entries.set(key, entry);

  const read = (key: string) => {
    const entry = entries.get(key);
    return entry && !isExpired(entry) ? JSON.parse(entry.json) : undefined;
  };
  let lastWrite: Promise<unknown> = Promise.resolve();
  const write = async (changes: readonly Change[]) => {
    for (const [key, entry] of changes) {
      if (entry) entries.set(key, entry);
      else entries.delete(key);
    }
    if (!files) return;
    const batch = changes.map(([key, entry]) =>
      entry ? { type: 'put' as const, key, value: entry } : { type: 'del' as const, key },
    );
    // In order, so the later write wins.
    const writing = lastWrite.catch(() => undefined).then(() => files.batch(batch).catch(endOnFailedWrite));
    lastWrite = writing;
    await writing;
  };
  await write([...entries].filter(([, entry]) => isExpired(entry)).map(([key]) => [key, undefined]));

  return {
    get: <Value>(key: string): Value | undefined => read(key),
    list: <Value>(prefix: string): { key: string; value: Value }[] =>
      [...entries]
        .filter(([key, entry]) => key.startsWith(prefix) && !isExpired(entry))
        .map(([key]) => ({ key, value: read(key) })),
    /** Visible at once; resolves when it is on disk. */
    set: (key: string, value: unknown, { ttlSeconds }: { ttlSeconds?: number | undefined } = {}) => {
      const expiresAt = ttlSeconds === undefined ? undefined : Date.now() + ttlSeconds * 1_000;
      return write([[key, { json: JSON.stringify(value), expiresAt }]]);
    },
    /** Atomic. `undefined` deletes. */
    setAll: (values: ReadonlyMap<string, unknown>) =>
      write(
        [...values].map(([key, value]): Change => {
          const json = JSON.stringify(value);
          return [key, json === undefined ? undefined : { json }];
        }),
      ),
    delete: (key: string) => write([[key, undefined]]),
    close: async () => {
      await files?.close();
    },
  };
}

function isExpired(entry: Entry): boolean {
  return entry.expiresAt !== undefined && entry.expiresAt <= Date.now();
}

type Change = readonly [key: string, entry: Entry | undefined];

interface Entry {
  readonly json: string;
  readonly expiresAt?: number | undefined;
}

export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
}

/** What follows a torn write in a log may be lost, so no further write may be acknowledged. */
function endOnFailedWrite(error: unknown): Promise<never> {
  const failure = explainFailedWrite(error);
  if (!(failure instanceof DataFolderUnusable)) throw error;
  process.nextTick(() => {
    throw failure;
  });
  return new Promise(() => {});
}

/** @returns the error itself unless the files cannot be written, as on a full disk */
export function explainFailedWrite(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'LEVEL_IO_ERROR') return error;
  const reason = message.split(': ').at(-1);
  const advice = 'Free some space, then start Parley again: everything that it acknowledged is kept.';
  return new DataFolderUnusable(`The data folder cannot be written (${reason}). ${advice}`, { cause: error });
}

/** JSON values in files. @throws DataFolderUnusable */
export async function openLevel<Value>(folder: string): Promise<ClassicLevel<string, Value>> {
  try {
    makeFolder(folder);
    const level = new ClassicLevel<string, Value>(folder, { valueEncoding: 'json' });
    await level.open();
    return level;
  } catch (error) {
    throw explainUnusable(((error as Error).cause ?? error) as NodeJS.ErrnoException);
  }
}

/** @param error of the file system, or of Level */
export function explainUnusable(error: NodeJS.ErrnoException): DataFolderUnusable {
  const { code, errno, message } = error;
  const reason = errno === undefined ? message.split(': ').at(-1) : getSystemErrorMessage(errno);
  const isDamaged = code === 'LEVEL_CORRUPTION' || (code === 'LEVEL_IO_ERROR' && missingFile.test(message));
  const why =
    code === 'LEVEL_LOCKED'
      ? 'is in use by another Parley. Stop it, or'
      : isDamaged
        ? `is damaged (${reason}). Nothing was deleted. Copy the whole folder from a backup, or`
        : `cannot be used (${reason}):`;
  return new DataFolderUnusable(`The data folder ${why} add \`-- --data DIR\`.`, { cause: error });
}

/** The database names a file that it does not have. */
const missingFile = /: No such file or directory$/;
