import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const root = posix.resolve(import.meta.dirname, '../..');
const texts = new Map<string, string>();

/** What git tracks or would track, as paths from the top level. */
export const files: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\0')
  .filter((path) => path !== '' && existsSync(posix.join(root, path)));

export function isModule(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path);
}

export function modulesOf(...folders: string[]): string[] {
  return files.filter((path) => isModule(path) && folders.includes(path.split('/')[0] ?? ''));
}

/** Each file is read once. */
export function read(path: string): string {
  const text = texts.get(path) ?? readFileSync(posix.join(root, path), 'utf8');
  texts.set(path, text);
  return text;
}

/** `path:line` of each line that matches, in files that are text. */
export function linesWith(pattern: RegExp, paths: readonly string[], readText = read): string[] {
  return paths.flatMap((path) => {
    const text = readText(path);
    if (text.includes('\0')) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
      );
  });
}
