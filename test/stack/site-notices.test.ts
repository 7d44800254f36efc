import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { webFolder } from '../../infra/aws/build/web-build.ts';
import { siteIsBuilt } from '../support/parley/built.ts';

beforeAll(siteIsBuilt);

test('the built site has the notices of its scripts, worker, font and flags', () => {
  const text = readFileSync(path.join(webFolder, 'licences.txt'), 'utf8');
  const heads = [...text.matchAll(/^(\S+) \d\S* \((.+)\)$/gm)].map(
    ([, name, licence]) => `${name} ${licence}`,
  );
  expect(heads).toEqual(
    expect.arrayContaining([
      'react MIT',
      'react-dom MIT',
      '@tanstack/query-core MIT',
      'recharts MIT',
      'idb ISC',
      'workbox-precaching MIT',
      'country-flag-icons MIT',
      '@fontsource-variable/figtree OFL-1.1',
    ]),
  );
  expect(heads).toEqual([...new Set(heads)]);
  const notices = text.split(/\n\n-{80}\n\n/).slice(1);
  expect(notices.filter((notice) => !/copyright/i.test(notice))).toEqual([]);
});

test('the service worker does not cache the notices', () => {
  expect(readFileSync(path.join(webFolder, 'sw.js'), 'utf8')).not.toContain('licences.txt');
});
