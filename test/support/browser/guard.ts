import { type Browser, type BrowserContext, errors, type Response } from 'playwright';
import { buildSecurityHeaders } from '../../../infra/aws/stack/edge/headers.ts';

/**
 * Watches all that a browser shows: what a content security policy forbade, answers of the site without the headers
 * of their address, files that an ad blocker would refuse, and keys that left the focus on the body. Closing the browser fails if there was any that no test
 * has taken.
 */
export function guard(browser: Browser): void {
  const seen: Seen = { breaches: [], asking: new Set() };
  seenBy.set(browser, seen);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await watch(context, seen);
    return context;
  };
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    // After the browser is gone, answers cannot be read.
    await Promise.all(seen.asking);
    await close(options);
    const left = await takeBreaches(browser);
    if (left.length > 0) throw new Error(`The browser noticed:\n${left.join('\n')}`);
  };
}

/** Returns and clears the breaches, for a test that causes them on purpose. */
export async function takeBreaches(browser: Browser): Promise<string[]> {
  const seen = seenBy.get(browser);
  if (seen) await Promise.all(seen.asking);
  return seen?.breaches.splice(0) ?? [];
}

interface Seen {
  readonly breaches: string[];
  /** Pending checks of whether a test made an incomplete answer. */
  readonly asking: Set<Promise<void>>;
}

const seenBy = new WeakMap<Browser, Seen>();

async function watch(context: BrowserContext, { breaches, asking }: Seen): Promise<void> {
  await context.addInitScript(reportViolations, mark);
  await context.addInitScript(reportLostFocus, lostFocus);
  context.on('serviceworker', (worker) => {
    // A worker that has ended reports nothing.
    worker.evaluate(reportViolations, mark).catch(() => {});
    worker.on('console', (message) => hear(message.text()));
  });
  context.on('console', (message) => hear(message.text()));
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (refusedFiles.test(pathname)) breaches.push(`An ad blocker would refuse ${pathname}`);
  });
  context.on('response', (response) => {
    const lack = missingHeaders(response);
    if (!lack) return;
    const asked = isFromServer(response).then((isOurs) => {
      if (isOurs) breaches.push(lack);
      asking.delete(asked);
    });
    asking.add(asked);
  });
  // A page without JavaScript cannot report, but the console lists its violations.
  function hear(text: string): void {
    if (
      text.startsWith(mark) ||
      text.startsWith(lostFocus) ||
      /violates the following Content Security Policy/.test(text)
    )
      breaches.push(text);
  }
}

/** From EasyPrivacy, which ad blockers bring along. It also refuses `/api/analytics/`, which the specification names. */
const refusedFiles = /\/assets\/(analytics|tracking)[-.:]|\/assets\/(beacons|ga)\.js/;

const mark = 'forbidden by the policy:';

/** Runs in the page or its worker. Errors that a library catches do not reach the console. */
function reportViolations(mark: string): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, documentURI, sample }) =>
    console.debug(mark, effectiveDirective, blockedURI, 'at', documentURI, sample),
  );
}

const lostFocus = 'the focus is lost:';

/**
 * Runs in the page. A key that acts must leave the focus somewhere: a keyboard user would start at the top again. A
 * page has until the next key, or 3 s, to move it. Tab may leave the page, and a pointer may leave the focus nowhere.
 */
function reportLostFocus(mark: string): void {
  let pressed: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (pressed && document.activeElement === document.body)
      console.debug(mark, pressed, 'at', location.href);
    pressed = undefined;
  };
  addEventListener(
    'pointerdown',
    () => {
      pressed = undefined;
    },
    true,
  );
  addEventListener(
    'keydown',
    ({ key }) => {
      look();
      const { activeElement } = document;
      if (key === 'Tab' || !activeElement || activeElement === document.body) return;
      pressed = `${key} on ${activeElement.outerHTML.slice(0, 200)}`;
      timer = setTimeout(look, 3_000);
    },
    true,
  );
}

/** Missing headers of an answer of the site. Other servers of the tests are at 127.0.0.1. */
function missingHeaders(response: Response): string | undefined {
  const { hostname, pathname, protocol } = new URL(response.url());
  if (hostname !== 'localhost' || protocol !== 'http:') return undefined;
  const sent = response.headers();
  // Chromium hides it without TLS.
  const { 'strict-transport-security': _, ...wanted } = buildSecurityHeaders(pathname);
  const lacking = Object.entries(wanted).flatMap(([name, value]) =>
    sent[name] === value ? [] : [`${name}: ${sent[name]}`],
  );
  return lacking.length > 0
    ? `${response.status()} at ${pathname} has other headers: ${lacking.join(', ')}`
    : undefined;
}

/** Not a test's answer. An answer that is not reported in time counts as the site's. */
async function isFromServer(response: Response): Promise<boolean> {
  try {
    return (await response.serverAddr()) !== null;
  } catch (error) {
    // Otherwise the page is closed.
    return error instanceof errors.TimeoutError;
  }
}
