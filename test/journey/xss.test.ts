import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../infra/headers.ts';
import { guestsInTurn, launchBrowser, toast } from '../support/browser/browser.ts';
import { takeBreaches } from '../support/browser/guard.ts';
import { findIntruders, type Injection, watchForInjection } from '../support/browser/injection.ts';
import { giveRecogniser, recogniserOf } from '../support/browser/recogniser.ts';
import { xssClasses, xssTexts } from '../support/browser/xss-classes.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let context: BrowserContext;
let page: Page;
let injection: Injection;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await next();
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  injection = await watchForInjection(page);
});

test('a page that takes a text for HTML is found out by each class that is HTML', async () => {
  await page.goto(`${url}/icon.svg`);
  const found = await page.evaluate(
    ({ texts, find }) => {
      const findIn: (root: Document) => string[] = new Function(`return ${find}`)();
      return texts.map((text) => {
        const careless = `<a href="${text}">a</a><a href='${text}'>a</a><title>${text}</title>${text}`;
        return findIn(new DOMParser().parseFromString(careless, 'text/html')).length;
      });
    },
    { texts: xssTexts, find: findIntruders.toString() },
  );
  const missed = Object.keys(xssClasses).filter((_name, index) => found[index] === 0);
  expect(missed).toEqual(harmlessAsHtml);
  // Even the test's own code was forbidden to be made of a text.
  await takeBreaches(browser);
});

test('a text that runs is heard of, and one that its page’s policy holds back, too', async () => {
  const body = `<script>__ran()</script><img src=x onerror=__ran()><img src="http://evil.example/">`;
  await page.route(`${url}/careless`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${url}/careless`);
  const all = ['a request to http://evil.example/', 'a script', 'a script'];
  await expect.poll(() => injection.ran.toSorted()).toEqual(all);
  const policy = { 'content-security-policy': contentSecurityPolicy('site') };
  await page.route(`${url}/strict`, (route) =>
    route.fulfill({ contentType: 'text/html', headers: policy, body: `${body}<p style="color: red">a</p>` }),
  );
  await page.goto(`${url}/strict`);
  const told: string[] = [];
  const forbidden = ['script-src-elem', 'script-src-attr', 'style-src-attr', 'img-src http://evil.example/'];
  await expect
    .poll(async () => {
      told.push(...(await takeBreaches(browser)));
      return forbidden.filter(
        (each) => !told.some((breach) => breach.startsWith(`forbidden by the policy: ${each}`)),
      );
    })
    .toEqual([]);
  // The browser says it, too, before or after: that is no later test's.
  await page.close();
  await takeBreaches(browser);
  expect(injection.ran.filter((each) => each === 'a script')).toHaveLength(2);
});

test('what was typed, heard or linked, its translation, the history and the search show every text as it is', async () => {
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

  const history = page.getByRole('region', { name: 'History' });
  await expect.poll(() => history.getByRole('listitem').count()).toBe(2);
  for (const item of await history.getByRole('listitem').allTextContents()) expect(item).toContain(all);
  for (const words of ['<img src=x onerror=__ran()>', '</script><script>', '__proto__', '.*(']) {
    await history.getByRole('searchbox').fill(words);
    await history.getByText(words === '.*(' ? 'No translation has these words.' : '2 found').waitFor();
  }
  await history.getByRole('searchbox').fill('');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    history.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^parley-history-[\d-]+\.csv$/);
  // Each of two entries has a text and its translation; a quote within quotes is doubled.
  const sheet = await readFile(await file.path(), 'utf8');
  expect(sheet.split(all.replaceAll('"', '""'))).toHaveLength(5);
  await expectNothingRan();
});

test('a sentence that the server sends with an error is shown as it is, and a page is not shown at all', async () => {
  await unlimited();
  const all = `It failed: ${xssTexts.join('\n')}`;
  await page.route('**/api/translate', (route) =>
    route.fulfill({ status: 502, json: { error: all, code: 'provider_failed', requestId: all } }),
  );
  const translate = async () => {
    await page.goto(`${url}/speech-translator`);
    await page.getByRole('textbox', { name: 'Type your text' }).fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await toast(page, 'Translation Error').waitFor();
  };
  await translate();
  expect(await page.getByRole('main').textContent()).toContain(all);
  await page.route('**/api/translate', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: `<html><body>${all}</body></html>` }),
  );
  // Anew: the toast of before would still be there.
  await translate();
  expect(await page.locator('body').textContent()).not.toContain('__ran');
  await expectNothingRan();
});

test('an address that leads nowhere is shown as it is', async () => {
  await page.goto(`${url}/no/${encodeURIComponent(xssTexts[0] ?? '')}`);
  const said = page.getByText(/^The address/);
  for (const text of xssTexts) {
    await page.evaluate((text) => {
      history.pushState(null, '', `/no/${encodeURIComponent(text)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, text);
    await expect.poll(() => said.textContent()).toContain(text.slice(0, 20));
  }
  await expectNothingRan();
});

