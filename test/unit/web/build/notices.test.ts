import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { renderNotices } from '../../../../web/build/notices.ts';

test('a package’s own text is its notice, and without one it is MIT’s text with the author', () => {
  const modules = [
    packageOf({ name: 'one', license: 'ISC' }, { LICENSE: 'Copyright One. ISC.' }),
    packageOf({ name: 'two', license: 'MIT', author: { name: 'Two' }, homepage: 'https://two.example' }),
    '\0virtual',
    '/ours/web/main.tsx',
  ];
  const text = renderNotices(modules);
  expect(text).toContain('one 1.0.0 (ISC)\n\nCopyright One. ISC.\n');
  expect(text).toContain(
    'two 1.0.0 (MIT)\n\nCopyright (c) Two https://two.example\n\nPermission is hereby granted',
  );
});

test('all of several texts are its notice, with the notices that they require', () => {
  const files = {
    'LICENSE-MIT': 'MIT.',
    'license.txt': 'Whose.',
    'NOTICE.md': 'After Lodash.',
    'notices.js': '',
  };
  expect(renderNotices([packageOf({ name: 'several', license: 'MIT' }, files)])).toContain(
    'several 1.0.0 (MIT)\n\nMIT.\n\nWhose.\n\nAfter Lodash.\n\n---',
  );
});

test('the neural engine’s copyleft ends with its files, and its notice says where the source is', () => {
  const engine = packageOf({ name: '@browsermt/bergamot-translator', license: 'MPL-2.0' });
  const text = renderNotices([engine]);
  expect(text).toContain('https://mozilla.org/MPL/2.0/');
  expect(text).toContain('Source code of the engine: https://github.com/browsermt/bergamot-translator');
  expect(() => renderNotices([packageOf({ name: 'other', license: 'MPL-2.0' })])).toThrow(
    'The site may not include other: its licence is MPL-2.0.',
  );
});

test('the text declares UTF-8', () => {
  expect(renderNotices([])).toMatch(/^\uFEFFThis site includes/);
});

test.each([
  [
    { name: 'copyleft', license: 'GPL-3.0-only' },
    'The site may not include copyleft: its licence is GPL-3.0-only.',
  ],
  [{ name: 'silent' }, 'The site may not include silent: its licence is unknown.'],
  [{ name: 'bare', license: 'Apache-2.0' }, 'bare does not include the text of its licence, Apache-2.0.'],
])('%j fails the build', (about, sentence) => {
  expect(() => renderNotices([packageOf(about)])).toThrow(sentence);
});

/** @returns a module of a package with this package.json and these files */
function packageOf(
  about: { name: string } & Record<string, unknown>,
  files: Readonly<Record<string, string>> = {},
): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inside = path.join(folder, 'node_modules', about.name);
  mkdirSync(inside, { recursive: true });
  writeFileSync(path.join(inside, 'package.json'), JSON.stringify({ version: '1.0.0', ...about }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(inside, name), text);
  return path.join(inside, 'index.js');
}
