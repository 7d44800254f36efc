import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { interfaceLanguageCodes } from '../../../../shared/interface-languages.ts';
import { routes } from '../../../../shared/routes.ts';
import { documentNames } from '../../../../web/documents/documents.ts';
import { createManifest, findCachedFiles } from '../../../../web/offline/build.ts';
import { cacheNames } from '../../../../web/offline/cache-names.ts';
import { isLeftover, tidySession } from '../../../../web/offline/housekeeping.ts';

const web = path.resolve(import.meta.dirname, '../../../../web');
const read = (file: string) => readFileSync(path.join(web, file));

describe('housekeeping', () => {
  test('keeps every current cache', () => {
    expect(Object.values(cacheNames).filter(isLeftover)).toEqual([]);
  });

  test.each(['old-files', 'threshold', 'files-v1', 'deprecated'])('deletes %s as outdated', (name) => {
    expect(isLeftover(name)).toBe(true);
  });

  test('removes nothing from a session with 50 entries', () => {
    const storage = storageOf(Array.from({ length: 50 }, (_, index) => `temp_${index}`));
    tidySession(storage);
    expect(storage.length).toBe(50);
  });

  test('removes temporary entries from a fuller one, from the 26th on', () => {
    const keys = Array.from(
      { length: 60 },
      (_, index) => `${['temp', 'cache', 'parley.x'][index % 3]}_${index}`,
    );
    const storage = storageOf(keys);
    tidySession(storage);
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual(
      keys.filter((key, index) => index < 25 || key.startsWith('parley.x')),
    );
  });
});

