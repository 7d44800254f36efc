import {
  type Catalogue,
  type CatalogueFile,
  cataloguePath,
  getPackedPath,
} from '../../../shared/neural/catalogue.ts';
import { cacheNames } from '../cache-names.ts';

/** What the visitor has asked for, and what of it is there: browsers delete to make room. */
export interface Installed {
  readonly wanted: Catalogue;
  /** Models with all their files. */
  readonly models: Catalogue;
}

export function canKeepModels(): boolean {
  // Missing without HTTPS, and in some private windows.
  return 'caches' in globalThis && 'subtle' in crypto;
}

export async function readInstalled(): Promise<Installed> {
  if (!canKeepModels() || !(await caches.has(cacheNames.models))) return { wanted: {}, models: {} };
  const cache = await caches.open(cacheNames.models);
  const stored = await cache.match(cataloguePath);
  const wanted: Catalogue = stored ? await stored.json() : {};
  const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const isComplete = (files: readonly CatalogueFile[]) =>
    files.every((file) => paths.has(getPackedPath(file)));
  return {
    wanted,
    models: Object.fromEntries(Object.entries(wanted).filter(([, files]) => isComplete(files))),
  };
}

/** Deletes the files of other models. @param wanted all that shall stay */
export async function writeWanted(wanted: Catalogue): Promise<void> {
  const cache = await caches.open(cacheNames.models);
  await cache.put(cataloguePath, Response.json(wanted));
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
