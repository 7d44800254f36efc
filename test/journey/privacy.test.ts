import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, newGuest, openPage } from '../support/browser/browser.ts';
import { faultsOf } from '../support/browser/look.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { signUp, visit } from '../support/people/session.ts';

test('the policy names every cookie, and an address or a link leads to a section in view', async () => {
  const { url } = sharedParley;
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const { page, problems } = await openPage(await newGuest(browser), `${url}/privacy-policy#retention`);
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

  // The second time the page is there at once, and takes the place of the scrolled translator.
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect.poll(focused).toBe('Privacy Policy');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(problems).toEqual([]);
});
