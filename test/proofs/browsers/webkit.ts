import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { freePorts } from '../../support/parley/ports.ts';
import { end } from './end.ts';
import type { Page, RealBrowser, Visit } from './real-browser.ts';
import { until } from './until.ts';

/** WebKitGTK's MiniBrowser, driven by W3C WebDriver: Safari's engine. It needs a screen. */
export function webkit(env: NodeJS.ProcessEnv): RealBrowser {
  const silent = { ...env, PULSE_SERVER: 'unix:/nonexistent' };
  return {
    name: 'webkit',
    open: (visit) => open(visit, visit.isMicrophoneRefused ? silent : env),
  };
}

/**
 * The driver picks a port before its browser takes it; if another process takes it first, the driver waits for
 * ever. Hence the second attempt.
 */
async function open(visit: Visit, env: NodeJS.ProcessEnv, attempts = 2): Promise<Page> {
  const driver = await startDriver(env);
  try {
    return await openPage(driver, visit);
  } catch (error) {
    await driver.stop();
    if (attempts > 1 && (error as Error).name === 'TimeoutError') return open(visit, env, attempts - 1);
    throw error;
  }
}

async function openPage(driver: Driver, visit: Visit): Promise<Page> {
  const session = await openSession(driver.url, visit);
  const { call } = session;
  const elementAt = (xpath: string) =>
    until(`an element at ${xpath}`, async () => {
      const found = (await call('POST', '/elements', { using: 'xpath', value: xpath })) as Element[];
      return found[0] && Object.values(found[0])[0];
    });
  // A tap may load another document, which knows nothing of the first one's preparations and problems.
  const prepare = [noteProblems, ...visit.prepare].map((each) => `(${each})();`).join('\n');
  const earlier: string[] = [];
  const readProblems = () => page.evaluate(() => (window as unknown as Watched).problems);
  const page: Page = {
    version: session.version,
    problems: async () => [...earlier, ...(await readProblems())],
    async evaluate(run, ...args) {
      const script = `if (!window.problems) {\n${prepare}\n}\nreturn (${run})(...arguments)`;
      return (await call('POST', '/execute/sync', { script, args })) as never;
    },
    async click(xpath) {
      const id = await elementAt(xpath);
      earlier.splice(0, earlier.length, ...(await page.problems()));
      await page.evaluate(forgetProblems);
      await call('POST', `/element/${id}/click`, {});
    },
    async type(xpath, text) {
      await call('POST', `/element/${await elementAt(xpath)}/value`, { text });
    },
    screenshot: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
    async close() {
      await call('DELETE', '').finally(driver.stop);
    },
  };
  // Cookies can be set only on a page of the site.
  await call('POST', '/url', { url: new URL('/icon.svg', visit.url).href });
  for (const [name, value] of visit.cookies ?? []) {
    await call('POST', '/cookie', { cookie: { name, value, path: '/' } });
  }
  await call('POST', '/url', { url: visit.url });
  await readProblems();
  return page;
}

/** Runs in the page: the driver does not report the console. */
function noteProblems(): void {
  const problems: string[] = [];
  Object.assign(window, { problems });
  const { error } = console;
  console.error = (...words) => {
    problems.push(words.join(' '));
    error(...words);
  };
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
}

/** Runs in the page. */
function forgetProblems(): void {
  (window as unknown as Watched).problems.length = 0;
}

interface Watched {
  problems: string[];
}

async function startDriver(env: NodeJS.ProcessEnv) {
  const port = await freePorts();
  const child = spawn('WebKitWebDriver', ['-p', String(port)], { env, stdio: 'ignore' });
  await once(child, 'spawn');
  const url = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver', () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { url, stop: () => end(child) };
}

async function openSession(driver: string, { userAgent }: Visit) {
  const args = ['--automation', '--autoplay-policy=allow'];
  if (userAgent) args.push(`--user-agent=${userAgent}`);
  const browser = { binary: findMiniBrowser(), args };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const answer = (await send(driver, 'POST', '/session', { capabilities })) as Session;
  return {
    version: answer.capabilities.browserVersion,
    call: (method: string, path: string, body?: unknown) =>
      send(driver, method, `/session/${answer.sessionId}${path}`, body),
  };
}

async function send(driver: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(driver + path, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`WebKitWebDriver, ${method} ${path}: ${(value as Refusal).message}`);
  return value;
}

const timeoutMs = 30_000;

function findMiniBrowser(): string {
  const [found] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (!found) throw new Error('There is no MiniBrowser: install webkit2gtk-driver.');
  return found;
}

type Driver = Awaited<ReturnType<typeof startDriver>>;

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

type Element = Record<string, string>;

interface Refusal {
  readonly message: string;
}
