import { findLanguage } from '../../../shared/languages.ts';
import { listTranslateCodes, parseDirection } from '../../../shared/neural/directions.ts';

/** `shared/models.json`: models that can be fetched. Nothing follows a newer version by itself. */
export interface Manifest {
  /** Addresses that the paths are relative to, tried in this order. */
  readonly places: readonly string[];
  /** SPDX id of the models' licence. */
  readonly licence: string;
  /** By direction, such as `en-pt`. */
  readonly models: Readonly<Record<string, ModelRecord>>;
}

export interface ModelRecord {
  readonly architecture: string;
  readonly version: string;
  readonly files: Readonly<Partial<Record<FileKind, FileRecord>>>;
}

type FileKind = 'lex' | 'model' | 'srcvocab' | 'trgvocab' | 'vocab';

/** Packed by zstd. */
export interface FileRecord {
  readonly path: string;
  readonly packedBytes: number;
  readonly packedSha256: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Of one direction. */
export function listFiles({ files }: ModelRecord): { name: string; file: FileRecord }[] {
  return Object.entries(files).map(([kind, file]) => ({
    name: kind.endsWith('vocab') ? `${kind}.spm` : `${kind}.bin`,
    file,
  }));
}

/**
 * Both directions of each language.
 *
 * @param codes of languages (`pt-BR`, `zh-CN`), of models (`pt`, `zh-Hans`), or single directions (`en-pt`)
 * @throws ModelError for a code without models
 */
export function findDirections(manifest: Manifest, codes: readonly string[]): string[] {
  const directions = Object.keys(manifest.models);
  const found = codes.flatMap((code) => {
    if (directions.includes(code)) return code;
    const translate = findLanguage(code)?.translate ?? code;
    const own = directions.filter((direction) => {
      const other = findOther(direction);
      return other === code || listTranslateCodes(other).includes(translate);
    });
    if (own.length === 0)
      throw new ModelError(`There is no model for "${code}". \`npm run models\` lists all.`);
    return own;
  });
  return [...new Set(found)];
}

/** The language that is not English. */
export function findOther(direction: string): string {
  const { source = '', target = '' } = parseDirection(direction) ?? {};
  return source === 'en' ? target : source;
}

export function sumBytes(models: readonly ModelRecord[]): { packed: number; unpacked: number } {
  const files = models.flatMap(listFiles).map(({ file }) => file);
  return {
    packed: files.reduce((sum, { packedBytes }) => sum + packedBytes, 0),
    unpacked: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** One sentence for the terminal. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}
