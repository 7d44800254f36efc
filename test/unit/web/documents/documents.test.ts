import { expect, test } from 'vitest';
import { type DocumentTexts, renderLandingDocument } from '../../../../web/documents/documents.ts';

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
