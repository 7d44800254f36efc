import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getSiteFolders } from '../../../infra/aws/build/web-build.ts';
import { launchBrowser, newGuest, openPage } from '../browser/browser.ts';
import { siteIsBuilt } from '../parley/built.ts';
import { startParley } from '../parley/system.ts';

export type OwnSite = Awaited<ReturnType<typeof startOwnSite>>;

/** A browser, and a Parley with a separate copy of the site that a test may change. */
export async function startOwnSite() {
  await siteIsBuilt();
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-site-'));
  const { web, sourcesFile } = getSiteFolders('.build');
  cpSync(web, path.join(folder, 'web'), { recursive: true });
  cpSync(sourcesFile, path.join(folder, path.basename(sourcesFile)));
  const [parley, browser] = await Promise.all([
    startParley({ flags: ['--data', 'memory', '--site', folder] }),
    launchBrowser(),
  ]);
  return {
    url: parley.url,
    /** Its `web/` holds the site's files. */
    folder,
    browser,
    stop: async () => {
      try {
        await Promise.all([browser.close(), parley.stop()]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

/** A guest's first visit, until the service worker has cached everything. */
export async function firstVisit({ url, browser }: OwnSite) {
  const context = await newGuest(browser, { serviceWorkers: 'allow' });
  const { page, problems } = await openPage(context, `${url}/speech-translator`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return { context, page, problems };
}
