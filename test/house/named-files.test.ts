import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { mutated } from '../proofs/mutation/modules.ts';
import { files, read } from './files.ts';

const documents = files.filter((file) => file.endsWith('.md'));
const { scripts } = JSON.parse(read('package.json')) as { scripts: object };

test.for(documents)('%s names only files and commands that exist', (document) => {
  const text = read(document);
  const links = matchesOf(text, /\]\(((?!https?:|#)[^)#\s]+)/g).map((link) =>
    posix.join(posix.dirname(document), link),
  );
  const named = matchesOf(text, /`((?:infra|functions|web|shared|test)\/[\w./-]+\.\w+)`/g);
  // `echo` is the endpoint that the README adds as an example.
  const paths = [...links, ...named].filter((path) => !/\/echo[./]/.test(path));
  expect(paths.filter((path) => !files.includes(path))).toEqual([]);
  // Others begin at a folder that the sentence or the table is about. Capitals stand for a name.
  const shortened = matchesOf(text, /`([a-z-]+\/[a-z\d/-]+\.(?:css|mjs|tsx?))`/g);
  const unknown = shortened.filter((end) => !files.some((file) => `/${file}`.endsWith(`/${end}`)));
  expect(unknown.filter((path) => !/\/echo[./]/.test(path))).toEqual([]);
  expect(matchesOf(text, /npm run ([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([]);
});

test.for(documents)('%s links only to sections that exist', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  const broken = links.filter(([, file = '', section = '']) => {
    const target = file === '' ? document : posix.join(posix.dirname(document), file);
    return !sectionsOf(read(target)).includes(section);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('the mutation proof names modules and tests that exist', () => {
  const named = mutated.flatMap(({ module, tests }) => [
    module,
    ...tests.map((each) => `test/${each}.test.ts`),
  ]);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match = '']) => match);
}

function sectionsOf(text: string): string[] {
  return matchesOf(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
