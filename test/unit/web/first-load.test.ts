import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureFirstLoad } from '../../support/browser/first-load.ts';

test('the first load is the document, what waits for its first paint, and static imports, once each', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-site-'));
  const files = {
    'translator.html':
      '<link href="/main.css" rel="stylesheet"><template id="rest"><script type="module" src="/main.js"></script></template><link rel="icon" href="/icon.svg"><template id="translator"><script src="/waiting.js"></script></template>',
    'main.css': 'body{color:red}',
    'main.js':
      'import{a}from"./a.js";import"./side.js";export*from"./b.js";const later=()=>import("./later.js");a(later)',
    'a.js': 'import{b}from"./b.js";export const a=b',
    'b.js': 'export const b=1',
    'side.js': 'globalThis.x=1',
    'later.js': 'export const later=1',
    'waiting.js': 'globalThis.y=1',
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  const loaded = await measureFirstLoad(folder);
  expect(loaded.map(({ file }) => file).sort()).toEqual([
    'a.js',
    'b.js',
    'main.css',
    'main.js',
    'side.js',
    'translator.html',
  ]);
  for (const { brotliBytes } of loaded) expect(brotliBytes).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});
