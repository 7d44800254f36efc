import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Of the names and contents of the files, by which a build knows whether it is stale. */
export async function hashFiles(patterns: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).sort())
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  return hash.digest('hex');
}
