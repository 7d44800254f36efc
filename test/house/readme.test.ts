import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const root = posix.resolve(import.meta.dirname, '../..');
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
const readmes = files.filter((file) => posix.basename(file) === 'README.md');
const scripts = Object.keys(JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).scripts);

test.for(readmes)('%s links and names only files that are there', (readme) => {
  const text = readFileSync(`${root}/${readme}`, 'utf8');
  const folder = posix.dirname(readme);
  const links = [...text.matchAll(/\]\(((?!https?:|#)[^)\s]+)\)/g)].map(([, link]) => link ?? '');
  const named = [...text.matchAll(/`((?:infra|functions|web|shared|test)\/[\w./-]+\.\w+)`/g)].map(
    ([, path]) => path ?? '',
  );
  const wanted = [
    ...links.map((link) => posix.join(folder, link)),
    ...named.filter((path) => !isExample(path)),
  ];
  expect(wanted.filter((path) => !files.includes(path))).toEqual([]);
});

test.for(readmes)('%s names only commands that there are', (readme) => {
  const text = readFileSync(`${root}/${readme}`, 'utf8');
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

/** The endpoint that the README adds as an example. */
function isExample(path: string): boolean {
  return /\/echo[./]/.test(path);
}
