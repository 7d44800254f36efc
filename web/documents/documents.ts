import { type Page, routes } from '../../shared/routes.ts';
import * as texts from '../texts/site.ts';

/** One document per page, and one for unknown URLs. */
export const documentNames = [...new Set<DocumentName>(routes.map(({ page }) => page)), '404'] as const;

export type DocumentName = Page | '404';

interface Document {
  /** For search engines; pages without one are not indexed. */
  readonly description?: string;
  /** Calls to preload, because its scripts make them first. By default the status. */
  readonly calls?: readonly string[];
  /** Origins to preconnect to. */
  readonly sites?: readonly string[];
}

const status = '/api/subscription-status';

const translatorCalls = [status, '/api/settings'];

const stripe = ['https://js.stripe.com'];

const documents: Record<DocumentName, Document> = {
  translator: { description: texts.translatorDescription, calls: translatorCalls },
  landing: { description: texts.landingDescription, calls: [] },
  'android-setup': { description: texts.androidDescription },
  'privacy-policy': { description: texts.privacyDescription },
  terms: { description: texts.termsDescription },
  refunds: { description: texts.refundsDescription },
  subscription: { calls: [status, '/api/stripe-config'], sites: stripe },
  'subscription-management': { sites: stripe },
  analytics: {},
  performance: {},
  '404': {},
};

/**
 * @param template `index.html`, source or built
 * @param markup shown until the script runs
 */
export function renderDocument(template: string, name: DocumentName, markup = ''): string {
  return fill(template, renderHead(name), markup + notStarted);
}

function fill(template: string, head: string, markup: string): string {
  return template
    .replace('<title>Parley</title>', () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`);
}

/** The stylesheet shows it after 10 seconds, and the app replaces it. Works without a script. */
const notStarted = `<p class="not-started">${texts.notStarted} <a href="">${texts.reload}</a></p>`;

/**
 * The landing page works without a script. A `<template>` holds the tags that start the translator.
 *
 * @param tags of the landing page's stylesheet and script
 */
export function renderLandingDocument(template: string, markup: string, tags: string): string {
  const translator = [...translatorCalls.map(renderCallHint), ...(template.match(appTag) ?? [])];
  // The markup has its own `noscript`.
  return renderDocument(template.replace(noScript, ''), 'landing', markup)
    .replace(appTag, '')
    .replace('</head>', () => `<template id="translator">${translator.join('')}</template>${tags}</head>`);
}

/**
 * The service worker shows it for uncached pages. It has no script, so "Try again" is a link to the same URL.
 *
 * @param template built
 * @param stylesheet the URL of `full.css`
 */
export function renderOfflineDocument(template: string, markup: string, stylesheet: string): string {
  return fill(template.replace(noScript, ''), `<title>${texts.offlineTitle} · Parley</title>`, markup)
    .replace(appTag, '')
    .replace('</head>', `<link rel="stylesheet" href="${stylesheet}"></head>`);
}

/** The app's scripts and, once built, its stylesheet. */
const appTag = /<script [^>]*><\/script>|<link [^>]*rel="(?:stylesheet|modulepreload)"[^>]*>/g;

const noScript = /<noscript>.*?<\/noscript>/s;

function renderHead(name: DocumentName): string {
  const { description, calls = [status], sites = [] } = documents[name];
  return [
    `<title>${findTitle(name)} · Parley</title>`,
    ...(description ? [`<meta name="description" content="${description}">`] : []),
    // The 404 page adds this tag itself and removes it on leaving.
    ...(description || name === '404' ? [] : ['<meta name="robots" content="noindex">']),
    ...sites.map((site) => `<link rel="preconnect" href="${site}">`),
    ...calls.map(renderCallHint),
  ].join('\n    ');
}

function findTitle(name: DocumentName): string {
  return routes.find(({ page }) => page === name)?.title ?? texts.notFoundTitle;
}

/** With credentials as in `api.ts`, or the browser would send the request twice. */
function renderCallHint(path: string): string {
  return `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`;
}
