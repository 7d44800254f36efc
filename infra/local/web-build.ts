import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Whether the built site lags behind its sources; `markFresh` remembers that it no longer does.
 *
 * The mark is the list of sources with their times and sizes, so that a deleted file counts as well.
 */
export async function isStale(root: string): Promise<boolean> {
  const mark = markFile(root);
  return !existsSync(mark) || readFileSync(mark, 'utf8') !== (await sources(root));
}

export async function markFresh(root: string): Promise<void> {
  writeFileSync(markFile(root), await sources(root));
}

function markFile(root: string): string {
  return path.join(root, '.build/web-sources');
}

async function sources(root: string): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(['web/**/*', 'shared/**/*', 'package-lock.json'], { cwd: root }))
    files.push(file);
  const lines = await Promise.all(
    files.sort().map(async (file) => {
      const found = await stat(path.join(root, file));
      return found.isFile() ? [`${file} ${found.size} ${found.mtimeMs}`] : [];
    }),
  );
  return lines.flat().join('\n');
}