describe('the manifest', () => {
  const manifest = JSON.parse(read('public/manifest.webmanifest').toString());

  test('starts at the translator, not at the landing page', () => {
    const start = routes.find(({ path }) => path === manifest.start_url);
    expect(start?.page).toBe('translator');
    expect(manifest.start_url).not.toBe('/');
    expect(manifest.start_url.startsWith(manifest.scope)).toBe(true);
  });

  test('has the colour of the page', () => {
    const page = read('styles/tokens.css')
      .toString()
      .match(/--color-page: (#\w+);/)?.[1];
    expect([manifest.background_color, manifest.theme_color]).toEqual([page, page]);
  });

  test('names existing icons with their real sizes', () => {
    const drawn = (manifest.icons as Icon[]).map(({ src, sizes, type, purpose }) => {
      const file = read(`public${src}`);
      return { purpose, sizes, drawn: type === 'image/png' ? sizeOf(file) : 'any' };
    });
    expect(drawn.filter((icon) => icon.sizes !== icon.drawn)).toEqual([]);
    for (const purpose of ['any', 'maskable']) {
      const sizes = drawn.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
      expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
    }
  });

  test.each(interfaceLanguageCodes)(
    'names pictures for %s with their real sizes, as browsers want them; `node test/tools/screenshots.ts` takes them',
    (code) => {
      const taken = (manifest.screenshots as Picture[]).map(({ src, sizes, form_factor }) => {
        const [width = 0, height = 0] = readJpegSize(read(`public${src.replace('/en.', `/${code}.`)}`));
        // Chrome shows pictures of 320 to 3,840 pixels, and of sides that differ at most 2.3 times.
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
        expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
        return { form_factor, isRight: sizes === `${width}x${height}`, isWide: width > height };
      });
      expect(taken).toEqual([
        { form_factor: 'narrow', isRight: true, isWide: false },
        { form_factor: 'wide', isRight: true, isWide: true },
      ]);
    },
  );
});

describe('the service worker’s cache', () => {
  test('has all files of the public pages', async () => {
    const files = await keptOf({
      'assets/index.js': chunk({
        isEntry: true,
        dynamicImports: ['assets/other.js'],
        code: '`/flags/$' + '{a}.png`',
      }),
      'assets/other.js': chunk({
        imports: ['assets/shared.js'],
        dynamicImports: pagesOf('analytics', 'privacy-policy'),
      }),
      'assets/shared.js': chunk({ code: 'new Worker("/assets/worklet.js")' }),
      'assets/analytics-page.js': chunk({ page: 'analytics', imports: ['assets/chart.js'] }),
      'assets/privacy-policy-page.js': chunk({ page: 'privacy-policy' }),
      'assets/chart.js': chunk({}),
      'assets/worklet.js': asset(''),
      'assets/index.css': asset('url(/assets/letters.woff2)'),
      'assets/letters.woff2': asset(''),
      'assets/unused.woff2': asset(''),
      'flags/NL.png': asset(''),
      ...documents('<link href="/assets/index.css">'),
    });
    const wanted = 'index.css index.js letters.woff2 other.js privacy-policy-page.js shared.js worklet.js';
    const assets = files.filter((file) => file.startsWith('/assets/'));
    expect(assets).toEqual(wanted.split(' ').map((name) => `/assets/${name}`));
    expect(files).toContain('/flags/NL.png');
  });

  test('has a document for every public page, and for no other', async () => {
    const { documents: answered, files } = await manifestOf(documents(''));
    const open = routes.filter(({ access }) => access === 'all');
    expect(Object.keys(answered)).toEqual(open.map(({ path }) => path));
    const kept = files.map(({ url }) => url);
    expect(Object.values(answered).filter((document) => !kept.includes(document))).toEqual([]);
  });

  test('is checked against the build, also for names with a hash', async () => {
    const entry = { 'assets/index.js': chunk({ isEntry: true, code: 'x' }) };
    const { files } = await manifestOf({ ...documents('x'), ...entry });
    const own = files.filter(({ url }) => ['/landing', '/assets/index.js'].includes(url));
    const integrity = 'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=';
    expect(own).toMatchObject([
      { url: '/assets/index.js', integrity },
      { url: '/landing', integrity },
    ]);
    expect(files.filter((file) => !file.integrity)).toEqual([]);
  });

  test('fetches every document again after a new policy, and no script', async () => {
    const files = { ...documents('x'), 'assets/index.js': chunk({ isEntry: true }) };
    const [before, after] = await Promise.all(['old', 'new'].map((policy) => manifestOf(files, policy)));
    const unchanged = after?.files.filter((file, index) => file.revision === before?.files[index]?.revision);
    expect(unchanged?.map(({ url }) => url)).toEqual(['/assets/index.js']);
    expect(after?.policy).toBe('new');
  });
});

function storageOf(keys: string[]): Storage {
  const entries = new Map(keys.map((key) => [key, '1']));
  return {
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
}

/** Without the files of `web/public/`. */
async function keptOf(files: Record<string, object>): Promise<string[]> {
  const { files: kept } = await manifestOf(files);
  return kept.map(({ url }) => url);
}

async function manifestOf(files: Record<string, object>, policy = '') {
  const bundle = Object.fromEntries(
    Object.entries(files).map(([fileName, file]) => [fileName, { fileName, ...file }]),
  ) as Rolldown.OutputBundle;
  return createManifest(bundle, await findCachedFiles(bundle), policy);
}

function documents(html: string): Record<string, object> {
  return Object.fromEntries([...documentNames, 'offline'].map((name) => [`${name}.html`, asset(html)]));
}

function asset(source: string): object {
  return { type: 'asset', source };
}

function chunk({ code = '', page = '', isEntry = false, imports = [], dynamicImports = [] }: Chunk): object {
  const facadeModuleId = page && `/any/web/pages/${page}-page.tsx`;
  return { type: 'chunk', code, isEntry, imports, dynamicImports, facadeModuleId };
}

interface Chunk {
  readonly code?: string;
  /** The page that it holds. */
  readonly page?: string;
  readonly isEntry?: boolean;
  readonly imports?: string[];
  readonly dynamicImports?: string[];
}

function pagesOf(...pages: string[]): string[] {
  return pages.map((page) => `assets/${page}-page.js`);
}

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: string;
}

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly form_factor: string;
}

/** Width and height stand in a JPEG's block for the start of a frame. */
function readJpegSize(jpeg: Buffer): number[] {
  let at = 2;
  while (![0xc0, 0xc2].includes(jpeg.readUInt8(at + 1))) at += 2 + jpeg.readUInt16BE(at + 2);
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
}

/** Width and height stand in a PNG's first block. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}
