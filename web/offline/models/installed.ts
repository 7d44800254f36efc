import {
  type Catalogue,
  type CatalogueFile,
  cataloguePath,
  getPackedPath,
} from '../../../shared/neural/catalogue.ts';
import { cacheNames } from '../cache-names.ts';

/** What the visitor has asked for, and what of it is there: browsers delete to make room. */
export interface Installed extends Wanted {
  /** Models with all their files. */
  readonly models: Catalogue;
}

interface Wanted {
  readonly wanted: Catalogue;
  readonly pairs: readonly WantedPair[];
}

/** The directions for both ways of a pair of languages. Pairs share directions. */
interface WantedPair {
  readonly directions: readonly string[];
  /** All its files came once. */
  readonly isComplete: boolean;
}

/** Whether what is missing of these directions was removed, and not only left unfinished. */
export function wereComplete({ pairs }: Wanted, directions: readonly string[]): boolean {
  const complete = pairs.filter(({ isComplete }) => isComplete).flatMap((pair) => pair.directions);
  return directions.every((direction) => complete.includes(direction));
}

export function isSamePair(pair: WantedPair, directions: readonly string[]): boolean {
  return pair.directions.join() === directions.toSorted().join();
}

export function canKeepModels(): boolean {
  // Missing without HTTPS, and in some private windows.
  return 'caches' in globalThis && 'subtle' in crypto;
}

export async function readInstalled(): Promise<Installed> {
  if (!canKeepModels() || !(await caches.has(cacheNames.models))) return { ...nothing, models: {} };
  const cache = await caches.open(cacheNames.models);
  const stored = await cache.match(cataloguePath);
  const { wanted, pairs }: Wanted = stored ? await stored.json() : nothing;
  const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const isComplete = (files: readonly CatalogueFile[]) =>
    files.every((file) => paths.has(getPackedPath(file)));
  return {
    wanted,
    pairs,
    models: Object.fromEntries(Object.entries(wanted).filter(([, files]) => isComplete(files))),
  };
}

const nothing: Wanted = { wanted: {}, pairs: [] };

/** Deletes the files of other models. */
export async function writeWanted({ wanted, pairs }: Wanted): Promise<void> {
  const cache = await caches.open(cacheNames.models);
  await cache.put(cataloguePath, Response.json({ wanted, pairs }));
  const kept = new Set(Object.values(wanted).flatMap((files) => files.map(getPackedPath)));
  const surplus = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return pathname !== cataloguePath && !kept.has(pathname);
  });
  await Promise.all(surplus.map((each) => cache.delete(each)));
}

export async function deleteModels(): Promise<void> {
  if (!canKeepModels()) return;
  for (const name of [cacheNames.models, cacheNames.engine]) await caches.delete(name).catch(() => false);
}
