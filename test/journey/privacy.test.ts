import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser, openPage } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';

const address = `${sharedParley.url}/privacy-policy`;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, sharedParley.url);
});
afterAll(() => browser.close());

test('the policy has a date, everything that it must say, in order, and a way back', async () => {
  const { page, problems } = await openPage(await next(), address);
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  await page.getByText('Last updated August 22, 2025', { exact: true }).waitFor();
  const titles = await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
  expect(titles.slice(2)).toEqual([
    'Information We Collect',
    'How We Use Information',
    'How We Share Information',
    'How Long We Keep Information',
    'Your Rights',
    'Security',
    'Children’s Privacy',
    'International Transfer',
    'Changes to This Policy',
    'Contact',
  ]);
  expect(await partsOf(page, 'Information We Collect')).toEqual([
    'Audio and Speech Data',
    'Usage Information',
    'Account Information (Optional)',
    'Cookies and Storage in Your Browser',
  ]);
  expect(await partsOf(page, 'How We Share Information')).toEqual([
    'Translation API Provider',
    'No Sale of Data',
    'Service Providers',
    'Other Users',
  ]);
  await says(page, 'How Long We Keep Information', [
    'Audio is not permanently stored',
    'Analytics are kept for up to 2 years',
    'You can delete your account at any time',
  ]);
  await says(page, 'Children’s Privacy', ['under 13']);
  await says(page, 'International Transfer', ['United States']);
  const mail = page.getByRole('region', { name: 'Contact' }).getByRole('link');
  expect(await mail.getAttribute('href')).toBe(`mailto:${await mail.textContent()}`);
  const licences = page.getByRole('link', { name: 'Licences of what this site is made with' });
  const notices = await fetch(new URL((await licences.getAttribute('href')) ?? '', page.url()));
  expect([notices.status, notices.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(problems).toEqual([]);
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});

test('every cookie of somebody who is signed in is named', async () => {
  const context = await next();
  await signUpIn(context, sharedParley.url);
  const { page } = await openPage(context, address);
  const text = (await page.getByRole('article').textContent()) ?? '';
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).toContain('parley_access');
  for (const name of names) expect(text).toContain(name);
});

test('by the keyboard, the contents lead to their sections', async () => {
  const { page } = await openPage(await next(), address);
  await page.getByRole('navigation').getByRole('link', { name: 'Your Rights' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Your Rights');
  await expect.poll(() => new URL(page.url()).hash).toBe('#rights');
  await expect.poll(() => isInView(page, 'Your Rights')).toBe(true);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('/speech-translator');
});

test('an address with a section begins there', async () => {
  const { page } = await openPage(await next(), `${address}#retention`);
  await page.waitForFunction(() => document.activeElement?.id === 'retention');
  expect(await isInView(page, 'How Long We Keep Information')).toBe(true);
});

test('who comes from the end of the translator begins at the top', async () => {
  // The second time, when the page is there at once and takes the translator's place as it is scrolled.
  const { page } = await openPage(await next(), address);
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Privacy Policy');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.for([
  ['phone', 'dark', 390],
  ['desktop', 'light', 1440],
] as const)('on a %s, in %s, axe finds nothing, and twice the text fits', async ([, colorScheme, width]) => {
  const context = await next({ viewport: { width, height: 900 }, colorScheme });
  const { page } = await openPage(context, address);
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

function partsOf(page: Page, section: string): Promise<string[]> {
  return page
    .getByRole('region', { name: section, exact: true })
    .getByRole('heading', { level: 3 })
    .allTextContents();
}

async function says(page: Page, section: string, sentences: string[]): Promise<void> {
  const text = await page.getByRole('region', { name: section, exact: true }).textContent();
  for (const sentence of sentences) expect(text).toContain(sentence);
}

function isInView(page: Page, heading: string): Promise<boolean> {
  return page.getByRole('heading', { name: heading }).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < 100;
  });
}
