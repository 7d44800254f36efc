import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rolldown } from 'vite';
import { routes, stripePaths } from '../../shared/routes.ts';
import { buildApart } from '../documents/build-apart.ts';
import type { Shell, ShellFile } from './shell.ts';

/** A built site, as plugins see it. */
type Bundle = Rolldown.OutputBundle;

/**
 * Builds the service worker with the list of what it keeps.
 *
 * @param bundle all of the site but `web/public/` and the worker itself
 * @returns its code, and the files that it was made of
 */
export async function buildWorker(bundle: Bundle): Promise<{ code: string; modules: readonly string[] }> {
  const isRetired = process.env.SERVICE_WORKER === 'off';
  const shell = isRetired ? undefined : await shellOf(bundle, sitePolicy());
  const [worker] = await buildApart({
    define: { SHELL: JSON.stringify(shell) },
    build: {
      modulePreload: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, isRetired ? 'retired-worker.ts' : 'worker.ts'),
        // Not every browser takes a module for a service worker.
        output: { format: 'iife' },
      },
    },
  });
  return { code: worker.code, modules: worker.moduleIds };
}

/**
 * All that the pages for everybody need, with every part that they may load later. The other pages have their
 * document, which says that there is no connection; those with payments are never kept.
 *
 * @param policy the content security policy that the site is sent with
 */
export async function shellOf(bundle: Bundle, policy: string): Promise<Shell> {
  const kept = new Map<string, string | Uint8Array>();
  const keep = (file: string, content: string | Uint8Array) => kept.set(file, content);
  for (const file of keptScripts(bundle)) keep(file.fileName, file.code);
  for (const name of keptDocuments) keep(`${name}.html`, sourceOf(bundle, `${name}.html`));

  const others = new Map<string, string | Uint8Array>();
  for (const file of Object.values(bundle)) {
    if (file.type === 'asset' && !file.fileName.endsWith('.html')) others.set(file.fileName, file.source);
  }
  for (const file of await readdir(publicFolder, { recursive: true, withFileTypes: true })) {
    const where = path.join(file.parentPath, file.name);
    if (file.isFile()) others.set(path.relative(publicFolder, where), await readFile(where));
  }
  // What is kept names it; what it names in turn comes after it, since a map goes on with what is added.
  for (const [name, content] of kept) {
    const text = /\.(html|js|css)$/.test(name) ? content.toString() : '';
    for (const [other, source] of others) if (isNamed(other, text)) keep(other, source);
  }

  return {
    files: [...kept].map(([file, content]) => fileOf(addressOf(file), content, policy)).sort(byAddress),
    policy,
    documents: Object.fromEntries(
      keptRoutes.map(({ path, page }) => [path, path === '/' ? landing : addressOf(`${page}.html`)]),
    ),
  };
}

/** Whoever builds the site says it: what sends the site lies beyond these folders. */
function sitePolicy(): string {
  const policy = process.env.SITE_POLICY;
  if (!policy)
    throw new Error('The service worker needs SITE_POLICY, the content security policy of the site.');
  return policy;
}

/** It leads who has entered or is signed in on to the translator by itself. */
const landing = '/landing';

const keptRoutes = routes.filter(({ path }) => !(stripePaths as readonly string[]).includes(path));

const keptDocuments = [...new Set(keptRoutes.map(({ page }) => page))];

const publicFolder = path.resolve(import.meta.dirname, '../public');

/** From the first load along every import, but for pages that are only for who is signed in. */
function keptScripts(bundle: Bundle): Rolldown.OutputChunk[] {
  const closed = routes
    .filter(({ access }) => access === 'user')
    .map(({ page }) => `/pages/${page}-page.tsx`);
  const isClosed = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    closed.some((module) => facadeModuleId?.endsWith(module));
  const found = new Set(Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry));
  for (const file of found) {
    if (file.type !== 'chunk') continue;
    for (const name of [...file.imports, ...file.dynamicImports]) {
      const imported = bundle[name];
      if (imported?.type === 'chunk' && !isClosed(imported)) found.add(imported);
    }
  }
  return [...found].filter((file) => file.type === 'chunk');
}

/** Files without a hash may be named by their folder: the code puts the rest together. */
function isNamed(file: string, text: string): boolean {
  const folder = path.dirname(file);
  if (folder === 'assets') return text.includes(path.basename(file));
  return text.includes(`/${file}`) || (folder !== '.' && text.includes(`/${folder}/\${`));
}

function sourceOf(bundle: Bundle, file: string): string | Uint8Array {
  const found = bundle[file];
  if (found?.type !== 'asset') throw new Error(`The site has no ${file}.`);
  return found.source;
}

/** A document has the address of its page: by its own name it is unknown. */
function addressOf(file: string): string {
  if (!file.endsWith('.html')) return `/${file}`;
  const page = file.slice(0, -'.html'.length);
  // `/` is the one of two documents, by who asks.
  const route = routes.find((each) => each.page === page && each.path !== '/');
  if (!route) throw new Error(`No address shows ${file}.`);
  return route.path;
}

/** A document is kept with its policy, so a new policy is a new revision. What has a hash in its name is under its document's. */
function fileOf(url: string, content: string | Uint8Array, policy: string): ShellFile {
  const revision = createHash('sha256').update(content).update(policy).digest('base64').slice(0, 12);
  const hash = createHash('sha256').update(content).digest('base64');
  return { url, revision: url.startsWith('/assets/') ? null : revision, integrity: `sha256-${hash}` };
}

function byAddress(one: ShellFile, other: ShellFile): number {
  return one.url < other.url ? -1 : 1;
}
