import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildContentSecurityPolicy } from '../../infra/aws/stack/edge/headers.ts';
import { type Injection, watchForInjection } from '../support/attacks/injection.ts';
import { xssTexts } from '../support/attacks/xss-classes.ts';
import { newGuest, openCard } from '../support/browser/browser.ts';
import { takeBreaches } from '../support/browser/guard.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
const browser = browserOfTests();

describe('hostile text', () => {
  let context: BrowserContext;
  let page: Page;
  let injection: Injection;

  beforeEach(async () => {
    context = await newGuest(browser());
    page = await context.newPage();
    page.setDefaultTimeout(50_000);
    injection = await watchForInjection(page);
  });
  afterEach(() => context.close());

  test('code that runs is detected, also if the page’s policy blocks it', async () => {
    const body = `<script>__ran()</script><img src=x onerror=__ran()><img src="http://evil.example/">`;
    await page.route(`${url}/careless`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${url}/careless`);
    const all = ['a request to http://evil.example/', 'a script', 'a script'];
    await expect.poll(() => injection.ran.toSorted()).toEqual(all);
    expect(await injection.injectedElements()).not.toEqual([]);
    const policy = { 'content-security-policy': buildContentSecurityPolicy('site') };
    await page.route(`${url}/strict`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: policy,
        body: `${body}<p style="color: red">a</p>`,
      }),
    );
    await page.goto(`${url}/strict`);
    const told: string[] = [];
    const forbidden = [
      'script-src-elem',
      'script-src-attr',
      'style-src-attr',
      'img-src http://evil.example/',
    ];
    await expect
      .poll(async () => {
        told.push(...(await takeBreaches(browser())));
        return forbidden.filter(
          (each) => !told.some((breach) => breach.startsWith(`forbidden by the policy: ${each}`)),
        );
      })
      .toEqual([]);
    // The browser reports it as well, and no later test may get that report.
    await page.close();
    await takeBreaches(browser());
    expect(injection.ran.filter((each) => each === 'a script')).toHaveLength(2);
  });

  test('typed, spoken and linked text, its translation, the history and the search show every text unchanged', async () => {
    await giveRecogniser(page);
    await echoTranslations();
    await unlimited();
    const box = page.getByRole('textbox', { name: 'Type your text' });
    const all = xssTexts.join('\n');

    await page.goto(
      `${url}/speech-translator?signin=${encodeURIComponent(all)}#${new URLSearchParams({ text: all })}`,
    );
    await expect.poll(() => box.inputValue()).toBe(all);
    await page.getByRole('button', { name: 'Translate Text' }).click();
    const translation = page.getByTestId('translation');
    await expect.poll(() => translation.textContent()).toContain(all);

    await page.getByRole('button', { name: 'Start recording' }).click();
    await recogniserOf(page).listening();
    await recogniserOf(page).heard(`${all}\nheard`);
    await expect.poll(() => translation.textContent()).toContain(`${all}\nheard`);

    await openCard(page, 'History');
    const history = page.getByRole('region', { name: 'History' });
    await expect.poll(() => history.getByRole('listitem').count()).toBe(2);
    for (const item of await history.getByRole('listitem').allTextContents()) expect(item).toContain(all);
    for (const words of ['<img src=x onerror=__ran()>', '</script><script>', '__proto__', '.*(']) {
      await history.getByRole('searchbox').fill(words);
      await history.getByText(words === '.*(' ? 'No results.' : '2 found').waitFor();
    }
    await history.getByRole('searchbox').fill('');

    await expectNothingRan();
  });

  test('the login’s forms and the page after it show injections as text', async () => {
    await page.goto(`${url}/api/login?signup`);
    for (const quotes of ['"', "'"]) {
      const texts = xssTexts.filter((text) => text.length < 100 && text.includes(quotes));
      const [text = ''] = texts;
      await page.getByLabel('First name').fill(text);
      await page.getByLabel('Last name').fill('</title><img src=x onerror=__ran()>');
      await page.getByLabel('Email address').fill('ada@parley.example');
      await page.getByLabel('Password').fill('weak');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('alert').first().waitFor();
      expect(await page.getByLabel('First name').inputValue()).toBe(text);
    }
    // Its style and icon are inline, and allowed by its policy.
    expect((await injection.injectedElements()).filter((each) => /__ran|evil/.test(each))).toEqual([]);
    const fields = new URLSearchParams({
      code: xssTexts.join(),
      state: xssTexts.join(),
      error: xssTexts.join(),
    });
    const answer = await fetch(`${url}/api/auth/callback?${fields}`);
    expect(await answer.text()).not.toMatch(/__ran|evil/);
    const refused = await fetch(`${url}/api/login?${new URLSearchParams({ returnTo: xssTexts.join() })}`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      400,
      'application/json; charset=utf-8',
    ]);
    expect(injection.ran).toEqual([]);
  });

  async function echoTranslations(): Promise<void> {
    await page.route('**/api/translate', (route) =>
      route.fulfill({ json: { translatedText: route.request().postDataJSON().text } }),
    );
  }

  async function unlimited(): Promise<void> {
    await page.route('**/api/subscription-status', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: {
          ...((await answer.json()) as object),
          isGuest: false,
          limit: null,
          translationsRemaining: null,
        },
      });
    });
  }

  async function expectNothingRan(): Promise<void> {
    expect(await injection.injectedElements()).toEqual([]);
    expect(injection.ran).toEqual([]);
    expect(await takeBreaches(browser())).toEqual([]);
  }
});

/** A real second site: Chromium blocks requests to this machine from a page that a test fulfils. */
const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end());

beforeAll(async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  other.close();
});

test('another site’s page can load nothing of ours, and loses the windows that it opens', async () => {
  const page = await showing(otherSite(), '<p>evil</p>');
  const outcomes = await page.evaluate(async (site) => {
    const load = (element: HTMLImageElement | HTMLScriptElement, address: string) =>
      new Promise((done) => {
        element.onload = () => done('loaded');
        element.onerror = () => done('refused');
        element.src = address;
        document.body.append(element);
      });
    const read = (mode: RequestMode) =>
      fetch(`${site}/api/health`, { mode, credentials: 'include' }).then(
        () => 'loaded',
        () => 'refused',
      );
    return [
      await load(document.createElement('img'), `${site}/icon.svg`),
      await load(document.createElement('script'), `${site}/sw.js`),
      await read('cors'),
      await read('no-cors'),
    ];
  }, url);
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused']);

  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((site) => {
      Object.assign(window, { opened: open(`${site}/privacy-policy`) });
    }, url),
  ]);
  await opened.getByRole('heading', { level: 1 }).waitFor();
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  expect(await page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)).toBe(true);
  await page.context().close();
});

function otherSite(): string {
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
}

async function showing(origin: string, body: string): Promise<Page> {
  const context = await browser().newContext();
  const page = await context.newPage();
  // It has no policy, unlike all our pages.
  await page.route(`${url}/made`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${origin}/made`);
  await page.setContent(body);
  return page;
}
