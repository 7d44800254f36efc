import { type Catalogue, type CatalogueFile, getPackedPath } from '../../../shared/neural/catalogue.ts';
import { cacheNames } from '../cache-names.ts';
import { engineUrls } from '../engine/neural.ts';
import { DownloadFailed, fetchPacked } from './fetch-packed.ts';
import { readInstalled, writeWanted } from './installed.ts';
import { unpack } from './unpack.ts';

interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly stallMs?: number;
  onProgress(receivedBytes: number): void;
}

/** Fetches what of these models is not there yet, and the engine. Complete files stay, whatever happens. */
export async function downloadModels(models: Catalogue, options: DownloadOptions): Promise<void> {
  await withLock(options.signal, async () => {
    try {
      const { wanted } = await readInstalled();
      // Before the files, so that what is left of a page that was closed is known.
      await writeWanted({ ...wanted, ...models });
      await keepEngine(options.signal);
      await keepFiles(Object.values(models).flat(), options);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError')
        throw new DownloadFailed('full', { cause: error });
      throw error;
    }
  });
}

export function removeModels(directions: readonly string[]): Promise<void> {
  return withLock(undefined, async () => {
    const { wanted } = await readInstalled();
    await writeWanted(
      Object.fromEntries(Object.entries(wanted).filter(([each]) => !directions.includes(each))),
    );
  });
}

export async function sumMissingBytes(models: Catalogue): Promise<number> {
  const cache = await caches.open(cacheNames.models);
  const missing = await filterMissing(cache, Object.values(models).flat());
  return missing.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
}

async function keepFiles(files: readonly CatalogueFile[], options: DownloadOptions): Promise<void> {
  const cache = await caches.open(cacheNames.models);
  let done = 0;
  for (const file of await filterMissing(cache, files)) {
    const onProgress = (bytes: number) => options.onProgress(done + bytes);
    const packed = await fetchPacked(file, { ...options, onProgress });
    if (!(await unpack(packed, file))) throw new DownloadFailed('damaged');
    options.signal.throwIfAborted();
    await cache.put(getPackedPath(file), new Response(packed));
    done += file.packedBytes;
  }
}

async function filterMissing(cache: Cache, files: readonly CatalogueFile[]): Promise<CatalogueFile[]> {
  const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  return files.filter((file) => !paths.has(getPackedPath(file)));
}

/** The service worker serves it from there. */
async function keepEngine(signal: AbortSignal): Promise<void> {
  const cache = await caches.open(cacheNames.engine);
  for (const url of engineUrls) {
    if (await cache.match(url)) continue;
    const response = await fetch(url, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new DownloadFailed('lost', { cause: error });
    });
    if (!response.ok) throw new DownloadFailed('missing');
    await cache.put(url, response);
  }
}

/** Another tab that downloads comes first; then all is there already. */
function withLock(signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
  // Old Safari has none. Then both tabs write the same.
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request('models', { ...(signal && { signal }) }, work) : work();
}
