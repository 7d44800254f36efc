import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rolldown } from 'vite';
import { routes } from '../../shared/routes.ts';
import { buildSeparately } from '../build/build-separately.ts';
import { getLanguageFolder } from '../build/translations.ts';
import type { CachedFile, CacheManifest } from './cache-manifest.ts';

type Bundle = Rolldown.OutputBundle;

/** Builds the service worker, without its manifest. */
export async function buildWorker(): Promise<{ code: string; modules: readonly string[] }> {
  const isRetired = process.env.SERVICE_WORKER === 'off';
  const [worker] = await buildSeparately({
    build: {
      modulePreload: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, isRetired ? 'retired-worker.ts' : 'worker.ts'),
        // Some browsers accept no module as a service worker.
        output: { format: 'iife' },
      },
    },
  });
  return { code: worker.code, modules: worker.moduleIds };
}

/** @param bundle the site without `web/public/` and the worker @returns the worker of each language */
export async function addManifests<Language extends string>(
  worker: string,
  bundle: Bundle,
  languages: readonly Language[],
): Promise<readonly (readonly [Language, string])[]> {
  if (!worker.includes(manifestName)) return languages.map((language) => [language, worker]);
  // Reading a file of Rolldown's bundle copies it.
  const files = { ...bundle };
  const cached = await findCachedFiles(files);
  return languages.map((language) => {
    const manifest = JSON.stringify(createManifest(files, cached, readSitePolicy(), language));
    return [language, worker.replace(manifestName, () => manifest)];
  });
}

/** The name of the manifest in `worker.ts`, where nothing else defines it. */
const manifestName = 'MANIFEST';

type CachedFiles = ReadonlyMap<string, string | Uint8Array>;

/** In English. Lists public pages in full, and others not at all. */
export async function findCachedFiles(bundle: Bundle): Promise<CachedFiles> {
  const cached = new Map<string, string | Uint8Array>();
  const add = (file: string, content: string | Uint8Array) => cached.set(file, content);
  for (const file of listCachedScripts(bundle)) add(file.fileName, file.code);
  for (const name of cachedDocuments) add(`${name}.html`, readAsset(bundle, `${name}.html`));

  const others = new Map<string, string | Uint8Array>();
  for (const file of Object.values(bundle)) {
    const isListed =
      !/\.html$/.test(file.fileName) &&
      ![engineFile, translatedFile].some((each) => each.test(file.fileName));
    if (file.type === 'asset' && isListed) others.set(file.fileName, file.source);
  }
  for (const file of await readdir(publicFolder, { recursive: true, withFileTypes: true })) {
    const filePath = path.join(file.parentPath, file.name);
    if (file.isFile()) others.set(path.relative(publicFolder, filePath), await readFile(filePath));
  }
  // Adds files that cached files refer to; the loop also visits what it adds.
  for (const [name, content] of cached) {
    const text = /\.(html|js|css)$/.test(name) ? content.toString() : '';
    for (const [other, source] of others) if (isReferenced(other, text)) add(other, source);
  }
  return cached;
}

export function createManifest(
  bundle: Bundle,
  cached: CachedFiles,
  policy: string,
  language = 'en',
): CacheManifest {
  const scripts = listTranslatedScripts(bundle, language);
  return {
    files: [...cached]
      .map(([file, content]) =>
        describeFile(...findTranslated(bundle, scripts, language, file, content), policy),
      )
      .sort((one, other) => (one.url < other.url ? -1 : 1)),
    engine: Object.keys(bundle)
      .filter((file) => engineFile.test(file))
      .map(findUrl),
    policy,
    offlinePage: readAsset(bundle, getLanguageFolder(language) + offlineDocument).toString(),
    documents: Object.fromEntries(
      cachedRoutes.map(({ path, page }) => [path, path === '/' ? landing : findUrl(`${page}.html`)]),
    ),
  };
}

