import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Build, recordBuild } from '../../functions/builds/builds-table.ts';
import { moment } from '../../web/builds/formats.ts';
import { mediumDay } from '../../web/components/days.ts';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser, newGuest, openPage, settled } from '../support/browser/browser.ts';
import { enter, type SignedIn, signUpIn } from '../support/browser/people.ts';
import { type RunningParley, startParley } from '../support/parley/system.ts';

// Of its own: nobody else's builds are on its page.
let parley: RunningParley;
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let person: SignedIn;
let page: Page;

const timezoneId = 'America/New_York';
const refreshMs = 30_000;

beforeAll(async () => {
  [parley, browser] = await Promise.all([startParley(), launchBrowser()]);
  next = guestsInTurn(browser, parley.url);
  person = await signUpIn(await next({ timezoneId }), parley.url);
});
afterAll(() => Promise.all([browser?.close(), parley?.stop()]));

test('before any build it says that there is none, and axe finds nothing', async () => {
  const problems = await open();
  await page.getByText('No build metrics available yet. Builds will appear here once tracked.').waitFor();
  await page.getByText('Nothing was built in the last 7 days.').waitFor();
  expect(await figures()).toEqual({
    'Avg Build Time': 'N/A',
    'Success Rate': 'N/A',
    'Total Builds': '0',
    'Node Version': 'N/A',
  });
  expect(await faults()).toEqual([]);
  expect(problems).toEqual([]);
});

