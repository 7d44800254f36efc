/** `/models/models.json`: the models that a site offers to browsers, by direction. */
export type Catalogue = Readonly<Record<string, readonly CatalogueFile[]>>;

/** Packed by gzip. Named by the hash of what is in it, because two packers do not write the same bytes. */
export interface CatalogueFile {
  /** Vocabularies are in the order of the engine: source, target. */
  readonly kind: 'model' | 'lex' | 'vocabulary';
  readonly sha256: string;
  readonly bytes: number;
  readonly packedBytes: number;
}

export const modelsPath = '/models/';

export const cataloguePath = `${modelsPath}models.json`;

export function getPackedPath({ sha256 }: Pick<CatalogueFile, 'sha256'>): string {
  return `${modelsPath}${sha256}.gz`;
}
