import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type DocumentTexts, listIndexedPaths, renderManifest } from '../../../../web/documents/documents.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const englishManifest = readFileSync(path.join(root, 'web/public/manifest.webmanifest'), 'utf8');
const english = JSON.parse(englishManifest);
const texts = {
  language: 'de',
  titles: { landing: 'Übersetzer' },
  descriptions: { landing: 'Sprechen oder tippen.' },
  app: { screenshot: 'Der Übersetzer' },
} as unknown as DocumentTexts;

test('the installed app has its texts, pictures and direction in each language, and is the same app', () => {
  const app = {
    name: 'بارلي',
    description: 'مترجم',
    shortcuts: ['ترجمة', 'محادثة', 'العبارات', 'بطاقة'],
    screenshot: 'المترجم',
  };
  const arabic = JSON.parse(renderManifest(englishManifest, { ...texts, language: 'ar', app }));
  const { name, description, shortcuts, screenshots, ...others } = arabic;
  expect([name, description]).toEqual([app.name, app.description]);
  expect(shortcuts).toEqual(app.shortcuts.map((name, index) => ({ ...english.shortcuts[index], name })));
  expect(screenshots).toEqual(
    ['narrow', 'wide'].map((form, index) => ({
      ...english.screenshots[index],
      src: `/screenshots/${form}/ar.jpg`,
      label: app.screenshot,
    })),
  );
  expect({ ...english, ...others }).toEqual({ ...english, lang: 'ar', dir: 'rtl' });
});

test('the English manifest has the English texts', async () => {
  const { documentTexts } = await import('../../../../web/documents/prerendered.tsx');
  expect(JSON.parse(renderManifest(englishManifest, documentTexts))).toEqual(english);
});

test('search engines index pages with a description, once each', () => {
  const described = {
    ...texts,
    descriptions: { landing: 'Sprechen.', translator: 'Tippen.', terms: 'Lesen.' },
  };
  expect(listIndexedPaths(described)).toEqual(['/speech-translator', '/terms']);
});
