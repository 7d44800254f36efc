import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { mutated } from '../proofs/mutation/modules.ts';
import { files, read } from './files.ts';

const readmes = files.filter((file) => posix.basename(file) === 'README.md');
const { scripts } = JSON.parse(read('package.json')) as { scripts: object };

test.for(readmes)('%s names only files and commands that there are', (readme) => {
  const text = read(readme);
  const links = matchesOf(text, /\]\(((?!https?:|#)[^)\s]+)\)/g).map((link) =>
    posix.join(posix.dirname(readme), link),
  );
  const named = matchesOf(text, /`((?:infra|functions|web|shared|test)\/[\w./-]+\.\w+)`/g);
  // `echo` is the endpoint that the README adds as an example.
  const paths = [...links, ...named].filter((path) => !/\/echo[./]/.test(path));
  expect(paths.filter((path) => !files.includes(path))).toEqual([]);
  expect(matchesOf(text, /npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([]);
});

test('what is to be mutated is there, with the tests that have to notice', () => {
  const named = mutated.flatMap(({ module, tests }) => [
    module,
    ...tests.map((each) => `test/${each}.test.ts`),
  ]);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match = '']) => match);
}
