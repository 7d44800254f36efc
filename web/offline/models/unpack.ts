import type { CatalogueFile } from '../../../shared/neural/catalogue.ts';

/** @returns undefined for other bytes than those of `sha256` */
export async function unpack(
  packed: Blob,
  { bytes, sha256 }: CatalogueFile,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'));
    const buffer = await new Response(unpacked).arrayBuffer();
    const digest = await crypto.subtle.digest('SHA-256', buffer);
    const isIntact = buffer.byteLength === bytes && toHex(digest) === sha256;
    return isIntact ? new Uint8Array(buffer) : undefined;
  } catch {
    return undefined;
  }
}

function toHex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
