import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser/browser.ts';
import { takeBreaches } from '../support/browser/guard.ts';
import { sharedParley } from '../support/parley/shared.ts';

const url = sharedParley.url;
/** One of each kind. Every other answer is compared with the headers of its address wherever a browser gets it. */
const framed = [
  ...['/', '/landing', '/subscription', '/no-such-page', '/icon.svg', '/api/health'],
  // Its redirect ends at the login's form.
  '/api/login',
];
let browser: Browser;
/** Another site, in truth: from what only a test answers, Chromium lets nobody ask anything of this machine. */
const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end());

beforeAll(async () => {
  await once(other.listen(0, '127.0.0.1'), 'listening');
  browser = await launchBrowser();
});
afterAll(async () => {
  try {
    await browser.close();
  } finally {
    other.close();
  }
});

test('no page and no answer is shown in a frame of another site', async () => {
  const frames = framed.map((path) => `<iframe src="${url}${path}"></iframe>`);
  const others = `<object data="${url}/landing"></object><embed src="${url}/landing">`;
  const page = await showing(otherSite(), `${frames.join('')}${others}`);
  // What an object or embed is refused may take its frame away.
  const inside = () => page.frames().filter((frame) => frame !== page.mainFrame());
  await expect
    .poll(() => inside().filter((frame) => frame.url() !== 'chrome-error://chromewebdata/'))
    .toEqual([]);
  expect(inside().length).toBeGreaterThanOrEqual(framed.length);
  const told: string[] = [];
  const hear = async () => told.push(...(await takeBreaches(browser)));
  await expect.poll(hear).toBeGreaterThanOrEqual(framed.length);
  // Of an object or embed it may be told later, or not at all: that is no later test's.
  await page.context().close();
  await hear();
  expect(told.filter((each) => !/^Framing .*frame-ancestors 'none'/.test(each))).toEqual([]);
});

test('another site’s page loads nothing of ours, and holds no window of ours that it has opened', async () => {
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

/** A page of somebody's making. */
async function showing(origin: string, body: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  // Without a policy, which every page of ours has.
  await page.route(`${url}/made`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${origin}/made`);
  await page.setContent(body);
  return page;
}
