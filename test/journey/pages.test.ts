import { expect, test } from 'vitest';
import { recordBuild } from '../../functions/builds/builds-table.ts';
import type { Received } from '../../web/api.ts';
import { fillSignUp, newGuest, openPage } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { faultsOf } from '../support/browser/look.ts';
import { signUpIn } from '../support/browser/people.ts';
import { documentsAt } from '../support/parley/local.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { buildOf } from '../support/people/builds.ts';
import { signUp, visit } from '../support/people/session.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('the analytics lead a visitor through sign-up, and show figures, charts and users', async () => {
  // In this zone it may be the day before, but days are the server's.
  const context = await newGuest(browser(), { timezoneId: 'Pacific/Honolulu' });
  const { page, problems } = await openPage(context, `${url}/analytics`);
  await page.getByRole('link', { name: 'Create a free account' }).click();
  await fillSignUp(page);
  await page.waitForURL(`${url}/analytics`);
  await page.getByRole('region', { name: 'Totals' }).getByText('Total users').waitFor();

  const trend = page.getByRole('region', { name: 'Signup Trend' });
  await trend.locator('.recharts-bar-rectangle path').last().hover();
  await trend
    .locator('.recharts-tooltip-wrapper')
    .getByText(/\d signups?$/)
    .waitFor();
  const users = page.getByRole('region', { name: 'Recent Users' });
  // Only operators see names.
  await users
    .getByRole('rowheader', { name: /^User \w{4}$/ })
    .first()
    .waitFor();
  expect(await users.textContent()).not.toContain('Lovelace');

  const revenue = page.getByRole('region', { name: 'Revenue' });
  await revenue.getByRole('radio', { name: '30 days' }).focus();
  await page.keyboard.press('ArrowLeft');
  await revenue
    .getByRole('status')
    .getByText(/in the last 7 days/)
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a recorded build is shown, and filters by keyboard add no history entries', async () => {
  const context = await newGuest(browser());
  await signUpIn(context, url);
  const build = buildOf({ buildType: 'development', durationMs: 12_340 });
  await recordBuild(build, { client: documentsAt(sharedParley.dynamodb), table: 'builds' });

  const { page, problems } = await openPage(context, `${url}/privacy-policy`);
  await page.goto(`${url}/performance`);
  const row = page
    .getByRole('table', { name: 'Recent builds' })
    .locator('tr', { has: page.getByTitle(build.buildId) });
  await row.getByText('12.3s').waitFor();
  await page.locator('.recharts-bar-rectangle path').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('radio', { name: 'All Builds' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').getByText('Development, last 7 days').waitFor();
  await row.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status').getByText('Production, last 7 days').waitFor();
  expect(await row.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.parentElement?.textContent)).toBe('Production');
  expect(problems).toEqual([]);
  await page.goBack();
  await page.waitForURL(`${url}/privacy-policy`);
});

test('Android files are generated and read by keyboard', async () => {
  const context = await newGuest(browser());
  const { page, problems } = await openPage(context, `${url}/android-setup`);
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
  expect(await page.locator('pre').textContent()).toBe(configFiles[paths[0] ?? '']);
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Copy');
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Download');
  await page.keyboard.press('Tab');
  const viewer = page.getByRole('group', { name: `Contents of ${paths[0]}` });
  expect(await viewer.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 320, height: 568 });
  const isOverflowing = () => viewer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  await expect.poll(isOverflowing).toBe(true);
  // The browser ignores the key until it has painted the overflow, which no event tells.
  const scrollByKey = async () => {
    await page.keyboard.press('ArrowRight');
    return viewer.evaluate(({ scrollLeft }) => scrollLeft);
  };
  await expect.poll(scrollByKey).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('the privacy policy names every cookie, and links lead to a section in view', async () => {
  const { page, problems } = await openPage(await newGuest(browser()), `${url}/privacy-policy#retention`);
  await page.getByRole('heading', { name: 'In short' }).waitFor();
  // The build writes each language's scripts, and must not decide for all of them.
  expect(await page.getByText('This summary is a translation').count()).toBe(0);
  const topOf = (heading: string) =>
    page.getByRole('heading', { name: heading }).evaluate((element) => element.getBoundingClientRect().top);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.waitForFunction(() => document.activeElement?.id === 'retention');
  expect(await topOf('How Long We Keep Information')).toBeLessThan(100);

  await page.getByRole('navigation').getByRole('link', { name: 'Your Rights' }).press('Enter');
  await expect.poll(focused).toBe('Your Rights');
  expect(new URL(page.url()).hash).toBe('#rights');
  await expect.poll(() => topOf('Your Rights')).toBeLessThan(100);
  expect(await topOf('Your Rights')).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/speech-translator');
  expect(await faultsOf(page)).toEqual([]);

  const visitor = visit(url);
  await signUp(visitor);
  const text = await page.getByRole('article').textContent();
  expect([...visitor.cookies.keys()]).toContain('parley_access');
  for (const name of visitor.cookies.keys()) expect(text).toContain(name);
  const licences = page.getByRole('link', { name: 'Open-source licences' });
  const notices = await fetch(new URL((await licences.getAttribute('href')) ?? '', url));
  expect([notices.status, notices.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);

  // The page is cached by now, and replaces the scrolled translator.
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('region', { name: 'Quick Actions' }).waitFor();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect.poll(focused).toBe('Privacy Policy');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(problems).toEqual([]);
});
