import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, getSiteFolders, isSiteStale } from '../../../infra/aws/build/web-build.ts';
import { newFolder } from '../../support/folder.ts';

test('the built site contains the contact address and the domain, and is stale for others', async () => {
  const parent = newFolder();
  const folders = getSiteFolders(parent);
  const wanted = [{ contactAddress: 'help@parley.test', domain: 'parley.test' }, folders] as const;
  expect(await isSiteStale(...wanted)).toBe(true);
  await buildSite(...wanted);
  const scripts = readdirSync(path.join(folders.web, 'assets')).filter((file) => file.endsWith('.js'));
  const landing = readFileSync(path.join(folders.web, 'landing.html'), 'utf8');
  expect(landing).toContain('help@parley.test');
  expect(landing).toContain('<link rel="alternate" hreflang="ar" href="https://parley.test/ar">');
  const code = scripts.map((file) => readFileSync(path.join(folders.web, 'assets', file), 'utf8')).join();
  expect(code).toContain('help@parley.test');
  expect(code).not.toContain('parley.example');
  expect(await isSiteStale(...wanted)).toBe(false);
  expect(await isSiteStale({ contactAddress: 'hello@parley.example' }, folders)).toBe(true);
});
