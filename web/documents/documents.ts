import {
  type InterfaceLanguageCode,
  interfaceLanguageCodes,
  interfaceLanguages,
} from '../../shared/interface-languages.ts';
import { type Page, type RoutePath, routes } from '../../shared/routes.ts';

/** One document per page, and one for unknown URLs. */
export const documentNames = [...new Set<DocumentName>(routes.map(({ page }) => page)), '404'] as const;

export type DocumentName = Page | '404';

interface Document {
  /** Calls to preload, because its scripts make them first. By default the status. */
  readonly calls?: readonly string[];
  /** Origins to preconnect to. */
  readonly sites?: readonly string[];
}

const status = '/api/subscription-status';

const translatorCalls = [status, '/api/settings'];

const stripe = ['https://js.stripe.com'];

const documents: Record<DocumentName, Document> = {
  translator: { calls: translatorCalls },
  landing: { calls: [] },
  'android-setup': {},
  'privacy-policy': {},
  terms: {},
  refunds: {},
  status: {},
  subscription: { calls: [status, '/api/stripe-config'], sites: stripe },
  'subscription-management': { sites: stripe },
  analytics: {},
  performance: {},
  '404': {},
};

export interface DocumentTexts {
  readonly language: InterfaceLanguageCode;
  readonly titles: Readonly<Record<DocumentName, string>>;
  /** For search engines; pages without one are not indexed. */
  readonly descriptions: Readonly<Partial<Record<DocumentName, string>>>;
  readonly app: AppTexts;
  readonly offlineTitle: string;
  readonly needsScript: string;
  readonly notStarted: string;
  readonly reload: string;
}

/** Of the installed app. */
interface AppTexts {
  readonly name: string;
  readonly description: string;
  /** Names, in the manifest's order. */
  readonly shortcuts: readonly string[];
  /** What each picture shows. */
  readonly screenshot: string;
}

/**
 * @param template `index.html`, source or built
 * @param markup shown until the script runs
 * @param domain where the site is; unknown on one machine, and before a deployment has a domain of its own
 */
export function renderDocument(
  template: string,
  name: DocumentName,
  texts: DocumentTexts,
  markup = '',
  domain?: string,
): string {
  const head = renderHead(name, texts, domain);
  return fill(template, texts.language, head, markup + renderNotStarted(texts)).replace(
    '<noscript></noscript>',
    () => `<noscript>${texts.needsScript}</noscript>`,
  );
}

