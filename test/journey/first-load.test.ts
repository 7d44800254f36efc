import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { webFolder } from '../../infra/aws/build/web-build.ts';
import { goTo, newGuest, openPage } from '../support/browser/browser.ts';
import { measureFirstLoad } from '../support/browser/first-load.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { faultsOf } from '../support/browser/look.ts';
import { close } from '../support/parley/local.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { variants } from '../support/variants.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('the first visit sees the landing page without layout shifts, and enters; Back leaves the site', async () => {
  const context = await browser().newContext();
  const page = await context.newPage();
  await page.addInitScript(watch);
  const problems = await goTo(page, `${url}/privacy-policy`);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Say it in their language' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(await seen(page)).toEqual({ shifts: [], isLanding: true });

  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Use as Guest' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(await seen(page)).toMatchObject({ isLanding: false });
  await page.goBack();
  await page.waitForURL(`${url}/privacy-policy`);
  const other = await context.newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Use as Guest' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('nothing moves while the landing page arrives in pieces', async () => {
  const opened = Promise.withResolvers<ServerResponse>();
  const server = createServer(async (request, response) => {
    if (request.url === '/') return opened.resolve(response);
    const answer = await fetch(url + request.url);
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await browser().newPage({ viewport: { width: 1_280, height: 720 } });
  await page.addInitScript(watch);
  const going = page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const response = await opened.promise;
  response.setHeader('content-type', 'text/html');
  const html = await (await fetch(url)).text();
  for (let at = 0; at < html.length; at += pieceCharacters) {
    response.write(html.slice(at, at + pieceCharacters));
    if (at === 0) await page.waitForURL(/^http/, { waitUntil: 'commit' });
    await page.evaluate(nextFrames);
  }
  response.end();
  await going;
  expect(await seen(page)).toEqual({ shifts: [], isLanding: true });
  await page.close();
  await close(server);
});

/** Most tags are longer, so that most of them are cut. */
const pieceCharacters = 150;

test('without JavaScript the landing page works, and its link leads to the sign-up form', async () => {
  const context = await browser().newContext({ javaScriptEnabled: false });
  const { page } = await openPage(context, url);
  await page.getByRole('heading', { name: 'Say it in their language' }).waitFor();
  await page.getByRole('link', { name: 'Register for Free Account' }).click();
  await page.getByRole('button', { name: 'Create account' }).waitFor();
  await context.close();
});

interface Watched {
  seen: { shifts: string[]; isLanding: boolean };
}

/** Runs in the page, from its start. */
function watch(): void {
  const seen: Watched['seen'] = { shifts: [], isLanding: false };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as unknown as { sources: { node: Node }[] }[])
      seen.shifts.push(...sources.map(({ node }) => node.textContent ?? ''));
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(function look() {
    seen.isLanding ||= document.getElementById('welcome')?.checkVisibility() ?? false;
    requestAnimationFrame(look);
  });
}

function seen(page: Page): Promise<Watched['seen']> {
  return page.evaluate(() => (window as unknown as Watched).seen);
}

/** Runs in the page: ends after a paint, which there is only with a body. */
function nextFrames(): Promise<unknown> | undefined {
  if (document.body === null) return undefined;
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

test('the first load is at most 112 KB: the app’s script, and small ones for the theme and to fetch the app again', async () => {
  const files = await measureFirstLoad(webFolder);
  expect(
    files
      .filter(({ file }) => file.endsWith('.js'))
      .map(({ file }) => file.split('-')[0])
      .toSorted(),
  ).toEqual(['assets/appearance', 'assets/index', 'assets/retry']);
  expect(files.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0)).toBeLessThanOrEqual(112_000);
});

test('the first load is nine requests, enough to translate typed text', async () => {
  const needed = (await measureFirstLoad(webFolder)).map(({ file }) => `/${file}`);
  const page = await (await newGuest(browser())).newPage();
  const asked: string[] = [];
  const blocked: string[] = [];
  // The icon does not count; blocked requests were not needed.
  await page.route('**/*', (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const isNeeded =
      request.resourceType() === 'document' ||
      request.resourceType() === 'font' ||
      needed.includes(pathname) ||
      // Reads the answers; needed only with the first of them.
      /^\/assets\/answers-/.test(pathname) ||
      hinted.includes(pathname) ||
      request.method() === 'POST';
    (isNeeded ? asked : blocked).push(pathname);
    return isNeeded ? route.continue() : route.abort();
  });
  await page.goto(`${url}/speech-translator`);
  await page.getByRole('textbox').fill('the house');
  await expect.poll(() => asked).toHaveLength(9);
  // Preloaded answers are used, and not requested again.
  expect(asked.filter((path) => hinted.includes(path)).sort()).toEqual(hinted);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText('casa').waitFor();
  expect(blocked).not.toEqual([]);
  await page.context().close();
});

test.for(
  variants([
    ['the script once', ['index.js'], 1],
    ['the stylesheet once', ['index.css'], 1],
    ['the retrying script', ['retry.js'], 9],
    ['every later part', ['soon.js', 'full.css'], 9],
  ] as const),
)('the translator starts without %s', async ([, files, times]) => {
  const page = await (await newGuest(browser())).newPage();
  await lose(page, (file, attempt) => files.some((lost) => lost === file) && attempt <= times);
  await page.goto(`${url}/speech-translator`);
  const field = page.getByRole('textbox', { name: 'Type your text' });
  await field.fill('the house');
  await expect.poll(() => field.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
  await expect.poll(() => page.locator('.not-started').count()).toBe(0);
  await page.context().close();
});

test.for(variants(['a page of a captive portal', 'reset', '404'] as const))(
  'an app whose script is always lost (%s) says so, and its link reloads',
  async (how) => {
    const page = await (await newGuest(browser())).newPage();
    let isLost = true;
    await lose(page, (file) => isLost && file === 'index.js', how);
    await page.goto(`${url}/speech-translator#text=house`);
    const notice = page.getByText('Parley didn’t load.');
    await notice.waitFor();
    isLost = false;
    await page.getByRole('link', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(await notice.count()).toBe(0);
    await page.context().close();
  },
);

test('a page without any script says after 10 seconds that the app did not load', async () => {
  const page = await (await newGuest(browser())).newPage();
  await lose(page, (file) => file.endsWith('.js'));
  await page.goto(`${url}/speech-translator`);
  const notice = page.getByText('Parley didn’t load.');
  expect(await notice.isVisible()).toBe(false);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  expect(await notice.isVisible()).toBe(true);
  await page.context().close();
});

test('of ten starts that lose 30 % of their files, all reach a text field or a sentence, and eight a field', async () => {
  const context = await newGuest(browser());
  const reached = await Promise.all(
    Array.from({ length: 10 }, async (_, start) => {
      const page = await context.newPage();
      await lose(page, (file, attempt) => hash(`${start} ${file} ${attempt}`) % 10 < 3);
      await page.goto(`${url}/speech-translator`);
      const field = page.getByRole('textbox', { name: 'Type your text' });
      const notice = page.locator('.not-started:visible');
      await field.or(notice).first().waitFor();
      return (await field.count()) > 0 ? 'field' : notice.isVisible();
    }),
  );
  expect(reached.filter((each) => each === 'field').length).toBeGreaterThanOrEqual(8);
  expect(reached).not.toContain(false);
  await context.close();
});

/** Loses files of the site. @param isLost for a name without hash, and the number of the attempt from 1 */
async function lose(
  page: Page,
  isLost: (file: string, attempt: number) => boolean,
  how: 'reset' | '404' | 'a page of a captive portal' = 'reset',
): Promise<void> {
  const attempts = new Map<string, number>();
  await page.route('**/assets/**', (route) => {
    const file = new URL(route.request().url()).pathname.replace(/.*\/|-[a-z0-9]{7,8}(?=\.)/g, '');
    const attempt = (attempts.get(file) ?? 0) + 1;
    attempts.set(file, attempt);
    if (!isLost(file, attempt)) return route.continue();
    if (how === 'reset') return route.abort('connectionreset');
    const status = how === '404' ? 404 : 200;
    return route.fulfill({ status, contentType: 'text/html', body: '<p>Log in to the network</p>' });
  });
}

function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

test('the landing page is at most 45 KB with its font, without API calls and storage', async () => {
  const context = await browser().newContext();
  const page = await context.newPage();
  const bytes = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) =>
    bytes.set(
      new URL(request.url()).pathname,
      request.sizes().then((sizes) => sizes.responseHeadersSize + sizes.responseBodySize),
    ),
  );
  await goTo(page, url);
  await page.getByRole('button', { name: 'Use as Guest' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect([...bytes.keys()].filter((path) => path.startsWith('/api/'))).toEqual([]);
  expect([...bytes.keys()].some((path) => path.endsWith('.woff2'))).toBe(true);
  const total = (await Promise.all(bytes.values())).reduce((sum, each) => sum + each, 0);
  expect(total).toBeLessThanOrEqual(45_000);
  expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await context.close();
});

/** By `web/documents/documents.ts`, for the translator. */
const hinted = ['/api/settings', '/api/subscription-status'];

test('until its script arrives the translator shows its header and its largest text, in their final place', async () => {
  const context = await newGuest(browser(), {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
  });
  const page = await context.newPage();
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const places = async () => [
    await page.getByRole('link', { name: 'Parley' }).boundingBox(),
    await page.getByText('Tap and speak').boundingBox(),
    await page.getByText('Your translation appears here.').boundingBox(),
  ];
  await page.goto(`${url}/speech-translator`, { waitUntil: 'commit' });
  await page.getByText('Tap and speak').waitFor();
  // Nothing is painted before the stylesheet arrives, but everything has a place.
  await page.waitForFunction(
    () => document.styleSheets.length > 0 && [...document.fonts].some(({ status }) => status === 'loaded'),
  );
  const before = await places();
  held.resolve();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  expect(await places()).toEqual(before);
  await context.close();
});
