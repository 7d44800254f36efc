import { type Catalogue, type CatalogueFile, getPackedPath } from '../../../shared/neural/catalogue.ts';
import { cacheNames } from '../cache-names.ts';
import { engineUrls } from '../engine/neural.ts';
import { DownloadFailed, fetchPacked, rejectUnfit } from './fetch-packed.ts';
import { isSamePair, readInstalled, wereComplete, writeWanted } from './installed.ts';
import { unpack } from './unpack.ts';

interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly stallMs?: number;
  onProgress(receivedBytes: number): void;
}

/** Fetches what of a pair's models is not there yet, and the engine. Complete files stay, whatever happens. */
export async function downloadModels(models: Catalogue, options: DownloadOptions): Promise<void> {
  await withLock(options.signal, async () => {
    try {
      const installed = await readInstalled();
      const wanted = { ...installed.wanted, ...models };
      const directions = Object.keys(models).sort();
      const others = installed.pairs.filter((pair) => !isSamePair(pair, directions));
      const isComplete = wereComplete(installed, directions);
      // Before the files, so that what is left of a page that was closed is known.
      await writeWanted({ wanted, pairs: [...others, { directions, isComplete }] });
      await keepEngine(options.signal);
      await keepFiles(Object.values(models).flat(), options);
      await writeWanted({ wanted, pairs: [...others, { directions, isComplete: true }] });
    } catch (error) {
      throw isFull(error) ? new DownloadFailed('full', { cause: error }) : error;
    }
  });
}

/** Keeps what other pairs need. @returns whether that is everything */
export async function removePair(directions: readonly string[]): Promise<boolean> {
  let isAllKept = false;
  await withLock(undefined, async () => {
    const installed = await readInstalled();
    const pairs = installed.pairs.filter((pair) => !isSamePair(pair, directions));
    const needed = new Set(pairs.flatMap((pair) => pair.directions));
    isAllKept = directions.every((direction) => needed.has(direction));
    const wanted = Object.entries(installed.wanted).filter(([direction]) => needed.has(direction));
    await writeWanted({ wanted: Object.fromEntries(wanted), pairs });
  });
  return isAllKept;
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
    try {
      const response = await fetch(url, { signal });
      rejectUnfit(response);
      await cache.put(url, response);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DownloadFailed || isFull(error)) throw error;
      throw new DownloadFailed('lost', { cause: error });
    }
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Another tab that downloads comes first; then all is there already. */
function withLock(signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
  // Old Safari has none. Then both tabs write the same.
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request('models', { ...(signal && { signal }) }, work) : work();
}