function fill(template: string, language: InterfaceLanguageCode, head: string, markup: string): string {
  const { direction } = interfaceLanguages[language];
  return template
    .replace('<html lang="en">', `<html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}>`)
    .replace('<title>Parley</title>', () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`);
}

/** The stylesheet shows it after 10 seconds, and the app replaces it. Works without a script. */
function renderNotStarted({ notStarted, reload }: DocumentTexts): string {
  return `<p class="not-started">${notStarted} <a href="">${reload}</a></p>`;
}

/**
 * The landing page works without a script. A `<template>` holds the tags that start the translator.
 *
 * @param tags of the landing page's stylesheet and script
 * @param domain as for the other documents
 */
export function renderLandingDocument(
  template: string,
  texts: DocumentTexts,
  markup: string,
  tags: string,
  domain?: string,
): string {
  const translator = [...translatorCalls.map(renderCallHint), ...(template.match(appTag) ?? [])];
  // The markup has its own `noscript`.
  return renderDocument(template.replace(noScript, ''), 'landing', texts, markup, domain)
    .replace(appTag, '')
    .replace('</head>', () => `<template id="translator">${translator.join('')}</template>${tags}</head>`);
}

/**
 * The service worker shows it for uncached pages. It has no script, so "Try again" is a link to the same URL.
 *
 * @param template built
 * @param stylesheet the URL of `full.css`
 */
export function renderOfflineDocument(
  template: string,
  { language, offlineTitle }: DocumentTexts,
  markup: string,
  stylesheet: string,
): string {
  const head = `<title>${offlineTitle} · Parley</title>`;
  return fill(template.replace(noScript, ''), language, head, markup)
    .replace(appTag, '')
    .replace('</head>', `<link rel="stylesheet" href="${stylesheet}"></head>`);
}

/** @param manifest the English one */
export function renderManifest(manifest: string, { language, app }: DocumentTexts): string {
  const { shortcuts, screenshots, ...others }: Manifest = JSON.parse(manifest);
  return JSON.stringify({
    ...others,
    name: app.name,
    description: app.description,
    lang: language,
    dir: interfaceLanguages[language].direction,
    shortcuts: shortcuts.map((shortcut, index) => ({ ...shortcut, name: app.shortcuts[index] })),
    screenshots: screenshots.map((picture) => ({
      ...picture,
      src: picture.src.replace('/en.', `/${language}.`),
      label: app.screenshot,
    })),
  });
}

interface Manifest {
  readonly shortcuts: readonly object[];
  readonly screenshots: readonly { readonly src: string }[];
}

/** For search engines and shared links, which ignore addresses without an origin. */
function renderAddresses(name: DocumentName, texts: DocumentTexts, origin: string): string[] {
  const { language, titles, descriptions, app } = texts;
  const path = name === 'landing' ? `/${language}` : findIndexedPath(name);
  return [
    `<link rel="canonical" href="${origin}${path}">`,
    ...(name === 'landing' ? renderAlternates(origin) : []),
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Parley">',
    `<meta property="og:title" content="${titles[name]} · Parley">`,
    `<meta property="og:description" content="${descriptions[name]}">`,
    `<meta property="og:url" content="${origin}${path}">`,
    `<meta property="og:image" content="${origin}/screenshots/wide/${language}.jpg">`,
    `<meta property="og:image:alt" content="${app.screenshot}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** Each language's landing page has an address; the other pages have one for all languages. */
function renderAlternates(origin: string): string[] {
  const paths = [...interfaceLanguageCodes.map((each) => [each, each]), ['x-default', 'landing']];
  return paths.map(
    ([language, path]) => `<link rel="alternate" hreflang="${language}" href="${origin}/${path}">`,
  );
}

/** Search engines see the landing page at `/`, as guests do. */
function findIndexedPath(name: DocumentName): RoutePath | undefined {
  return routes.find(({ path, page }) => page === name && path !== '/')?.path;
}

/** The pages that search engines index, with one address for all languages. */
export function listIndexedPaths({ descriptions }: DocumentTexts): RoutePath[] {
  return routes
    .filter(({ path, page }) => page !== 'landing' && descriptions[page] && path === findIndexedPath(page))
    .map(({ path }) => path);
}

/** The app's scripts and, once built, its stylesheet. */
const appTag = /<script [^>]*><\/script>|<link [^>]*rel="(?:stylesheet|modulepreload)"[^>]*>/g;

const noScript = /<noscript>.*?<\/noscript>/s;

function renderHead(name: DocumentName, texts: DocumentTexts, domain: string | undefined): string {
  const description = texts.descriptions[name];
  const { calls = [status], sites = [] } = documents[name];
  return [
    `<title>${texts.titles[name]} · Parley</title>`,
    ...(description ? [`<meta name="description" content="${description}">`] : []),
    ...(description && domain ? renderAddresses(name, texts, `https://${domain}`) : []),
    // The 404 page adds this tag itself and removes it on leaving.
    ...(description || name === '404' ? [] : ['<meta name="robots" content="noindex">']),
    ...sites.map((site) => `<link rel="preconnect" href="${site}">`),
    ...calls.map(renderCallHint),
  ].join('\n    ');
}

/** With credentials as in `api.ts`, or the browser would send the request twice. */
function renderCallHint(path: string): string {
  return `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`;
}
