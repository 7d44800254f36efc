import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { buildSite, isSiteStale, siteFolders } from '../../../infra/build/web-build.ts';
import { launchBrowser, newGuest } from '../../support/browser/browser.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { startParley } from '../../support/parley/system.ts';

/**
 * Opens tabs between deployments, each of which renames every script, then uses in each tab what it has not
 * loaded yet. Every other tab has a service worker; in the end one of them takes the new version.
 */
export async function outliveDeploys(
  { tabs, deploys }: { tabs: number; deploys: number },
  say: (line: string) => void = () => {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-deploys-'));
  const folders = siteFolders(folder);
  if (await isSiteStale()) await buildSite();
  const built = siteFolders('.build');
  await cp(built.web, folders.web, { recursive: true });
  await cp(built.sources, folders.sources);
  const parley = await startParley({ flags: ['--data', 'memory', '--site', folder] });
  const browser = await launchBrowser();
  const faults: string[] = [];
  let lateScripts = 0;
  try {
    const kept = await newGuest(browser, { serviceWorkers: 'allow' });
    const plain = await newGuest(browser);
    await sleepy(plain);
    for (const context of [kept, plain]) await signUpIn(context, parley.url);

    const opened: Tab[] = [];
    for (let deploy = 0; deploy < deploys; deploy++) {
      const due = Math.ceil((tabs * (deploy + 1)) / deploys);
      while (opened.length < due) {
        const context = opened.length % 2 === 0 ? plain : kept;
        const name = `tab ${opened.length + 1}, of version ${deploy + 1}, ${context === kept ? 'with' : 'without'} a worker`;
        opened.push(await openTab(context, parley.url, name));
      }
      const before = await scriptsIn(folders.web);
      await buildSite({ folders, mark: `deploy-${deploy + 1}` });
      const same = (await scriptsIn(folders.web)).filter((script) => before.includes(script));
      if (same.length > 0) faults.push(`Deployment ${deploy + 1} has left ${same} as it was`);
      say(`Deployment ${deploy + 1}: ${opened.length} tabs are open.`);
    }

    await takeNewVersion(kept, parley.url);
    for (const tab of opened) {
      const watched = watch(tab.page);
      const used = use(tab).catch((error: Error) => {
        watched.faults.push(error.message.split('\n', 1)[0] ?? '');
      });
      // A missing part is waited for in vain.
      await Promise.race([used, watched.firstFault]);
      lateScripts += watched.scripts.length;
      if (watched.scripts.length === 0) watched.faults.push('it has loaded nothing');
      faults.push(...watched.faults.map((fault) => `${tab.name}: ${fault}`));
      await tab.page.close();
    }
  } finally {
    await browser
      .close()
      .finally(() => parley.stop())
      .finally(() => rm(folder, { recursive: true }));
  }
  return { lateScripts, faults };
}

interface Tab {
  readonly name: string;
  readonly page: Page;
}

/** Idle callbacks wait for the event `wake`, so that nothing is preloaded. */
async function sleepy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    const timing = { didTimeout: true, timeRemaining: () => 0 };
    window.requestIdleCallback = (callback) => waiting.push(callback);
    addEventListener('wake', () => {
      for (const callback of waiting) callback(timing);
    });
  });
}

async function openTab(context: BrowserContext, url: string, name: string): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(url);
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  if (name.endsWith('with a worker')) {
    await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  }
  return { name, page };
}

async function takeNewVersion(context: BrowserContext, url: string): Promise<void> {
  const { page } = await openTab(context, url, 'with a worker');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await page.close();
}

async function use({ page }: Tab): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('wake')));
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('row', { name: /Japanese/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  // Client-side navigation, since a document would be the new version.
  await goWithin(page, '/performance');
  await page.getByRole('heading', { name: 'Performance Dashboard' }).waitFor();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await page.getByRole('heading', { level: 1, name: /Privacy/ }).waitFor();
}

async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

function watch(page: Page): { scripts: string[]; faults: string[]; firstFault: Promise<void> } {
  const scripts: string[] = [];
  const faults: string[] = [];
  const { promise: firstFault, resolve } = Promise.withResolvers<void>();
  const tell = (fault: string) => {
    faults.push(fault);
    resolve();
  };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/assets/')) return;
    if (response.ok()) scripts.push(pathname);
    else tell(`${pathname} was answered with ${response.status()}`);
  });
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) tell(`${pathname} has failed`);
  });
  page.on('pageerror', (error) => tell(error.message));
  return { scripts, faults, firstFault };
}

async function scriptsIn(web: string): Promise<string[]> {
  const names = await readdir(path.join(web, 'assets'));
  // The landing page and the worklet are no chunks: their names depend on their content.
  return names.filter((name) => name.endsWith('.js') && !/^(landing|pcm-worklet)-/.test(name));
}
