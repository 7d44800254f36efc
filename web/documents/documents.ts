import { type Page, routes } from '../../shared/routes.ts';

/** Pages that have a document of their own: those of the routes, and the one for every other address. */
export const documentNames = [...new Set<DocumentName>(routes.map(({ page }) => page)), '404'] as const;

export type DocumentName = Page | '404';

/** What is written into a page's document, beside what all have. */
interface Document {
  /** For search engines; a page without one is not for them. */
  readonly description?: string;
  /**
   * What its scripts ask for as soon as they run: asked for with the document, and taken up by the first call of the
   * same address. Where it stands here and is not asked for, it is asked for in vain.
   */
  readonly calls: readonly string[];
  /** Other sites that it will need. */
  readonly sites?: readonly string[];
}

const status = '/api/subscription-status';

const stripe = ['https://js.stripe.com'];

const documents: Record<DocumentName, Document> = {
  translator: {
    description: 'Speak or type, read the translation, hear it: a voice and text translator for travellers.',
    calls: [status, '/api/settings'],
  },
  landing: {
    description:
      'Parley is a voice and text translator in your browser: speak or type, read the translation, and hear it read aloud. Free to try, without an account.',
    calls: [],
  },
  'android-setup': {
    description:
      'A complete, consistent React Native configuration for Android, made in a second: Gradle, manifest, Kotlin and more.',
    calls: [status],
  },
  'privacy-policy': {
    description: 'What Parley keeps of you, for how long, and how to take it with you or have it deleted.',
    calls: [status],
  },
  subscription: { calls: [status, '/api/stripe-config'], sites: stripe },
  'subscription-management': { calls: [status], sites: stripe },
  analytics: { calls: [status] },
  performance: { calls: [status] },
  '404': { calls: [status] },
};

/**
 * @param template `index.html`, as it is or as it was built
 * @param markup what it shows until its script is here
 */
export function writeDocument(template: string, name: DocumentName, markup = ''): string {
  return template
    .replace('<title>Parley</title>', () => headOf(name))
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`);
}

/**
 * The landing page is there without a script, and holds what makes the translator of it in a template.
 *
 * @param landing its markup, and the tags of its stylesheet and script
 */
export function writeLandingDocument(
  template: string,
  { markup, tags }: { markup: string; tags: string },
): string {
  const translator = [...documents.translator.calls.map(callHint), ...(template.match(appTag) ?? [])];
  return template
    .replace('<title>Parley</title>', () => headOf('landing'))
    .replace(appTag, '')
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace('</head>', () => `<template id="translator">${translator.join('')}</template>${tags}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`);
}

/** What starts the app: its script, and its stylesheet once it is built. */
const appTag = /<script type="module"[^>]*><\/script>|<link [^>]*rel="stylesheet"[^>]*>/g;

function headOf(name: DocumentName): string {
  const { description, calls, sites = [] } = documents[name];
  return [
    `<title>${titleOf(name)} · Parley</title>`,
    ...(description ? [`<meta name="description" content="${description}">`] : []),
    // The page of unknown addresses says so itself, and takes it back for whoever goes on from it.
    ...(description || name === '404' ? [] : ['<meta name="robots" content="noindex">']),
    ...sites.map((site) => `<link rel="preconnect" href="${site}">`),
    ...calls.map(callHint),
  ].join('\n    ');
}

function titleOf(name: DocumentName): string {
  return routes.find(({ page }) => page === name)?.title ?? 'Page Not Found';
}

/** As `api.ts` asks: with credentials, or the browser would ask a second time. */
function callHint(path: string): string {
  return `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`;
}
