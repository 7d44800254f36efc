import type { ModelFiles } from '../../../shared/neural/bergamot.ts';
import { type CatalogueFile, getPackedPath } from '../../../shared/neural/catalogue.ts';
import { cacheNames } from '../cache-names.ts';
import { unpack } from './unpack.ts';

/** For the worker. A damaged file is deleted, so that it counts as missing from then on. @throws Error */
export async function readModel(direction: string, files: readonly CatalogueFile[]): Promise<ModelFiles> {
  const cache = await caches.open(cacheNames.models);
  const read = async (file: CatalogueFile) => {
    const path = getPackedPath(file);
    const stored = await cache.match(path);
    if (!stored) throw new Error(`The model ${direction} is not complete`);
    const bytes = await unpack(await stored.blob(), file);
    if (bytes) return bytes;
    await cache.delete(path);
    throw new Error(`The model ${direction} is damaged`);
  };
  const of = (kind: CatalogueFile['kind']) =>
    Promise.all(files.filter((each) => each.kind === kind).map(read));
  const [[model], [lex], vocabularies] = await Promise.all([of('model'), of('lex'), of('vocabulary')]);
  if (!model || !lex) throw new Error(`The model ${direction} is not complete`);
  return { model, lex, vocabularies };
}
