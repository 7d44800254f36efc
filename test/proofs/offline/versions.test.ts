import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildWorker } from '../../../web/offline/build.ts';
import { cacheNames } from '../../../web/offline/cache-names.ts';
import { violations } from '../../support/browser/axe.ts';
import { openPage } from '../../support/browser/browser.ts';
import { giveRecogniser, recogniserOf } from '../../support/browser/recogniser.ts';
import { firstVisit, type OwnSite, startOwnSite } from '../../support/offline/own-site.ts';

let site: OwnSite;
let worker: string;

beforeAll(async () => {
  site = await startOwnSite();
  worker = path.join(site.folder, 'web/sw.js');
});
afterAll(() => site.stop());

test('a new version waits for a tap, reloads only that tab, and interrupts nothing', async () => {
  const { context, page: recording } = await firstVisit(site);
  const notice = (page: Page) => page.getByText('A new version of Parley is ready.');
  await giveRecogniser(context);
  await recording.reload();
  const answer = Promise.withResolvers<void>();
  await recording.route('**/api/translate', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await recording.getByRole('button', { name: 'Start recording' }).click();
  await recogniserOf(recording).listening();
  await recogniserOf(recording).heard('the house');
  await recording.getByRole('button', { name: 'Translating...' }).waitFor();

  publishAnother();
  const { page: other } = await openPage(context, `${site.url}/speech-translator`);
  await notice(other).waitFor();
  expect(await violations(other)).toEqual([]);
  expect(await notice(recording).count()).toBe(0);
  answer.resolve();
  await notice(recording).waitFor();

  // Put off until the next visit.
  await other.getByRole('button', { name: 'Not now' }).click();
  await notice(other).waitFor({ state: 'detached' });
  await other.reload();
  await notice(other).waitFor();

  // Wanted, but not during speech.
  let loads = 0;
  other.on('load', () => loads++);
  await other.getByRole('textbox').fill('good evening');
  await other.getByRole('button', { name: 'Start recording' }).click();
  await recogniserOf(other).listening();
  await other.getByRole('button', { name: 'Reload' }).click();
  await other.getByText('Parley will reload when you’re done.').waitFor();
  expect(await waitingIn(other)).toBe(true);
  const isLoaded = other.waitForEvent('load');
  await recogniserOf(other).fail('no-speech');
  await isLoaded;
  await expect.poll(() => other.getByRole('textbox').inputValue()).toBe('good evening');
  await expect.poll(() => waitingIn(other)).toBe(false);
  expect(loads).toBe(1);

  // The other tab is as it was, and can still have the new version.
  await recording.getByTestId('translation').getByText('casa').waitFor();
  await recording.getByRole('button', { name: 'Reload' }).click();
  await recording.getByTestId('translation').waitFor({ state: 'detached' });
  await expect.poll(() => recording.getByRole('textbox').inputValue()).toBe('the house');
  expect(await notice(recording).count()).toBe(0);
  await context.close();
});

test.for(['gone', 'retired'] as const)(
  'a worker that is %s takes itself away, with what it kept',
  async (how) => {
    const { context, page } = await firstVisit(site);
    const before = path.join(site.folder, 'sw.js');
    cpSync(worker, before);
    onTestFinished(() => cpSync(before, worker));
    if (how === 'gone') rmSync(worker);
    else {
      vi.stubEnv('SERVICE_WORKER', 'off');
      onTestFinished(() => void vi.unstubAllEnvs());
      writeFileSync(worker, (await buildWorker()).code);
    }
    await page.reload();
    const devtools = await context.newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    const left = async () => {
      const workers = await page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        return registrations.map(({ active, waiting }) => [active, waiting].map((each) => each?.state));
      });
      // Chromium ends an idle worker within half a minute; until then it may keep the next one waiting.
      if (workers.flat().includes('installed')) await devtools.send('ServiceWorker.stopAllWorkers');
      return workers;
    };
    await expect.poll(left).toEqual([]);
    // It stays as long as there is a page that it has answered, and keeps what that page still asks for.
    await page.evaluate((shell) => caches.open(shell), cacheNames.shell);
    await page.close();
    const next = await context.newPage();
    expect((await next.goto(site.url))?.fromServiceWorker()).toBe(false);
    await expect.poll(() => next.evaluate((shell) => caches.has(shell), cacheNames.shell)).toBe(false);
    await context.close();
  },
);

function publishAnother(): void {
  appendFileSync(worker, '\n');
}

function waitingIn(page: Page): Promise<boolean> {
  return page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
}
