import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export interface LoadedFile {
  readonly file: string;
  readonly brotliBytes: number;
}

/**
 * Lists the files that a first visit needs to translate typed text: the document, its scripts and stylesheets,
 * and their static imports.
 *
 * @param document in the folder
 * @returns biggest first; brotli at quality 11
 */
export async function measureFirstLoad(
  webFolder: string,
  document = 'translator.html',
): Promise<LoadedFile[]> {
  const found = new Set([document]);
  for (const file of found) {
    const text = await readFile(join(webFolder, file), 'utf8');
    for (const named of namedBy(file, text)) found.add(named);
  }
  const measured = await Promise.all(
    [...found].map(async (file) => ({ file, brotliBytes: await brotliSize(join(webFolder, file)) })),
  );
  return measured.sort((one, other) => other.brotliBytes - one.brotliBytes);
}

function namedBy(file: string, text: string): string[] {
  if (file.endsWith('.html')) {
    // The landing page fetches its template's files only when a visitor enters.
    const tags = text
      .replace(/<template id="translator".*?<\/template>/s, '')
      .matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"/g);
    return Array.from(tags, ([, address = '']) => address.replace(/^\//, ''));
  }
  if (!file.endsWith('.js')) return [];
  const imports = text.matchAll(
    /\b(?:import|export)\b(?:[\w\s{},*$]*\bfrom\b)?\s*["'](\.{1,2}\/[^"']+)["']/g,
  );
  return Array.from(imports, ([, path = '']) => new URL(path, `file:///${file}`).pathname.slice(1));
}

async function brotliSize(path: string): Promise<number> {
  const packed = await promisify(brotliCompress)(await readFile(path), {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  return packed.byteLength;
}
