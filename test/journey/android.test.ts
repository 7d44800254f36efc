import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Received } from '../../web/api.ts';
import { launchBrowser, newGuest, openPage } from '../support/browser/browser.ts';
import { faultsOf } from '../support/browser/look.ts';
import { sharedParley } from '../support/parley/shared.ts';

test('files are generated, read, copied and downloaded by keyboard alone', async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const context = await newGuest(browser);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page, problems } = await openPage(context, `${sharedParley.url}/android-setup`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const answering = page.waitForResponse('**/api/android/auto-setup');
  await page.getByRole('button', { name: 'Generate Android Config' }).press('Enter');
  const { configFiles } = (await (await answering).json()) as Received<'android.setup'>;
  const paths = Object.keys(configFiles);
  await expect.poll(focused).toBe('Configuration');
  expect(await faultsOf(page)).toEqual([]);

  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Download All Files');
  await page.keyboard.press('Tab');
  for (const path of paths) {
    await page.getByRole('region', { name: path, exact: true }).waitFor();
    expect(await page.locator('pre').textContent()).toBe(configFiles[path]);
    await page.keyboard.press('ArrowDown');
  }
  // Round to the first.
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Copy');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(configFiles[paths[0] ?? '']);
  await page.keyboard.press('Tab');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe(paths[0]?.replaceAll('/', '--'));
  expect(await readFile(await download.path(), 'utf8')).toBe(configFiles[paths[0] ?? '']);
  await page.keyboard.press('Tab');
  const viewer = page.getByRole('group', { name: `Text of ${paths[0]}` });
  expect(await viewer.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => viewer.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});
