import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Build } from '../../../functions/builds/builds-table.ts';
import { getSiteFolders } from '../../../infra/aws/build/web-build.ts';
import { newFolder } from '../../support/folder.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;

test('a cached page gets 304', async () => {
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const again = await fetch(url, {
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
});

test('a redirect keeps the whole query', async () => {
  const { headers } = await fetch(`${url}/Landing/?from=a?b`, { redirect: 'manual' });
  expect(headers.get('location')).toBe('/landing?from=a?b');
});

test('compressible files are compressed for clients that accept it', async () => {
  const page = await (await fetch(`${url}/landing`)).text();
  const script = page.match(/src="(\/assets\/[^"]+\.js)"/)?.[1];
  const ask = (encodings: string) =>
    fetch(`${url}${script}`, { headers: { 'accept-encoding': encodings }, cache: 'no-store' });
  const plain = await ask('identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const [encodings, sent] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0', null],
    ['abr', null],
    ['*', 'br'],
  ] as const) {
    const packed = await ask(encodings);
    expect(packed.headers.get('content-encoding'), encodings).toBe(sent);
    expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(await packed.text()).toBe(await plain.clone().text());
  }
  const notices = await fetch(`${url}/licences.txt`, { headers: { 'accept-encoding': 'br' } });
  expect(notices.headers.get('content-encoding')).toBe('br');
  expect(notices.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('files of earlier builds are still served', async () => {
  const assets = path.join(getSiteFolders('.build').old, 'assets');
  mkdirSync(assets, { recursive: true });
  const file = path.join(assets, `part-${randomUUID()}.js`);
  writeFileSync(file, 'export const part = 1;');
  onTestFinished(() => rmSync(file));
  const answer = await fetch(`${url}/assets/${path.basename(file)}`);
  expect(await answer.text()).toBe('export const part = 1;');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('an unknown page is 404, also for range requests', async () => {
  const answer = await fetch(`${url}/no-such-page`, { headers: { range: 'bytes=0-9' } });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([404, null]);
  expect(await answer.text()).toContain('</html>');
});

test('the earlier site stays until a build ends, and two builds at once do not harm each other', async () => {
  const folder = newFolder();
  const folders = getSiteFolders(folder);
  mkdirSync(path.join(folders.web, 'assets'), { recursive: true });
  writeFileSync(path.join(folders.web, 'assets/main-1.js'), 'earlier');
  writeFileSync(folders.sourcesFile, 'of the earlier build');
  const began: string[] = [];
  const bothBegan = Promise.withResolvers<void>();
  vi.resetModules();
  vi.doMock('vite', () => ({
    build: async ({ build: { outDir } }: { build: { outDir: string } }) => {
      mkdirSync(path.join(outDir, 'assets'), { recursive: true });
      if (began.push(outDir) === 2) bothBegan.resolve();
      await bothBegan.promise;
      expect(readFileSync(path.join(folders.web, 'assets/main-1.js'), 'utf8')).toBe('earlier');
      writeFileSync(path.join(outDir, 'assets/main-2.js'), outDir);
      if (outDir === began[0]) throw new Error('killed');
    },
  }));
  onTestFinished(() => vi.doUnmock('vite'));
  const { buildSite } = await import('../../../infra/aws/build/web-build.ts');
  const owner = { contactAddress: 'hello@parley.example', domain: undefined };
  const results = await Promise.allSettled([buildSite(owner, folders), buildSite(owner, folders)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(folder).toSorted()).toEqual(['web', 'web-old', 'web-packed', 'web-sources']);
  expect(readdirSync(path.join(folders.web, 'assets'))).toEqual(['main-2.js']);
  expect(readdirSync(path.join(folders.compressed, 'assets'))).toEqual(['main-2.js.br', 'main-2.js.gz']);
  expect(readdirSync(path.join(folders.old, 'assets'))).toEqual(['main-1.js']);
});

test('a stale site is built first, and recorded as a development build', async () => {
  const webFolder = newFolder();
  writeFileSync(path.join(webFolder, 'translator.html'), '<!doctype html>');
  vi.resetModules();
  vi.doMock('../../../infra/aws/build/web-build.ts', () => ({
    compressedTypes: {},
    isSiteStale: async () => true,
    buildSite: async () => 1_000,
  }));
  onTestFinished(() => vi.doUnmock('../../../infra/aws/build/web-build.ts'));
  const { openBuiltSite } = await import('../../../infra/local/site/site.ts');
  const lines: string[] = [];
  const put: Build[] = [];
  await openBuiltSite(
    { web: webFolder, old: webFolder, compressed: webFolder, sourcesFile: webFolder },
    'hello@parley.example',
    (line) => lines.push(line),
    async (build) => void put.push(build),
  );
  expect(lines).toEqual(['Building the site…']);
  expect(put).toMatchObject([
    { buildType: 'development', status: 'running' },
    { buildType: 'development', status: 'success', bundleBytes: 1_000 },
  ]);
});

test('files of earlier builds are removed after a month', async () => {
  const old = newFolder();
  for (const days of [29, 31]) {
    const file = path.join(old, `${days}.js`);
    writeFileSync(file, '');
    const at = Date.now() / 1_000 - days * 86_400;
    utimesSync(file, at, at);
  }
  const { removeOldFiles } = await import('../../../infra/local/site/site.ts');
  await removeOldFiles(old);
  expect(readdirSync(old)).toEqual(['29.js']);
});
