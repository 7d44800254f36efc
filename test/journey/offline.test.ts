import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { stripePaths } from '../../shared/routes.ts';
import { openCard, openPage } from '../support/browser/browser.ts';
import { firstVisit, type OwnSite, startOwnSite } from '../support/offline/own-site.ts';

let site: OwnSite;
/** A guest's browser after one visit. */
let kept: BrowserContext;

beforeAll(async () => {
  site = await startOwnSite();
  ({ context: kept } = await firstVisit(site));
});
afterAll(() => site.stop());

test('after one visit every page works offline, and payment pages and unknown addresses say that they need a connection', async () => {
  await kept.setOffline(true);
  onTestFinished(() => kept.setOffline(false));
  const { page, problems } = await openPage(kept, `${site.url}/speech-translator`);
  await page.getByText('You’re offline. Quick Actions still work.').waitFor();
  await openCard(page, 'Settings');
  await page.getByRole('slider', { name: 'Speech speed' }).waitFor();
  await page.getByRole('button', { name: /^To/ }).click();
  const flag = page.getByRole('row', { name: /Japanese/ }).locator('img');
  await flag.scrollIntoViewIfNeeded();
  await expect.poll(() => flag.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto(`${site.url}/?signin=failed`);
  await page.getByText('Login Failed').first().waitFor();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  const stranger = await kept.newPage();
  await stranger.addInitScript(() => sessionStorage.clear());
  await stranger.goto(site.url);
  await stranger.getByRole('button', { name: 'Use as Guest' }).waitFor();
  for (const [address, heading] of [
    ['/privacy-policy', /Privacy/],
    ['/android-setup', /Android/],
  ] as const) {
    await page.goto(site.url + address);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await page.goto(`${site.url}/landing`);
  await page.getByRole('button', { name: 'Use as Guest' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  // The browser logs each failed API call.
  expect(problems.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  for (const address of [...stripePaths, '/no-such-page']) {
    await page.goto(site.url + address);
    await page.getByRole('heading', { level: 1, name: 'You’re offline' }).waitFor();
  }
  await kept.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor();
});

test('offline, a phrase and the card are shown in a language that was never shown before', async () => {
  await kept.setOffline(true);
  onTestFinished(() => kept.setOffline(false));
  const { page } = await openPage(kept, `${site.url}/speech-translator`);
  await page.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('row', { name: /Thai/ }).click();
  await openCard(page, 'Quick Actions');
  const section = page.getByRole('region', { name: 'Quick Actions' });
  await section.getByRole('button', { name: 'Talking' }).click();
  await section.getByRole('button', { name: /^Please speak more slowly/ }).click();
  await section.getByText('กรุณาพูดช้าลงหน่อย').waitFor();
  await section.getByText('Karuna phut cha long noi').waitFor();

  await section.getByRole('button', { name: 'Eating out' }).click();
  await section.getByRole('button', { name: 'Allergy and health card' }).click();
  await page.getByLabel('Peanuts').check();
  await page.getByRole('button', { name: 'Show in Thai' }).click();
  await page.getByText('ถั่วลิสง', { exact: true }).waitFor();
});

test('offline, the login and pages for signed-in users say so, and lead back', async () => {
  await kept.addCookies([{ name: 'parley_signed_in', value: '1', url: site.url }]);
  await kept.setOffline(true);
  onTestFinished(async () => {
    await kept.setOffline(false);
    await kept.clearCookies();
  });
  const page = await kept.newPage();
  for (const address of ['/api/login?returnTo=%2F&signup', '/api/logout', '/performance', '/analytics']) {
    await page.goto(site.url + address);
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
    await page.getByRole('link', { name: 'Back to the translator' }).waitFor();
  }
  await page.route('**/api/auth/user', (route) =>
    route.fulfill({
      json: {
        id: 'a',
        email: 'a@parley.example',
        firstName: '',
        lastName: '',
        groups: [],
        seesDashboards: true,
      },
    }),
  );
  await kept.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'User Analytics' }).waitFor();
});

test('the API, the login, payment pages and unknown addresses are never cached', async () => {
  // Each has its own page, because a page may go elsewhere by itself.
  const answerOf = async (address: string) => {
    const page = await kept.newPage();
    const response = await page.goto(site.url + address, { waitUntil: 'commit' });
    await page.close();
    return `${response?.status()} by the ${response?.fromServiceWorker() ? 'worker' : 'network'}`;
  };
  expect(await answerOf('/')).toBe('200 by the worker');
  expect(await answerOf('/landing?a=b')).toBe('200 by the worker');
  expect(await answerOf('/api/health')).toBe('200 by the network');
  expect(await answerOf('/api/login')).toBe('200 by the network');
  // The worker passes them on, to notice a missing connection.
  for (const address of stripePaths) expect(await answerOf(address), address).toMatch(/^200/);
  expect(await answerOf('/no-such-page')).toMatch(/^404/);
  expect(await answerOf('/translator.html')).toMatch(/^404/);
  const page = await kept.newPage();
  await page.goto(`${site.url}/landing`);
  const cached = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toContain('/landing');
  for (const address of [...stripePaths, '/no-such-page', '/translator.html', '/api/health'])
    expect(cached).not.toContain(address);
});

test('sound is served by byte range, as Safari requires', async () => {
  const page = await kept.newPage();
  await page.goto(`${site.url}/icon.svg`);
  const answer = await page.evaluate(async () => {
    const response = await fetch('/silence.wav', { headers: { range: 'bytes=0-9' } });
    return [response.status, (await response.arrayBuffer()).byteLength];
  });
  expect(answer).toEqual([206, 10]);
});
