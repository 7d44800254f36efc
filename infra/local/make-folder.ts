import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** For this user only, with its parents. Node's own `recursive` never ends in /proc. */
export function makeFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const exists = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
    if (!exists) throw error;
  }
}