/** From `build/engine.ts`. */
const engineFile = /^assets\/neural-/;

/** From `build/languages.ts`. */
const translatedFile = /^assets\/[\w-]+\//;

export const offlineDocument = 'offline.html';

function readSitePolicy(): string {
  const policy = process.env.SITE_POLICY;
  if (!policy)
    throw new Error('The service worker needs SITE_POLICY, the content security policy of the site.');
  return policy;
}

/** Its script shows the translator to visitors who skip this page. */
const landing = '/landing';

/** Pages for signed-in users need a connection anyway: without one, the offline page replaces them. */
const cachedRoutes = routes.filter(({ access }) => access === 'all');

const cachedDocuments = [...new Set(cachedRoutes.map(({ page }) => page))];

const publicFolder = path.resolve(import.meta.dirname, '../public');

/** Follows every import from the first load, except to pages for signed-in users and to rarely used modules. */
function listCachedScripts(bundle: Bundle): Rolldown.OutputChunk[] {
  const excluded = routes
    .filter((route) => !cachedRoutes.includes(route))
    .map(({ page }) => `/pages/${page}-page.tsx`);
  const isExcluded = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    [...excluded, ...rarelyUsed].some((module) => facadeModuleId?.endsWith(module));
  const found = new Set(Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry));
  for (const file of found) {
    if (file.type !== 'chunk') continue;
    for (const name of [...file.imports, ...file.dynamicImports]) {
      const imported = bundle[name];
      if (imported?.type === 'chunk' && !isExcluded(imported)) found.add(imported);
    }
  }
  return [...found].filter((file) => file.type === 'chunk');
}

/** Their data are larger than the first load. */
const rarelyUsed = ['/pronunciation/chinese.ts', '/detection/language-scores.ts'];

/** By their names in English. */
function listTranslatedScripts(bundle: Bundle, language: string): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(bundle)
      .filter((file) => file.startsWith(`assets/${language}-`) && translatedFile.test(file))
      .map((file) => [path.basename(file), file]),
  );
}

/** Documents and the manifest have one address in every language, and a script with texts has its own. */
function findTranslated(
  bundle: Bundle,
  scripts: ReadonlyMap<string, string>,
  language: string,
  file: string,
  content: string | Uint8Array,
): [url: string, content: string | Uint8Array] {
  if (language === 'en') return [findUrl(file), content];
  const own = getLanguageFolder(language) + file;
  if (bundle[own]) return [findUrl(file), readAsset(bundle, own)];
  const script = scripts.get(path.basename(file));
  return script ? [findUrl(script), readAsset(bundle, script)] : [findUrl(file), content];
}

/** Code may refer to unhashed files by their folder only. */
function isReferenced(file: string, text: string): boolean {
  const folder = path.dirname(file);
  if (folder === 'assets') return text.includes(path.basename(file));
  return text.includes(`/${file}`) || (folder !== '.' && text.includes(`/${folder}/\${`));
}

function readAsset(bundle: Bundle, file: string): string | Uint8Array {
  const found = bundle[file];
  if (found?.type !== 'asset') throw new Error(`The site has no ${file}.`);
  return found.source;
}

/** A document has the URL of its page. */
function findUrl(file: string): string {
  if (!file.endsWith('.html')) return `/${file}`;
  const page = file.slice(0, -'.html'.length);
  // `/` has two documents.
  const route = routes.find((each) => each.page === page && each.path !== '/');
  if (!route) throw new Error(`No route shows ${file}.`);
  return route.path;
}

/** Files with a hash in their name get no revision: their document's policy governs them. */
function describeFile(url: string, content: string | Uint8Array, policy: string): CachedFile {
  const revision = createHash('sha256').update(content).update(policy).digest('base64').slice(0, 12);
  const hash = createHash('sha256').update(content).digest('base64');
  return { url, revision: url.startsWith('/assets/') ? null : revision, integrity: `sha256-${hash}` };
}
