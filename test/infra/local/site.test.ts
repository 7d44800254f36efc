import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Build } from '../../../functions/builds/builds-table.ts';

const url = inject('parley');

test('a range is answered as one, and one beyond the end of the file is refused as such', async () => {
  const ask = (range: string) => fetch(`${url}/`, { headers: { range } });
  expect((await ask('bytes=0-9')).status).toBe(206);
  expect((await ask('bytes=99999999-')).status).toBe(416);
});

test('a page that is known already is not sent again', async () => {
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const again = await fetch(url, {
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
});

test('pages are only for reading', async () => {
  const answer = await fetch(url, { method: 'POST' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('a site that lags behind its sources is built first, which is recorded as a development build', async () => {
  const webFolder = mkdtempSync(path.join(tmpdir(), 'parley-site-'));
  onTestFinished(() => rmSync(webFolder, { recursive: true }));
  writeFileSync(path.join(webFolder, 'index.html'), '<!doctype html>');
  vi.doMock('../../../infra/web-build.ts', () => ({
    webFolder,
    siteIsStale: async () => true,
    buildSite: async () => 1_000,
  }));
  const { builtSite } = await import('../../../infra/local/site.ts');
  const lines: string[] = [];
  const put: Build[] = [];
  await builtSite(
    (line) => lines.push(line),
    (build) => void put.push(build),
  );
  expect(lines).toEqual(['Building the site…']);
  expect(put).toMatchObject([
    { buildType: 'development', status: 'running' },
    { buildType: 'development', status: 'success', bundleBytes: 1_000 },
  ]);
});
