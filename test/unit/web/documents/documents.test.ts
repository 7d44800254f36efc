import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type DocumentTexts,
  listIndexedPaths,
  renderLandingDocument,
  renderManifest,
} from '../../../../web/documents/documents.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const template = '<html><head><title>Parley</title></head><body><div id="root"></div></body></html>';
const texts = {
  language: 'de',
  titles: { landing: 'Übersetzer' },
  descriptions: { landing: 'Sprechen oder tippen.' },
} as unknown as DocumentTexts;

test('a landing page names its own address and the other languages’, whole, as search engines need them', () => {
  const page = renderLandingDocument(template, texts, '', '', 'parley.example');
  expect(page).toContain('<link rel="canonical" href="https://parley.example/de">');
  expect(page).toContain('<link rel="alternate" hreflang="ar" href="https://parley.example/ar">');
  expect(page).toContain('content="https://parley.example/icons/any-512.png"');
});

test('a landing page names no address where its domain is unknown', () => {
  const page = renderLandingDocument(template, texts, '', '');
  expect(page).not.toMatch(/canonical|hreflang|og:image/);
});

test('the installed app has its name and its direction in each language, and is the same app', () => {
  const english = readFileSync(path.join(root, 'web/public/manifest.webmanifest'), 'utf8');
  const app = { name: 'بارلي', description: 'مترجم' };
  const arabic = JSON.parse(renderManifest(english, { ...texts, language: 'ar', app }));
  expect(arabic).toEqual({ ...JSON.parse(english), ...app, lang: 'ar', dir: 'rtl' });
});

test('the English manifest has the English texts', async () => {
  const english = JSON.parse(readFileSync(path.join(root, 'web/public/manifest.webmanifest'), 'utf8'));
  const { appName, appDescription } = await import('../../../../web/texts/site.ts');
  expect([english.name, english.description]).toEqual([appName, appDescription]);
});

test('search engines index pages with a description, once each', () => {
  const described = {
    ...texts,
    descriptions: { landing: 'Sprechen.', translator: 'Tippen.', terms: 'Lesen.' },
  };
  expect(listIndexedPaths(described)).toEqual(['/speech-translator', '/terms']);
});
