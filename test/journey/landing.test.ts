import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, launchBrowser, openPage } from '../support/browser/browser.ts';
import { faultsOf } from '../support/browser/look.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('the first visit sees the landing page, where nothing moves, and enters; the way back leads to where it came from', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { shifts: [] as string[], isLanding: false };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: { node: Node }[] }[])
        seen.shifts.push(...sources.map(({ node }) => node.textContent ?? ''));
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(function look() {
      seen.isLanding ||= document.getElementById('welcome')?.checkVisibility() ?? false;
      requestAnimationFrame(look);
    });
  });
  const problems = await goTo(page, `${url}/privacy-policy`);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Say it in their language' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => (window as unknown as Watched).seen)).toEqual({
    shifts: [],
    isLanding: true,
  });

  expect(await examples(page)).toMatchObject({ isMoving: true });
  await page.getByRole('radio', { name: 'Taxi' }).check({ force: true });
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => examples(page))
    .toEqual({ isMoving: false, shown: ['हिन्दी English', 'मैं शाकाहारी हूँ।', 'I am vegetarian.'] });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Use as Guest' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(await page.evaluate(() => (window as unknown as Watched).seen.isLanding)).toBe(false);
  await page.goBack();
  await page.waitForURL(`${url}/privacy-policy`);
  const other = await context.newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Use as Guest' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('without JavaScript the landing page is there, and its link leads to the form that makes an account', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const { page } = await openPage(context, url);
  await page.getByRole('heading', { name: 'Say it in their language' }).waitFor();
  await page.getByRole('link', { name: 'Register for Free Account' }).click();
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  await context.close();
});

test('somebody who is signed in does not see the landing page, and has entered when they sign out', async () => {
  const context = await browser.newContext();
  await signUpIn(context, url);
  const { page } = await openPage(context, `${url}/landing`);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await page.waitForURL(`${url}/`);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await context.close();
});

interface Watched {
  readonly seen: { readonly shifts: readonly string[]; readonly isLanding: boolean };
}

/** What the demonstration shows to the eye, and whether it goes on by itself. */
function examples(page: Page): Promise<{ isMoving: boolean; shown: string[] }> {
  return page.locator('.demonstration').evaluate((figure) => ({
    isMoving: figure
      .getAnimations({ subtree: true })
      .some(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
    shown: [...figure.querySelectorAll('.scene > *')]
      .filter((line) => getComputedStyle(line).opacity === '1')
      .map((line) => {
        const seen = line.cloneNode(true) as Element;
        for (const heard of seen.querySelectorAll('.sr-only')) heard.remove();
        return [...seen.childNodes]
          .map((each) => each.textContent)
          .filter(Boolean)
          .join(' ');
      }),
  }));
}
