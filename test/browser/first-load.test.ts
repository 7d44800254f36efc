import { expect, inject, test } from 'vitest';
import { webFolder } from '../../infra/web-build.ts';
import { measureFirstLoad } from '../bench/first-load.ts';
import { launchBrowser, newGuest } from './browser.ts';

const url = inject('parley');

test('the first load is at most 95 KB, with one script', async () => {
  const files = await measureFirstLoad(webFolder);
  expect(files.filter(({ file }) => file.endsWith('.js'))).toHaveLength(1);
  expect(files.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0)).toBeLessThanOrEqual(95_000);
});

test('nothing but the first load is needed to translate what was typed', async () => {
  const needed = (await measureFirstLoad(webFolder)).map(({ file }) => `/${file}`);
  const browser = await launchBrowser();
  const page = await (await newGuest(browser)).newPage();
  const blocked: string[] = [];
  await page.route(/\.(js|css)$/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (needed.includes(pathname)) return route.continue();
    blocked.push(pathname);
    return route.abort();
  });
  await page.goto(url);
  await page.getByRole('textbox').fill('the house');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText('casa').waitFor();
  expect(blocked).not.toEqual([]);
  await browser.close();
});
