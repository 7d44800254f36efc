import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser/browser.ts';
import { takeBreaches } from '../../support/browser/guard.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import {
  type Answer,
  startTamperingSite,
  type TamperingSite,
  type Truth,
  truthOf,
} from './tampering-site.ts';

const url = sharedParley.url;
const evil = '<!doctype html><title>evil</title><script>document.title = "ran"</script>';
let site: TamperingSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let devtools: CDPSession;
/** The first script and the first document that the worker keeps. Later documents are not requested. */
let script: string;
let keptDocument: string;

beforeAll(async () => {
  [site, browser] = await Promise.all([startTamperingSite(url), launchBrowser()]);
  context = await browser.newContext({ serviceWorkers: 'allow' });
  page = await context.newPage();
  devtools = await context.newCDPSession(page);
  const worker = (await truthOf(url, '/sw.js')).body.toString();
  script = firstOf(worker, /"url":"(\/assets\/[\w-]+\.js)"/);
  keptDocument = firstOf(worker, /"url":"(\/[\w-]+)"/);
});
afterAll(async () => {
  try {
    await context.close();
    // Without its headers, which is the point of some lies; a worker led to another site breaks its policy.
    await takeBreaches(browser);
    await browser.close();
  } finally {
    await site.stop();
  }
});

beforeEach(async () => {
  site.lie = undefined;
  await context.clearCookies();
  await devtools.send('Network.clearBrowserCache');
  await context.setExtraHTTPHeaders({});
  // An address of the site that registers no worker.
  await page.goto(`${site.url}/icon.svg`);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
  });
  // The worker stays as long as it has a page.
  await page.goto('about:blank');
  await page.goto(`${site.url}/icon.svg`);
});

test.for<[what: string, path: () => string, lie: (truth: Truth) => Answer]>([
  ['a login page in place of a script', hashed, () => page200(evil)],
  ['the right script as something new', hashed, (truth) => ({ ...truth, status: 203 })],
  ['the right script as a text', hashed, (truth) => typed(truth, 'text/plain')],
  ['the right document as a script', document, (truth) => typed(truth, 'text/javascript')],
  ['the right document with another policy', document, (truth) => withPolicy(truth, "default-src 'self'")],
  ['a redirect to the right script', hashed, () => redirect(`${hashed()}?moved`)],
  ['a redirect to another site', hashed, () => redirect(`http://127.0.0.1:${new URL(url).port}${script}`)],
  ['a script for every header', hashed, (truth) => ({ ...truth, headers: { ...truth.headers, vary: '*' } })],
])('the service worker keeps nothing of %s', async ([, path, lie]) => {
  const tamperedPath = path();
  site.lie = (asked, truth) => (withoutRevision(asked) === tamperedPath ? lie(truth) : undefined);
  expect(await install()).toBe('redundant');
  expect((await kept()).map((each) => each.path)).not.toContain(tamperedPath);
});

test('a lie in the browser’s own cache is refused once, and the truth is there for the next attempt', async () => {
  const ask = (cache: RequestCache) =>
    page.evaluate(
      async ([address, cache]) => {
        const answer = await fetch(address, { cache });
        return { type: answer.headers.get('content-type'), body: await answer.text() };
      },
      [script, cache] as const,
    );
  site.lie = (asked, truth) =>
    asked === script
      ? { ...typed(truth, 'text/plain'), cacheControl: 'public, max-age=31536000, immutable' }
      : undefined;
  await ask('reload');
  site.lie = undefined;
  const truth = await truthOf(url, script);
  const told = { type: truth.headers['content-type'], body: truth.body.toString() };
  expect(await ask('default')).not.toEqual(told);
  expect(await install()).toBe('redundant');
  expect(await ask('default')).toEqual(told);
});

