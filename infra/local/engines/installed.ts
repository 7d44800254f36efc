import { existsSync } from 'node:fs';
import path from 'node:path';

export function isInstalled(command: string): boolean {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => folder !== '' && existsSync(path.join(folder, command)));
}
