// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { routeSiteRequest } from '../../../../infra/aws/stack/edge/viewer-functions.ts';
import {
  type InterfaceLanguageCode,
  interfaceLanguageCodes,
  interfaceLanguages,
} from '../../../../shared/interface-languages.ts';
import { buildPrerendered, runPrerendered } from '../../../../web/build/build-separately.ts';
import { renderDocuments, renderOtherFiles } from '../../../../web/build/documents.ts';
import { translateScript } from '../../../../web/build/translate.ts';
import { markTexts, readTranslations } from '../../../../web/build/translations.ts';
import { type DocumentTexts, documentNames, renderDocument } from '../../../../web/documents/documents.ts';

const web = path.resolve(import.meta.dirname, '../../../../web');
const origin = 'https://parley.example';
const template = readFileSync(path.join(web, 'index.html'), 'utf8');
const languages = new Map<InterfaceLanguageCode, Language>();

interface Language {
  readonly texts: DocumentTexts;
  /** By the page's name. */
  readonly heads: ReadonlyMap<string, Document>;
}

beforeAll(async () => {
  vi.stubEnv('SITE_DOMAIN', 'parley.example');
  const script = await buildPrerendered([markTexts()]);
  for (const translation of readTranslations()) {
    const pages = runPrerendered(translateScript(script, translation));
    const rendered = [...renderDocuments(template, '', pages, '', '/full.css')];
    const heads = new Map(rendered.map(([file, html]) => [path.parse(file).name, parseHead(html)]));
    languages.set(translation.language, { texts: pages.documentTexts, heads });
  }
}, 60_000);

test.for(interfaceLanguageCodes)(
  'each page in %s says what it is, for search engines and shared links',
  (code) => {
    const { texts } = getLanguage(code);
    for (const name of documentNames) {
      const document = getHead(code, name);
      const html = document.documentElement;
      expect([html.lang, html.dir], name).toEqual([
        code,
        interfaceLanguages[code].direction.replace('ltr', ''),
      ]);
      const title = `${texts.titles[name]} · Parley`;
      expect(document.title, name).toBe(title);
      const description = texts.descriptions[name];
      expect(readMeta(document, 'description'), name).toBe(description);
      if (description === undefined) {
        expect(document.querySelector('link[rel=canonical], [hreflang], [property]'), name).toBeNull();
        // The 404 page's status says it.
        expect(readMeta(document, 'robots'), name).toBe(name === '404' ? undefined : 'noindex');
        continue;
      }
      expect(readMeta(document, 'robots'), name).toBeUndefined();
      const canonical = document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]');
      expect(canonical, name).toHaveLength(1);
      const address = canonical[0]?.href ?? '';
      const served = routeSiteRequest(address.slice(origin.length), [], false, code);
      expect(served, address).toEqual({ status: 200, file: `${getFolder(code)}/${name}.html` });
      expect(readCard(document), name).toEqual({
        'og:type': 'website',
        'og:site_name': 'Parley',
        'og:title': title,
        'og:description': description,
        'og:url': address,
        'og:image': `${origin}/screenshots/wide/${code}.jpg`,
        'og:image:alt': texts.app.screenshot,
        'twitter:card': 'summary_large_image',
      });
    }
    const picture = path.join(web, `public/screenshots/wide/${code}.jpg`);
    expect(existsSync(picture), `node test/tools/screenshots.ts ${code} takes ${picture}`).toBe(true);
  },
);

test('the landing pages name each other, and the address that chooses among them', () => {
  const all = [
    ...interfaceLanguageCodes.map((code) => [code, `${origin}/${code}`]),
    ['x-default', `${origin}/landing`],
  ];
  for (const code of interfaceLanguageCodes) {
    const document = getHead(code, 'landing');
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=alternate]')];
    expect(links.map(({ hreflang, href }) => [hreflang, href])).toEqual(all);
    expect(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href).toBe(`${origin}/${code}`);
  }
});

test('the sitemap has the canonical address of each page that may be indexed, and robots.txt names it', () => {
  const files = new Map(renderOtherFiles(getLanguage('en').texts));
  expect(files.get('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const listed = Array.from(files.get('sitemap.xml')?.matchAll(/<loc>(.*?)<\/loc>/g) ?? [], ([, url]) => url);
  const canonical = interfaceLanguageCodes.flatMap((code) =>
    documentNames.map((name) => getHead(code, name).querySelector<HTMLLinkElement>('[rel=canonical]')),
  );
  expect(new Set(listed)).toEqual(new Set(canonical.flatMap((link) => link?.href ?? [])));
  expect(listed).toHaveLength(new Set(listed).size);
});

test('without a domain, a page names no address', () => {
  const { texts } = getLanguage('ar');
  expect(renderDocument(template, 'landing', texts)).not.toMatch(/canonical|hreflang|property=/);
});

function parseHead(html: string): Document {
  return new DOMParser().parseFromString(html.slice(0, html.indexOf('</head>')), 'text/html');
}

function getLanguage(code: InterfaceLanguageCode): Language {
  const found = languages.get(code);
  if (!found) throw new Error(`There are no documents in ${code}.`);
  return found;
}

function getHead(code: InterfaceLanguageCode, name: string): Document {
  const found = getLanguage(code).heads.get(name);
  if (!found) throw new Error(`There is no document ${name} in ${code}.`);
  return found;
}

function getFolder(code: InterfaceLanguageCode): string {
  return code === 'en' ? '' : `/${code}`;
}

function readMeta(document: Document, name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

function readCard(document: Document): Record<string, string> {
  const tags = document.querySelectorAll<HTMLMetaElement>('meta[property], meta[name^="twitter:"]');
  return Object.fromEntries(
    Array.from(tags, (tag) => [tag.getAttribute('property') ?? tag.name, tag.content]),
  );
}
