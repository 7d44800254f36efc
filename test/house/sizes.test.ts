import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { files, modulesOf, read } from './files.ts';
import { functionsAbove, importsOf } from './imports.ts';

const product = modulesOf('infra', 'functions', 'web', 'shared');

// The schemas of each area.
const fullFolders: Record<string, number> = { 'shared/api': 16 };

test('folders hold at most 15 files', () => {
  const folders = Map.groupBy(
    files.filter((path) => /^(infra|functions|web|shared|test)\//.test(path)),
    (path) => posix.dirname(path),
  );
  const full = [...folders].filter(([folder, held]) => held.length > (fullFolders[folder] ?? 15));
  const advice = 'Give files that belong together a folder. test/README.md names the exception';
  expect(
    full.map(([folder, held]) => `${folder}: ${held.length}`),
    advice,
  ).toEqual([]);
});

test('product files have at most 400 lines', () => {
  const lines = product.map((path) => ({ path, count: read(path).split('\n').length - 1 }));
  expect(lines.filter(({ count }) => count > 400)).toEqual([]);
});

test('product functions have at most 60 lines', () => {
  expect(product.flatMap((path) => functionsAbove(60, path))).toEqual([]);
});

test('product modules import each other in no circle, types included', () => {
  const found: string[] = [];
  const isDone = new Set<string>();
  const visit = (path: string, chain: readonly string[]) => {
    if (chain.includes(path)) found.push([...chain.slice(chain.indexOf(path)), path].join(' > '));
    if (isDone.has(path) || chain.includes(path)) return;
    for (const { file } of importsOf(path)) {
      if (file && product.includes(file)) visit(file, [...chain, path]);
    }
    isDone.add(path);
  };
  for (const path of product) visit(path, []);
  expect(found).toEqual([]);
});
