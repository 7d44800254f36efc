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
 */
export function renderDocument(
  template: string,
  name: DocumentName,
  texts: DocumentTexts,
  markup = '',
): string {
  const filled = fill(template, renderHead(name, texts), markup + renderNotStarted(texts));
  return filled.replace('<noscript></noscript>', () => `<noscript>${texts.needsScript}</noscript>`);
}

function fill(template: string, head: string, markup: string): string {
  return template
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
 * @param domain where the site is; unknown on one machine, and before a deployment has a domain of its own
 */
export function renderLandingDocument(
  template: string,
  texts: DocumentTexts,
  markup: string,
  tags: string,
  domain?: string,
): string {
  const addresses = domain ? renderAddresses(texts, `https://${domain}`) : '';
  const translator = [...translatorCalls.map(renderCallHint), ...(template.match(appTag) ?? [])];
  // The markup has its own `noscript`.
  return renderDocument(template.replace(noScript, ''), 'landing', texts, markup)
    .replace('</title>', () => `</title>\n    ${addresses}\n    ${renderPreview(texts)}`)
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
  { offlineTitle }: DocumentTexts,
  markup: string,
  stylesheet: string,
): string {
  return fill(template.replace(noScript, ''), `<title>${offlineTitle} · Parley</title>`, markup)
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

/** For search engines, which ignore addresses without an origin: each language's landing page has its own. */
function renderAddresses({ language, app }: DocumentTexts, origin: string): string {
  return [
    `<link rel="canonical" href="${origin}/${language}">`,
    ...interfaceLanguageCodes.map(
      (each) => `<link rel="alternate" hreflang="${each}" href="${origin}/${each}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${origin}/landing">`,
    `<meta property="og:url" content="${origin}/${language}">`,
    `<meta property="og:image" content="${origin}/screenshots/wide/${language}.jpg">`,
    `<meta property="og:image:alt" content="${app.screenshot}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ');
}

/** The pages that search engines index, with one address for all languages. */
export function listIndexedPaths({ descriptions }: DocumentTexts): RoutePath[] {
  return routes
    .filter(({ path, page }) => path !== '/' && page !== 'landing' && descriptions[page])
    .map(({ path }) => path);
}

/** For links that are shared. */
function renderPreview({ titles, descriptions }: DocumentTexts): string {
  return [
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Parley">',
    `<meta property="og:title" content="${titles.landing} · Parley">`,
    `<meta property="og:description" content="${descriptions.landing}">`,
  ].join('\n    ');
}

/** The app's scripts and, once built, its stylesheet. */
const appTag = /<script [^>]*><\/script>|<link [^>]*rel="(?:stylesheet|modulepreload)"[^>]*>/g;

const noScript = /<noscript>.*?<\/noscript>/s;

function renderHead(name: DocumentName, { titles, descriptions }: DocumentTexts): string {
  const description = descriptions[name];
  const { calls = [status], sites = [] } = documents[name];
  return [
    `<title>${titles[name]} · Parley</title>`,
    ...(description ? [`<meta name="description" content="${description}">`] : []),
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
