import type { Page } from 'playwright';
import { launchBrowser } from '../../support/browser/browser.ts';
import { takeBreaches } from '../../support/browser/guard.ts';
import { Unexpected } from './check.ts';

/**
 * Goes through the hosted login in a browser, by the kinds of its fields: Cognito's pages and ours have other labels.
 *
 * @param start path of the site that leads to the login
 * @returns the site's cookies, or undefined if the login asks for the code that it has mailed
 */
export async function passLogin(
  site: string,
  start: string,
  person: { readonly email: string; readonly password: string },
): Promise<ReadonlyMap<string, string> | undefined> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(stepMs);
    const form = await page.goto(`${site}${start}`);
    if (!form?.ok()) throw new Unexpected('the login’s form', `${form?.status()} from ${form?.url()}`);
    for (let steps = 0; steps < maxSteps; steps += 1) {
      await page.locator(`${field}, main`).first().waitFor();
      if (isOf(page, site)) {
        await page.waitForFunction(() => document.cookie.includes('parley_signed_in=1'));
        return new Map((await context.cookies(site)).map(({ name, value }) => [name, value]));
      }
      if (await page.locator(codeField).first().isVisible()) return undefined;
      await sendForm(page, person);
    }
    throw new Unexpected('a session', `the form again: ${await readForm(page)}`);
  } finally {
    // The login's pages are not all ours.
    await takeBreaches(browser);
    await browser.close();
  }
}

const stepMs = 20_000;

/** Cognito asks for the address and for the password on two pages. */
const maxSteps = 4;

const field = 'form input:visible:not([type="hidden"]):not([type="checkbox"])';
const codeField = 'input[autocomplete="one-time-code"], input[name="code"]';

async function sendForm(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  for (const input of await page.locator(field).all()) {
    const type = await input.getAttribute('type');
    const name = `${await input.getAttribute('name')} ${await input.getAttribute('autocomplete')}`;
    if (type === 'password') await input.fill(password);
    else if (type === 'email' || /email|username/i.test(name)) await input.fill(email);
    else await input.fill('Smoke');
  }
  const before = await readForm(page);
  await page.locator('form button:visible:not([type="button"])').first().click();
  const startedAt = Date.now();
  while ((await readForm(page)) === before) {
    if (Date.now() > startedAt + stepMs) throw new Unexpected('another page', `the same form: ${before}`);
    await page.waitForTimeout(100);
  }
}

/** What tells one step from the next. No value of a field is in it. */
async function readForm(page: Page): Promise<string> {
  try {
    const names = await page
      .locator(field)
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name')));
    const alerts = await page.locator('[role="alert"]:visible').allInnerTexts();
    const { host, pathname } = new URL(page.url());
    return `${host}${pathname} ${names} ${alerts.join(' ').trim()}`.trim();
  } catch {
    // It is just being replaced.
    return 'loading';
  }
}

function isOf(page: Page, site: string): boolean {
  return new URL(page.url()).origin === new URL(site).origin;
}