describe('with builds', () => {
  const prod = build({ daysAgo: 0, second: 3, buildType: 'production', durationMs: 12_340 });
  const again = build({
    daysAgo: 0,
    second: 2,
    buildType: 'production',
    status: 'failed',
    durationMs: 6_000,
  });
  const dev = build({
    daysAgo: 2,
    buildType: 'development',
    status: 'failed',
    durationMs: 850,
    bundleBytes: null,
    nodeVersion: 'v20.19.0',
  });
  const deploy = build({ daysAgo: 10, buildType: 'deployment', durationMs: 90_000, memoryMb: null });
  const older = build({ daysAgo: 20, buildType: 'production', durationMs: 8_000, bundleBytes: 92_570 });
  const oldest = build({ daysAgo: 60, buildType: 'development', durationMs: 2_000 });
  const overall = {
    'Avg Build Time': '19.9s',
    'Success Rate': '66.7%',
    'Total Builds': '6',
    'Node Version': 'v24.21.0',
  };

  beforeAll(() => Promise.all([prod, again, dev, deploy, older, oldest].map(record)));

  test('it shows figures, days and the newest builds', async () => {
    const problems = await open();
    await page.getByRole('heading', { level: 1, name: 'Performance Dashboard' }).waitFor();
    await page.getByText('Build times and deployment metrics').waitFor();
    await expect.poll(figures).toEqual(overall);
    await expect.poll(trends).toEqual([
      [dayOf(prod), '2', '9.2s', '50%'],
      [dayOf(dev), '1', '850ms', '0%'],
    ]);
    expect(await recent()).toEqual([
      [shortOf(prod), 'Prod', 'Success', '12.3s', '5.2 MB', '412 MB', startOf(prod)],
      [shortOf(again), 'Prod', 'Failed', '6.0s', '5.2 MB', '412 MB', startOf(again)],
      [shortOf(dev), 'Dev', 'Failed', '850ms', 'N/A', '412 MB', startOf(dev)],
    ]);
    expect(await page.getByTitle(prod.buildId).textContent()).toBe(shortOf(prod));
    await page.getByRole('img', { name: /^Average build time per day in the last 7 days/ }).waitFor();
    await expect.poll(() => page.locator('.recharts-bar-rectangle path').count()).toBe(2);
    expect(problems).toEqual([]);
  });

  test('filters change days and list, never the figures, and a reload keeps them', async () => {
    await open();
    await choose('Production');
    await expect.poll(ids).toEqual([prod, again].map(shortOf));
    expect(await trends()).toEqual([[dayOf(prod), '2', '9.2s', '50%']]);
    await choose('30d');
    await expect.poll(ids).toEqual([prod, again, older].map(shortOf));
    expect(await trends()).toEqual([
      [dayOf(prod), '2', '9.2s', '50%'],
      [dayOf(older), '1', '8.0s', '100%'],
    ]);
    await expect.poll(figures).toEqual(overall);
    await expect.poll(search).toBe('?type=production&days=30');

    await page.reload();
    await expect.poll(ids).toEqual([prod, again, older].map(shortOf));
    expect(await page.getByRole('radio', { name: 'Production' }).isChecked()).toBe(true);
    await choose('All Builds');
    await choose('90d');
    await expect.poll(ids).toEqual([prod, again, dev, deploy, older, oldest].map(shortOf));
    await choose('Deployment');
    await choose('7d');
    await page.getByText('No builds of this type in the last 7 days.').waitFor();
    await expect.poll(figures).toEqual(overall);
    await expect.poll(search).toBe('?type=deployment');
  });

  test('the keyboard moves among the filters, and what was shown stays until the next is here and told', async () => {
    // What the address says that is no filter counts as not said.
    await open('?type=nightly&days=8');
    await expect.poll(ids).toHaveLength(3);
    const told = page.getByRole('status').filter({ hasText: 'last 7 days' });
    expect(await told.textContent()).toBe('All Builds, last 7 days');
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/performance/metrics**', async (route) => {
      await gate.promise;
      await route.fallback();
    });
    await page.getByRole('radio', { name: 'All Builds' }).focus();
    await page.keyboard.press('ArrowRight');
    const table = page.getByRole('table', { name: 'Recent builds' });
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('true');
    expect(await ids()).toEqual([prod, again, dev].map(shortOf));
    expect(await told.textContent()).toBe('All Builds, last 7 days');
    gate.resolve();
    await expect.poll(ids).toEqual([shortOf(dev)]);
    expect(await told.textContent()).toBe('Development, last 7 days');
    expect(await table.getAttribute('aria-busy')).toBe('false');
    expect(await page.evaluate(() => document.activeElement?.parentElement?.textContent)).toBe('Development');
  });

  test('the way back leads to the page before, whatever was chosen, and the link to the translator', async () => {
    await begin();
    await page.goto(`${parley.url}/landing`);
    await page.goto(`${parley.url}/performance`);
    await choose('Production');
    await choose('30d');
    await expect.poll(ids).toHaveLength(3);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/performance');

    await page.goto(`${parley.url}/performance`);
    await page.getByRole('link', { name: 'Back to the translator' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/speech-translator');
  });

  test('on every screen, light and dark, axe finds nothing and nothing is cut off', async () => {
    await open('?days=90');
    await expect.poll(ids).toHaveLength(6);
    for (const [width, colorScheme] of [
      [1440, 'dark'],
      [320, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect(await overflow(), `${width}`).toBeLessThanOrEqual(0);
      expect(await faults(), `${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await overflow(), 'in text twice as large').toBeLessThanOrEqual(0);
  });

  test('it is read again every 30 seconds while it is in view, and nothing but the new is changed or told', async () => {
    await begin({ hasClock: true });
    await page.clock.install();
    await page.addInitScript(() => {
      const watched = window as unknown as Watched;
      const ask = window.fetch;
      watched.asked = [];
      window.fetch = (address, ...rest) => {
        watched.asked.push(String(address));
        return ask(address, ...rest);
      };
    });
    const both = ['/api/performance/metrics?days=30', '/api/performance/overview'];
    await page.goto(`${parley.url}/performance?days=30`);
    await expect.poll(ids).toHaveLength(5);
    await expect.poll(figures).toEqual(overall);
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    await page.evaluate(() => {
      const watched = window as unknown as Watched;
      watched.asked = [];
      watched.told = [];
      document.querySelector('main tbody tr')?.setAttribute('data-seen', '');
      new MutationObserver((mutations) => {
        for (const { target, addedNodes } of mutations) {
          const parent = target instanceof Element ? target : target.parentElement;
          const isTold = parent?.closest('[role=status], [role=alert], [aria-live]');
          const isSkeleton = [...addedNodes].some(
            (node) => node instanceof Element && (node.matches('.shimmer') || node.querySelector('.shimmer')),
          );
          if (isTold || isSkeleton) watched.told.push(parent?.textContent ?? '');
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    const hot = build({ daysAgo: 0, second: 4, buildType: 'production', durationMs: 61_000 });
    await record(hot);
    await page.clock.fastForward(refreshMs);
    await expect.poll(ids).toEqual([hot, prod, again, dev, deploy, older].map(shortOf));
    await expect.poll(async () => (await figures())['Total Builds']).toBe('7');
    expect((await watched()).asked.toSorted()).toEqual(both);
    expect((await watched()).told).toEqual([]);
    expect(await page.locator('[data-seen]').count()).toBe(1);

    await show('hidden');
    await page.clock.fastForward(refreshMs);
    expect((await watched()).asked).toHaveLength(2);
    await show('visible');
    await page.clock.fastForward(refreshMs);
    expect((await watched()).asked).toHaveLength(4);
  });

  describe('what goes wrong', () => {
    test('is told with a way to try again, and the focus stays in its card', async () => {
      await begin();
      await page.route('**/api/performance/**', (route) => route.abort());
      await page.goto(`${parley.url}/performance`);
      for (const what of ['overview', 'trends', 'builds'])
        await page.getByText(`The ${what} could not be loaded.`).waitFor();
      expect(await faults()).toEqual([]);
      await page.unroute('**/api/performance/**');
      await page.getByRole('region', { name: 'Recent Builds' }).getByRole('button').click();
      await page.getByRole('table', { name: 'Daily trends' }).waitFor();
      await page.getByRole('table', { name: 'Recent builds' }).waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Recent Builds');
      await page.getByText('The overview could not be loaded.').waitFor();
      // Nobody knows whether there is any build at all.
      await choose('Deployment');
      await page.getByText('No builds of this type in the last 7 days.').waitFor();
      await page.getByRole('region', { name: 'Overview' }).getByRole('button').click();
      await expect.poll(async () => (await figures())['Node Version']).toBe('v24.21.0');
    });

    test('with a refresh leaves what was there, says from when it is, and goes with the next one', async () => {
      await begin({ hasClock: true });
      await page.clock.install({ time: new Date('2026-11-21T06:58:00Z') });
      await page.goto(`${parley.url}/performance?days=90`);
      const table = page.getByRole('table', { name: 'Recent builds' });
      await table.waitFor();
      const rows = await recent();
      await page.route('**/api/performance/metrics**', (route) => route.abort());
      await page.clock.fastForward(refreshMs);
      const outdated = page.getByText('The newest figures could not be loaded.');
      expect(await outdated.textContent()).toContain('These are from Nov 21, 2026, 1:58');
      expect(await recent()).toEqual(rows);
      expect(await faults()).toEqual([]);
      await page.unroute('**/api/performance/metrics**');
      await page.clock.fastForward(refreshMs);
      await outdated.waitFor({ state: 'detached' });

      await page.route('**/api/performance/**', (route) => route.abort());
      await page.clock.fastForward(refreshMs);
      await outdated.waitFor();
      await page.unroute('**/api/performance/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await outdated.waitFor({ state: 'detached' });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toBe('Performance Dashboard');
    });

    test('a status that the page does not know is shown as it is, and what is not known as N/A', async () => {
      await begin();
      const rows = [
        { status: 'queued by hand', nodeVersion: null },
        { status: 'running', nodeVersion: 'v24.21.0' },
      ].map((given, index) => ({
        id: `${index}`,
        buildId: `0000000${index}-unknown`,
        buildType: 'production',
        duration: null,
        bundleSize: null,
        memoryUsage: null,
        startTime: '2026-11-21T06:58:00.000Z',
        ...given,
      }));
      const day = { date: '2026-11-21', buildCount: 2, avgDuration: null, successRate: null };
      await page.route('**/api/performance/metrics**', (route) =>
        route.fulfill({ json: { trends: [day], recentBuilds: rows } }),
      );
      await page.route('**/api/performance/overview', (route) =>
        route.fulfill({
          json: { avgBuildTime: null, successRate: null, totalBuilds: 2, recentBuilds: rows },
        }),
      );
      await page.goto(`${parley.url}/performance`);
      const started = moment('2026-11-21T06:58:00.000Z', timezoneId);
      await expect.poll(recent).toEqual([
        ['00000000…', 'Prod', 'queued by hand', 'N/A', 'N/A', 'N/A', started],
        ['00000001…', 'Prod', 'Running', 'N/A', 'N/A', 'N/A', started],
      ]);
      expect(await trends()).toEqual([['Nov 21, 2026', '2', 'N/A', 'N/A']]);
      await expect.poll(async () => (await figures())['Node Version']).toBe('N/A');
    });

    test('where the page is closed to its reader, it says so', async () => {
      await begin();
      await page.route('**/api/performance/**', (route) =>
        route.fulfill({ status: 403, json: { error: 'Not for you.', code: 'forbidden', requestId: '' } }),
      );
      await page.goto(`${parley.url}/performance`);
      await page.getByRole('heading', { name: 'For operators only' }).waitFor();
    });
  });
});

/** A page of its own for somebody who is signed in, still empty. A browser with a clock is nobody else's. */
async function begin({ hasClock = false } = {}): Promise<void> {
  const context = await (hasClock ? newGuest(browser, { timezoneId }) : next({ timezoneId }));
  if (hasClock) onTestFinished(() => context.close());
  await enter(context, person);
  page = await context.newPage();
}

/** @returns what is in the console that should not be there */
async function open(query = ''): Promise<string[]> {
  const context = await next({ timezoneId });
  await enter(context, person);
  const opened = await openPage(context, `${parley.url}/performance${query}`);
  page = opened.page;
  return opened.problems;
}

async function choose(name: string): Promise<void> {
  await page.getByRole('radio', { name }).check();
}

function search(): string {
  return new URL(page.url()).search;
}

/** The cards, by their labels. */
async function figures(): Promise<Record<string, string>> {
  const cards = page.getByRole('region', { name: 'Overview' }).locator('dl > div');
  const pairs = await cards.evaluateAll((all) =>
    all.map((card) => ['dt', 'dd'].map((part) => card.querySelector(part)?.textContent ?? '')),
  );
  return Object.fromEntries(pairs);
}

function trends(): Promise<string[][]> {
  return rowsOf('Daily trends');
}

function recent(): Promise<string[][]> {
  return rowsOf('Recent builds');
}

async function ids(): Promise<(string | undefined)[]> {
  return (await recent()).map(([id]) => id);
}

function rowsOf(table: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table }).locator('tbody tr');
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
  );
}

/** What the page keeps of itself for the test. */
interface Watched {
  /** What it has asked the server for. */
  asked: string[];
  /** What has changed that is told, and what stands in for something on its way. */
  told: string[];
}

function watched(): Promise<Watched> {
  return page.evaluate(() => {
    const { asked, told } = window as unknown as Watched;
    return { asked, told };
  });
}

/** Takes the tab out of view, or brings it back. */
async function show(state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

function overflow(): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** What axe finds, once no colour is on its way to another. */
async function faults(): Promise<[rule: string, html: string][]> {
  await settled(page);
  return violations(page, 'main');
}

/** A build that began in the first minute of a UTC day. */
function build({
  daysAgo,
  second = 1,
  ...given
}: { daysAgo: number; second?: number } & Partial<Build>): Build {
  const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return {
    id: randomUUID(),
    buildId: randomUUID(),
    buildType: 'development',
    status: 'success',
    startedAt: `${date}T00:00:0${second}.000Z`,
    durationMs: 1_000,
    bundleBytes: 5_452_595,
    memoryMb: 412,
    nodeVersion: 'v24.21.0',
    ...given,
  };
}

async function record(recorded: Build): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const endpoint = parley.dynamodb;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }),
  );
  await recordBuild(recorded, { client, table: 'builds' });
}

function shortOf({ buildId }: Build): string {
  return `${buildId.slice(0, 8)}…`;
}

function dayOf({ startedAt }: Build): string {
  return mediumDay(startedAt);
}

function startOf({ startedAt }: Build): string {
  return moment(startedAt, timezoneId);
}
