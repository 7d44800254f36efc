import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Catalogue, type CatalogueFile, cataloguePath } from '../../../shared/neural/catalogue.ts';
import { readModel } from '../engines/neural/model-files.ts';

/**
 * Packs models for browsers, and lists them in `models.json`.
 *
 * @param target the folder that is served as `/models/`; what is packed there already stays
 * @throws Error for a direction that is not in `modelsFolder`
 */
export async function packModels(
  modelsFolder: string,
  directions: readonly string[],
  target: string,
): Promise<void> {
  mkdirSync(target, { recursive: true });
  const catalogue: Record<string, CatalogueFile[]> = {};
  for (const direction of directions) {
    const { model, lex, vocabularies } = readModel(modelsFolder, direction);
    const pack = (kind: CatalogueFile['kind'], bytes: Uint8Array) => packFile(kind, bytes, target);
    catalogue[direction] = [
      await pack('model', model),
      await pack('lex', lex),
      ...(await Promise.all(vocabularies.map((each) => pack('vocabulary', each)))),
    ];
  }
  const list = JSON.stringify(catalogue satisfies Catalogue);
  writeFileSync(path.join(target, path.basename(cataloguePath)), list);
}

async function packFile(
  kind: CatalogueFile['kind'],
  bytes: Uint8Array,
  target: string,
): Promise<CatalogueFile> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = path.join(target, `${sha256}.gz`);
  if (!existsSync(file)) {
    writeFileSync(`${file}.partial`, await promisify(gzip)(bytes));
    renameSync(`${file}.partial`, file);
  }
  return { kind, sha256, bytes: bytes.byteLength, packedBytes: statSync(file).size };
}