test('an untampered answer is kept whole, and no address, query, cookie or header changes it', async () => {
  expect(await install()).toBe('activated');
  const before = await kept();
  expect(before.length).toBeGreaterThan(50);
  expect(await keptWrongly()).toEqual([]);

  site.lie = () => page200(evil);
  await context.addCookies([{ name: 'parley_signed_in', value: '1', url: site.url }]);
  await context.setExtraHTTPHeaders({ 'x-forwarded-host': 'evil.example', 'accept-language': '<script>' });
  const revision = before.find((each) => each.path === '/landing')?.revision;
  const answered = {
    '/landing?x=<script>alert(1)</script>': 'worker',
    [`/landing?__WB_REVISION__=${revision}`]: 'worker',
    '/?__WB_REVISION__=x#<script>': 'worker',
    '/landing/': 'network',
    '//landing': 'network',
    '/LANDING': 'network',
    [`${script}?x`]: 'network',
    '/api/health': 'network',
    '/api/auth/callback?code=x': 'network',
    '/api/login': 'network',
    '/subscription': 'network',
    '/unknown': 'network',
  };
  for (const [address, by] of Object.entries(answered)) {
    const answer = await page.goto(site.url + address, { waitUntil: 'commit' });
    // The worker passes on what it does not keep.
    expect((await answer?.text())?.includes(evil) ? 'network' : 'worker', address).toBe(by);
  }
  expect(await kept()).toEqual(before);
});

test('a newer worker that is none, or comes from elsewhere, leaves the one that is there', async () => {
  await install();
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const outcome = await registration.update().then(
        () => 'updated',
        () => 'refused',
      );
      return [outcome, registration.active?.state, registration.installing ?? registration.waiting];
    });
  for (const lie of [
    () => page200(evil),
    () => redirect('/sw.js?other'),
    () => ({ ...page200('Internal Server Error'), status: 500 }),
  ]) {
    site.lie = (path) => (path === '/sw.js' ? lie() : undefined);
    // Chromium looks for a newer one by itself a second after a visit, and may have the true one in hand.
    await expect.poll(update).toEqual(['refused', 'activated', null]);
  }
  expect(await keptWrongly()).toEqual([]);
});

function firstOf(worker: string, pattern: RegExp): string {
  const found = worker.match(pattern)?.[1];
  if (found === undefined) throw new Error(`sw.js has nothing like ${pattern}.`);
  return found;
}

function hashed(): string {
  return script;
}

function document(): string {
  return keptDocument;
}

function withoutRevision(path: string): string {
  return path.replace(/\?__WB_REVISION__=.*/, '');
}

function page200(body: string): Answer & { body: string } {
  return { status: 200, headers: { 'content-type': 'text/html' }, body };
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: '' };
}

function typed(truth: Answer, type: string): Answer {
  return { ...truth, headers: { ...truth.headers, 'content-type': type } };
}

function withPolicy(truth: Answer, policy: string): Answer {
  return { ...truth, headers: { ...truth.headers, 'content-security-policy': policy } };
}

/** Registers the worker. @returns what became of it */
function install(): Promise<string> {
  return page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'activated' || installing.state === 'redundant') resolve(installing.state);
      });
    });
  });
}

/** Everything in every cache of the site. */
async function kept() {
  const found = await page.evaluate(async () => {
    const all = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        if (!answer) continue;
        const bytes = new Uint8Array(
          await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()),
        );
        const headers = ['content-type', 'content-security-policy'].map((each) => answer.headers.get(each));
        all.push({ name, url: request.url, status: answer.status, headers, hash: [...bytes] });
      }
    }
    return all;
  });
  return found.map(({ url, hash, ...rest }) => {
    const { pathname, searchParams } = new URL(url);
    const revision = searchParams.get('__WB_REVISION__');
    return { ...rest, path: pathname, revision, hash: Buffer.from(hash).toString('hex') };
  });
}

/** Cached entries that differ from Parley's own answers. */
async function keptWrongly(): Promise<string[]> {
  const wrong = [];
  for (const { path, status, headers, hash } of await kept()) {
    const truth = await truthOf(url, path);
    const [type, policy] = headers;
    const isTrue =
      status === truth.status &&
      type === truth.headers['content-type'] &&
      policy === truth.headers['content-security-policy'] &&
      hash === createHash('sha256').update(truth.body).digest('hex');
    if (!isTrue) wrong.push(path);
  }
  return wrong;
}