test('names and addresses of people are shown as they are', async () => {
  await signedInAs(xssTexts.join(' '));
  const users = xssTexts.map((text, index) => ({
    ...{ id: `${index}`, firstName: text, lastName: text, email: `${text}@parley.example` },
    ...{ subscriptionStatus: 'free', createdAt: '2026-11-01T00:00:00.000Z' },
    ...{ trialEndsAt: null, subscriptionEndsAt: null },
  }));
  const pagination = { page: 1, limit: 50, totalUsers: 50, totalPages: 1, previous: null, next: null };
  await page.route('**/api/analytics/users?*', (route) => route.fulfill({ json: { users, pagination } }));
  await page.goto(`${url}/analytics`);
  const table = page.getByRole('region', { name: 'Recent Users' });
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(users.length);
  const shown = await table.getByRole('rowheader').allTextContents();
  for (const [index, text] of xssTexts.entries()) expect(shown[index]).toContain(text);
  await page.getByRole('button', { name: /account/i }).click();
  expect(await page.getByRole('menu').textContent()).toContain(xssTexts[0]);
  await expectNothingRan();
});

test('what is said of builds is shown as it is', async () => {
  await signedInAs('Ada');
  const builds = xssTexts.map((text, index) => ({
    ...{ id: text, buildId: text, buildType: text, status: text, nodeVersion: text },
    ...{ duration: 1, bundleSize: 1, memoryUsage: 1, startTime: `2026-11-01T00:00:${10 + index}.000Z` },
  }));
  const overview = { avgBuildTime: 1, successRate: 1, totalBuilds: 1, recentBuilds: builds };
  await page.route('**/api/performance/overview', (route) => route.fulfill({ json: overview }));
  await page.route('**/api/performance/metrics?*', (route) =>
    route.fulfill({ json: { trends: [], recentBuilds: builds } }),
  );
  await page.goto(`${url}/performance?type=${encodeURIComponent(xssTexts.join())}`);
  await expect.poll(() => page.getByRole('main').textContent()).toContain(xssTexts[0]);
  await expectNothingRan();
});

test('what the Android generator answers is shown as it is, and no file is named by it', async () => {
  const configFiles = Object.fromEntries(xssTexts.map((text) => [text, text]));
  const [text = ''] = xssTexts;
  await page.route('**/api/android/auto-setup', (route) =>
    route.fulfill({
      json: {
        configFiles,
        metadata: { expectedSuccessRate: text, estimatedBuildTime: text, optimizedFor: text },
        versions: { gradle: text, kotlin: text, agp: text, androidSdk: text, java: text },
        buildInstructions: xssTexts,
      },
    }),
  );
  await page.goto(`${url}/android-setup`);
  await page.getByRole('button', { name: 'Generate Android Config' }).click();
  const main = page.getByRole('main');
  await expect.poll(() => main.textContent()).toContain(xssTexts.at(-1));
  for (const each of xssTexts) expect(await main.textContent()).toContain(each);
  await expectNothingRan();
});

