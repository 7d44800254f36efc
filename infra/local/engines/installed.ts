import { existsSync } from 'node:fs';
import path from 'node:path';

/** Whether a program of this name is on the PATH. */
export function installed(command: string): boolean {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => folder !== '' && existsSync(path.join(folder, command)));
}
