import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hourMs } from '../../../shared/dates.ts';
import { makeFolder } from '../../local/make-folder.ts';
import { readCommandSettings, type Settings } from '../stack/context.ts';
import { buildContentSecurityPolicy } from '../stack/edge/headers.ts';
import { hashFiles, root } from './sources.ts';

export interface SiteFolders {
  readonly web: string;
  /** Files of earlier builds, for pages that are still open. */
  readonly old: string;
  /** Compressed files: `path.br` and `path.gz`. */
  readonly compressed: string;
  readonly sourcesFile: string;
}

export function getSiteFolders(folder: string): SiteFolders {
  const at = (name: string) => path.resolve(root, folder, name);
  return { web: at('web'), old: at('web-old'), compressed: at('web-packed'), sourcesFile: at('web-sources') };
}

const defaultFolders = getSiteFolders('.build');

export const webFolder = defaultFolders.web;

/** Types that CloudFront compresses, by extension. */
export const compressedTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** @returns the size in bytes */
export async function buildSite(
  owner: Owner = readCommandSettings(),
  folders = defaultFolders,
): Promise<number> {
  const { build } = await import('vite');
  const sources = await describeSources(owner);
  // In a folder of its own: Parley may be serving the site, and another build may be running.
  const workFolder = await makeWorkFolder(path.dirname(folders.web));
  const built = getSiteFolders(workFolder);
  const restore = setEnvironment({
    // Test runners set another value, which selects React's development build.
    NODE_ENV: 'production',
    // Vite's `import.meta.env`, for `web/contact.ts`.
    VITE_CONTACT_ADDRESS: owner.contactAddress,
    // For `web/build/documents.ts`.
    SITE_DOMAIN: owner.domain ?? '',
    // For `web/offline/build.ts`.
    SITE_POLICY: buildContentSecurityPolicy('site'),
  });
  try {
    await build({
      configFile: path.join(root, 'web/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: built.web },
    });
    await compressFiles(built);
    await publish(built, folders);
    writeFileSync(folders.sourcesFile, sources);
  } finally {
    restore();
    await rm(workFolder, { recursive: true, force: true });
  }
  return measureSite(folders.web);
}

/** Also removes what builds left that were killed. */
async function makeWorkFolder(parent: string): Promise<string> {
  makeFolder(parent);
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    const isLeft = name.startsWith(workPrefix) && statSync(folder).mtimeMs < Date.now() - hourMs;
    if (isLeft) await rm(folder, { recursive: true, force: true });
  }
  return mkdtemp(path.join(parent, workPrefix));
}

const workPrefix = 'web-building-';

/** Replaces the site, and keeps its assets for pages that are still open. S3 keeps them too. */
async function publish(built: SiteFolders, folders: SiteFolders): Promise<void> {
  // If this breaks off, the site must not count as built.
  await rm(folders.sourcesFile, { force: true });
  const before = `${built.web}-before`;
  for (const [from, to, away] of [
    [built.web, folders.web, before],
    [built.compressed, folders.compressed, `${built.compressed}-before`],
  ] as const) {
    if (existsSync(to)) renameSync(to, away);
    renameSync(from, to);
  }
  const assets = path.join(before, 'assets');
  // `npm start` removes those older than a month.
  if (existsSync(assets)) await cp(assets, path.join(folders.old, 'assets'), { recursive: true });
}

/** What the pages say about who runs them, and where. */
export type Owner = Pick<Settings, 'contactAddress' | 'domain'>;

/** Compares the sources with those of the last build. */
export async function isSiteStale(
  owner: Owner = readCommandSettings(),
  folders = defaultFolders,
): Promise<boolean> {
  if (!existsSync(path.join(folders.web, 'translator.html')) || !existsSync(folders.sourcesFile)) return true;
  return readFileSync(folders.sourcesFile, 'utf8') !== (await describeSources(owner));
}

function setEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

function measureSite(web: string): number {
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(web, file)))
    .filter((each) => each.isFile());
  return found.reduce((total, { size }) => total + size, 0);
}

async function compressFiles({ web, compressed }: SiteFolders): Promise<void> {
  const files = await readdir(web, { recursive: true });
  await Promise.all(
    files
      .filter((file) => path.extname(file) in compressedTypes)
      .map(async (file) => {
        const target = path.join(compressed, file);
        const bytes = await readFile(path.join(web, file));
        await mkdir(path.dirname(target), { recursive: true });
        // The best compression of every language, and of the neural engine, would take minutes.
        const quality = languageScript.test(file) || bytes.length > 500_000 ? 5 : 11;
        const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
        await writeFile(`${target}.br`, await promisify(brotliCompress)(bytes, { params }));
        await writeFile(`${target}.gz`, await promisify(gzip)(bytes));
      }),
  );
}

const languageScript = /^assets\/[\w-]+\/.+\.js$/;

async function describeSources({ contactAddress, domain = '' }: Owner): Promise<string> {
  const hash = await hashFiles(['web/**/*.*', 'shared/**/*.ts', 'package-lock.json']);
  const worker = process.env.SERVICE_WORKER ?? '';
  return [contactAddress, domain, buildContentSecurityPolicy('site'), worker, hash].join('\n');
}
