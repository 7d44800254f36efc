import { expect, test } from 'vitest';
import { interfaceLanguageCodes } from '../../shared/interface-languages.ts';
import { findFaults, readMessages, readPo } from '../../web/build/catalogues.ts';
import { files } from './files.ts';

const catalogues = files
  .filter((path) => path.endsWith('.po'))
  .map((path) => path.replace(/^web\/texts\/catalogues\/(.+)\.po$/, '$1'));

test('each language of the interface has its catalogue, and no other', () => {
  expect(['en', ...catalogues].sort()).toEqual([...interfaceLanguageCodes].sort());
});

test.each(catalogues)(
  'each text of %s has the placeholders, plural forms and markup that it needs',
  (language) => {
    const faults = readPo(language).items.flatMap(({ msgid, msgstr: [text = ''] }) =>
      findFaults(language, msgid, text),
    );
    expect(faults).toEqual([]);
  },
);

test('the English messages are without fault', async () => {
  const faults = (await readMessages()).flatMap(({ text }) => findFaults('en', text, text));
  expect(faults).toEqual([]);
});