test('what somebody has put into the browser’s storage runs nothing', async () => {
  const all = xssTexts.join('\n');
  await page.goto(`${url}/icon.svg`);
  await page.evaluate(
    async ({ names, all, texts }) => {
      const turns = texts.map((text, id) => ({
        ...{ id, side: 'near', text, language: 'en-US', translation: text, translationLanguage: 'es-ES' },
      }));
      const dialogue = {
        owner: null,
        languages: { near: 'en-US', far: 'es-ES' },
        drafts: { near: all, far: all },
        turns,
      };
      for (const name of names)
        localStorage.setItem(name, JSON.stringify({ pinned: [all], recent: [all], mode: all }));
      localStorage.setItem('parley.account', all);
      sessionStorage.setItem('parley.dialogue', JSON.stringify(dialogue));
      const opening = indexedDB.open('parley.history', 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('translations', { keyPath: ['owner', 'id'] });
      await new Promise((done) => opening.addEventListener('success', done));
      const store = opening.result.transaction('translations', 'readwrite').objectStore('translations');
      for (const text of texts) {
        store.put({
          ...{ owner: 'guest', id: text, text, translatedText: text, standing: 'here', isStarred: false },
          ...{ sourceLanguage: 'en-US', targetLanguage: 'es-ES', createdAt: '2026-11-01T00:00:00.000Z' },
        });
      }
      await new Promise((done) => store.transaction.addEventListener('complete', done));
      opening.result.close();
    },
    { names: storedNames, all, texts: xssTexts },
  );
  await page.goto(`${url}/speech-translator`);
  const history = page.getByRole('region', { name: 'History' });
  await expect.poll(() => history.getByRole('listitem').count()).toBeGreaterThan(0);
  const shown = await history.getByRole('listitem').allTextContents();
  for (const text of shown) expect(xssTexts.some((each) => text.includes(each))).toBe(true);
  await expectNothingRan();
});

test('the login’s forms and the page after it say what they are told and run nothing', async () => {
  await page.goto(`${url}/api/login?signup`);
  for (const quotes of ['"', "'"]) {
    const texts = xssTexts.filter((text) => text.length < 100 && text.includes(quotes));
    const [text = ''] = texts;
    await page.getByLabel('First name').fill(text);
    await page.getByLabel('Last name').fill('</title><img src=x onerror=__ran()>');
    await page.getByLabel('E-mail address').fill('ada@parley.example');
    await page.getByLabel('Password').fill('weak');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe(text);
  }
  // Its own style and icon are in the page, and known to its policy.
  expect((await injection.intruders()).filter((each) => /__ran|evil/.test(each))).toEqual([]);
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

/** They do harm elsewhere: in scripts, in addresses, to people's eyes, in spreadsheets. */
const harmlessAsHtml = [
  'out of backquotes',
  'encoded as entities',
  'encoded for addresses',
  'one with control characters',
  'line ends of JavaScript',
  'wide and alike characters',
  'directions of writing',
  'names of prototypes',
  'a formula',
  'a wide formula',
];

const storedNames = [
  'parley.settings',
  'parley.languages',
  'parley.style',
  'parley.phrasebook',
  'parley.input-methods',
  'parley.shortcuts',
  'parley.turned',
];

async function echoTranslations(): Promise<void> {
  await page.route('**/api/translate', (route) =>
    route.fulfill({ json: { translatedText: route.request().postDataJSON().text } }),
  );
}

/** With room for all texts at once. */
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

async function signedInAs(name: string): Promise<void> {
  await context.addCookies([{ name: 'parley_signed_in', value: '1', url }]);
  const user = { id: 'u', email: `${name}@parley.example`, firstName: name, lastName: name, groups: [] };
  await page.route('**/api/auth/user', (route) => route.fulfill({ json: user }));
}

async function expectNothingRan(): Promise<void> {
  expect(await injection.intruders()).toEqual([]);
  expect(injection.ran).toEqual([]);
  expect(await takeBreaches(browser)).toEqual([]);
}
