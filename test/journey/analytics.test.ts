import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Overview, Revenue, UsersPage } from '../../web/analytics/queries.ts';
import { violations } from '../support/browser/axe.ts';
import {
  guestsInTurn,
  launchBrowser,
  newGuest,
  openPage,
  settled,
  toast,
} from '../support/browser/browser.ts';
import { enter } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { type RunningParley, startParley } from '../support/parley/system.ts';
import { subscribe } from '../support/people/premium.ts';
import { signIn, signUp, visit } from '../support/people/session.ts';

/** Where it is still the day before. */
const options = { timezoneId: 'Pacific/Honolulu' } as const;

let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, sharedParley.url);
});
afterAll(() => browser.close());

describe('of a Parley with a dozen people', () => {
  let parley: RunningParley;

  beforeAll(async () => {
    parley = await startParley();
    const subscriber = visit(parley.url);
    await signUp(subscriber);
    await Promise.all(Array.from({ length: 11 }, () => signUp(visit(parley.url))));
    await subscribe(subscriber, parley.stripe ?? '');
  });
  afterAll(() => parley.stop());

  test('an operator sees how many there are, who they are, and the next of them', async () => {
    const { page, problems } = await openPage(await operator(), `${parley.url}/analytics`);
    await page.getByRole('heading', { name: 'User Analytics', level: 1 }).waitFor();
    await expect
      .poll(() => figures(page, 'Totals'))
      .toMatchObject({ 'Total users': '13', 'Trial users': '1' });
    const trend = page.getByRole('region', { name: 'Signup Trend' });
    await trend.getByRole('heading', { name: 'Last 30 days' }).waitFor();
    expect(await trend.getByRole('listitem').count()).toBe(7);
    expect(await trend.getByRole('listitem').first().textContent()).toMatch(/^\w{3} \d+13 signups$/);
    await trend
      .getByRole('img', { name: /^Signups per day in the last 30 days: 13 signups in all/ })
      .waitFor();
    await trend.locator('.recharts-bar-rectangle').first().waitFor();

    const users = page.getByRole('region', { name: 'Recent Users' });
    await users.getByText('Showing 1 to 10 of 13 users').waitFor();
    expect(await users.getByRole('columnheader').allTextContents()).toEqual([
      'User',
      'Status',
      'Joined',
      'Trial/Subscription Ends',
    ]);
    expect(
      await users.getByRole('rowheader', { name: /^Ada Lovelace.+@parley\.example$/ }).count(),
    ).toBeGreaterThan(8);
    expect(await users.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true');
    const next = users.getByRole('button', { name: 'Next' });
    await next.focus();
    await page.keyboard.press('Enter');
    await users.getByText('Showing 11 to 13 of 13 users').waitFor();
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
    await users.getByRole('cell', { name: 'Free Trial' }).waitFor();
    await users.getByRole('cell', { name: /^Trial: \w{3} \d+, \d{4}$/ }).waitFor();
    await users.getByRole('button', { name: 'Previous' }).click();
    await users.getByText('Showing 1 to 10 of 13 users').waitFor();
    expect(problems).toEqual([]);
  });

  test('anybody else sees how many there are, and nobody’s name', async () => {
    const context = await next(options);
    const visitor = visit(parley.url);
    await signUp(visitor);
    const { id } = (await (await visitor.fetch('/api/auth/user')).json()) as { id: string };
    await enter(context, { visitor, userId: id });
    const { page, problems } = await openPage(context, `${parley.url}/analytics`);
    const users = page.getByRole('region', { name: 'Recent Users' });
    await users.getByRole('rowheader', { name: `User ${id.slice(-4)}`, exact: true }).waitFor();
    expect(await users.textContent()).not.toMatch(/Ada|Lovelace|@/);
    expect(problems).toEqual([]);
  });

  /** A browser in which the operator is signed in, whom the local login knows. */
  async function operator(): Promise<BrowserContext> {
    const told = parley.lines.join('\n');
    const [, email = '', password = ''] = /Sign in as (\S+) with the password (\S+)/.exec(told) ?? [];
    const visitor = visit(parley.url);
    await signIn(visitor, { email, password });
    const context = await next(options);
    await enter(context, { visitor, userId: '' });
    return context;
  }
});

describe('of a Parley of years', () => {
  test('the period changes the figures, by keyboard too, and is announced', async () => {
    const { page } = await open();
    const revenue = page.getByRole('region', { name: 'Revenue' });
    await revenue.getByText('$2,341.88', { exact: true }).waitFor();
    expect(await figures(page, 'Revenue')).toEqual({
      'Total revenue': '$2,341.88',
      'Monthly recurring revenue': '$1,874.30',
      'Active subscriptions': '402',
      'Churn rate': '4.2%',
    });
    expect(await revenue.getByRole('radio', { name: '30 days' }).isChecked()).toBe(true);
    await revenue.getByRole('radio', { name: '30 days' }).focus();
    await page.keyboard.press('ArrowLeft');
    await revenue.getByRole('status').getByText('$484.47 in the last 7 days').waitFor();
    expect((await figures(page, 'Revenue'))['Total revenue']).toBe('$484.47');
    await revenue.getByRole('img', { name: /in the last 7 days/ }).waitFor();
  });

  test('a chart can be read as a table, and its day when it is pointed at: the server’s, wherever it is read', async () => {
    const { page } = await open();
    const trend = page.getByRole('region', { name: 'Signup Trend' });
    await expect.poll(() => trend.getByRole('listitem').first().textContent()).toBe('Nov 2130 signups');
    await trend.getByText('Show as table').click();
    const table = trend.getByRole('table', { name: 'Signups per day, last 30 days' });
    expect(await table.getByRole('row').count()).toBe(31);
    expect(await table.getByRole('row').nth(1).textContent()).toBe('Nov 21, 202630');
    await trend.locator('.recharts-bar-rectangle').last().hover();
    await trend.locator('.recharts-tooltip-wrapper').getByText('30 signups').waitFor();
    // A picture is no stop for the keyboard: it could not be told what it does.
    expect(await trend.getByRole('img').locator('[tabindex="0"]').count()).toBe(0);
  });

  test('signups, revenue and users can be taken along', async () => {
    const { page, problems } = await open();
    for (const { region, fileName, holds, lines } of [
      {
        region: 'Signup Trend',
        fileName: 'parley-signups-2026-11-21.csv',
        holds: /^\uFEFFDate,Signups\r\n2026-10-23,1\r\n/,
        lines: 31,
      },
      {
        region: 'Revenue',
        fileName: 'parley-revenue-30-days-2026-11-21.csv',
        holds: /^\uFEFFDate,Revenue \(USD\)\r\n2026-10-23,1\.50\r\n/,
        lines: 31,
      },
      {
        region: 'Recent Users',
        fileName: 'parley-users-page-1.csv',
        holds: /\r\n1-0001,"'=1\+1",One,one@parley\.example,Free Trial,/,
        lines: 11,
      },
    ]) {
      const isTaken = page.waitForEvent('download');
      await page.getByRole('region', { name: region }).getByRole('button', { name: 'Download CSV' }).click();
      const taken = await isTaken;
      expect(taken.suggestedFilename()).toBe(fileName);
      const text = await readFile(await taken.path(), 'utf8');
      expect(text).toMatch(holds);
      expect(text.split('\r\n')).toHaveLength(lines);
      await toast(page, 'Downloaded').getByText(fileName).waitFor();
    }
    expect(problems).toEqual([]);
  });

  test('a name is written in its own direction', async () => {
    const { page } = await open();
    const name = page.getByText('محمد (Smith)', { exact: true });
    expect(await name.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  test('while the next users come, the ones before stay, and who presses twice goes one page', async () => {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    const { page } = await open({
      async users(route) {
        const query = new URL(route.request().url()).searchParams;
        asked.push(query.toString());
        if (query.get('page') !== '1') await gate.promise;
        await route.fulfill({ json: usersPage(Number(query.get('page'))) });
      },
    });
    const users = page.getByRole('region', { name: 'Recent Users' });
    const next = users.getByRole('button', { name: 'Next' });
    await next.click();
    const table = users.getByRole('table');
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('true');
    await next.click();
    expect(await table.getByRole('rowheader').last().textContent()).toBe('User 0009');
    gate.resolve();
    await users.getByText('Showing 11 to 20 of 35 users').waitFor();
    expect(await table.getAttribute('aria-busy')).toBe('false');
    expect(asked).toEqual(['page=1', 'page=2&cursor=to-2']);
  });

  test('users that do not come leave those that are there, and pressing again asks again', async () => {
    let isWell = false;
    const { page } = await open({
      users(route) {
        const number = Number(new URL(route.request().url()).searchParams.get('page'));
        return number === 1 || isWell ? route.fulfill({ json: usersPage(number) }) : route.abort();
      },
    });
    const users = page.getByRole('region', { name: 'Recent Users' });
    const next = users.getByRole('button', { name: 'Next' });
    await next.click();
    await users.getByRole('alert').getByText('That page could not be loaded.').waitFor();
    await users.getByText('Showing 1 to 10 of 35 users').waitFor();
    isWell = true;
    await next.click();
    await users.getByText('Showing 11 to 20 of 35 users').waitFor();
    expect(await users.getByRole('alert').count()).toBe(0);
  });
});

test('a page that is empty says so in words', async () => {
  const nothing = { date: '2026-11-21', signups: 0 };
  const { page } = await open({
    overview: {
      overview: { totalUsers: 0, premiumUsers: 0, trialUsers: 0, conversionRate: 0 },
      signupTrend: [nothing],
    },
    revenue: () => ({
      ...revenueOf(30),
      totalRevenue: 0,
      revenueTrend: [{ date: nothing.date, revenue: 0 }],
    }),
    users: (route) =>
      route.fulfill({
        json: {
          users: [],
          pagination: { page: 1, limit: 10, totalUsers: 0, totalPages: 0, previous: null, next: null },
        },
      }),
  });
  await page.getByRole('region', { name: 'Recent Users' }).getByText('Nobody has signed up yet.').waitFor();
  await page
    .getByRole('region', { name: 'Revenue' })
    .getByText('Nothing was paid in the last 30 days.')
    .waitFor();
  await page
    .getByRole('region', { name: 'Signup Trend' })
    .getByText('Nobody has signed up in the last')
    .waitFor();
  expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
  expect(await violations(page, 'main')).toEqual([]);
});

test('what cannot be loaded takes nothing else down, and can be asked for again', async () => {
  let isWell = false;
  const { page } = await open({
    revenue: (period) => (isWell ? revenueOf(period) : undefined),
  });
  const revenue = page.getByRole('region', { name: 'Revenue' });
  await revenue.getByRole('alert').getByText('The revenue could not be loaded.').waitFor();
  await page.getByRole('region', { name: 'Totals' }).getByText('3,486').waitFor();
  await page.getByRole('region', { name: 'Recent Users' }).getByRole('table').waitFor();
  expect(await violations(page, 'main')).toEqual([]);
  isWell = true;
  await revenue.getByRole('button', { name: 'Try again' }).click();
  await revenue.getByText('$2,341.88', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Revenue');
});

test('figures that are on their way are told and keep their place', async () => {
  const gate = Promise.withResolvers<void>();
  const { page } = await open({}, gate.promise);
  for (const what of ['signups', 'revenue', 'users']) await page.getByText(`Loading the ${what}…`).waitFor();
  expect(await violations(page, 'main')).toEqual([]);
  gate.resolve();
  await page.getByRole('region', { name: 'Totals' }).getByText('3,486').waitFor();
  await expect.poll(() => page.getByText(/^Loading/).count()).toBe(0);
});

test('a page that is closed to its visitor says so, and nothing else', async () => {
  const context = await played({});
  await context.route('**/api/analytics/**', (route) =>
    route.fulfill({ status: 403, json: { error: 'For operators.', code: 'forbidden', requestId: '' } }),
  );
  const page = await context.newPage();
  await page.goto(`${sharedParley.url}/analytics`);
  await page.getByRole('heading', { name: 'For operators only' }).waitFor();
  expect(await page.getByRole('region', { name: 'Recent Users' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
});

test('who is signed out when loading ends is told so and led to the login, which comes back', async () => {
  const context = await newGuest(browser);
  // On a busy machine the half second may be over before anybody looks: an answer without content changes nothing.
  await context.route('**/api/login?*', (route) => route.fulfill({ status: 204 }));
  const left = context.waitForEvent('request', (request) =>
    request.url().endsWith('/api/login?returnTo=%2Fanalytics'),
  );
  const { page } = await openPage(context, `${sharedParley.url}/analytics`);
  const told = toast(page, 'Unauthorized');
  await told.getByText('You are logged out. Logging in again...').waitFor();
  expect(await told.getAttribute('data-tone')).toBe('destructive');
  await left;
  expect(await page.getByRole('heading', { name: 'User Analytics' }).count()).toBe(0);
  await context.close();
});

test('who opens the page again sees what has changed, or that it could not be loaded', async () => {
  let signupsToday = 4;
  let isWell = true;
  const { page } = await open({
    get overview() {
      const [first = { date: '', signups: 0 }] = overview.signupTrend.slice(-1);
      return { ...overview, signupTrend: [{ ...first, signups: signupsToday }] };
    },
    revenue: (period) => (isWell ? revenueOf(period) : undefined),
  });
  await page.getByText('4 signups').first().waitFor();
  await page.getByText('$2,341.88', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Back to the translator' }).click();
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  signupsToday = 5;
  isWell = false;
  await page.goBack();
  await page.getByText('5 signups').first().waitFor();
  await page.getByText('The revenue could not be loaded.').waitFor();
});

test('without a connection it says so, instead of waiting for one', async () => {
  const { page } = await open();
  const revenue = page.getByRole('region', { name: 'Revenue' });
  const users = page.getByRole('region', { name: 'Recent Users' });
  await users.getByText('Showing 1 to 10 of 35 users').waitFor();
  await page.context().unrouteAll();
  await page.context().setOffline(true);
  await users.getByRole('button', { name: 'Next' }).click();
  await users.getByRole('alert').getByText('That page could not be loaded.').waitFor();
  await revenue.getByRole('radio', { name: '7 days' }).check();
  await revenue.getByRole('alert').getByText('The revenue could not be loaded.').waitFor();
});

test('on phones and desktops, light and dark, axe finds nothing and nothing is cut off', async () => {
  const { page, problems } = await open();
  await page.locator('.recharts-bar-rectangle').first().waitFor();
  const table = page.getByRole('group', { name: 'Recent users' });
  for (const [width, height, colorScheme, isStop] of [
    [1440, 900, 'dark', false],
    [320, 568, 'light', true],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    // A table that scrolls is a stop for the keyboard.
    await expect.poll(() => table.getAttribute('tabindex')).toBe(isStop ? '0' : null);
    await settled(page);
    expect(await violations(page, 'main'), `${width}`).toEqual([]);
    await page.getByText('Show as table').last().click();
    await expect.poll(() => overflow(page), { message: `${width}` }).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(() => overflow(page), { message: 'in text of twice the size' }).toBeLessThanOrEqual(0);
  // Drawn anew, as in a browser that has this size of text.
  await page.getByRole('radio', { name: '7 days' }).check();
  const days = page.getByRole('region', { name: 'Revenue' }).locator('.recharts-xAxis-tick-labels text');
  await expect.poll(() => days.first().textContent()).toBe('Nov 15');
  const [below, end] = await Promise.all([
    days.first().evaluate((day) => day.getBoundingClientRect().bottom),
    days.first().evaluate((day) => day.closest('svg')?.getBoundingClientRect().bottom),
  ]);
  expect(below).toBeLessThanOrEqual(end ?? 0);
  // The content security policy has nothing to say about the charts.
  expect(problems).toEqual([]);
});

/** The page with played answers. */
async function open(answers: Answers = {}, ready = Promise.resolve()) {
  return openPage(await played(answers, ready), `${sharedParley.url}/analytics`);
}

async function played(answers: Answers, ready = Promise.resolve()) {
  const context = await next(options);
  await context.addCookies([{ name: 'parley_signed_in', value: '1', url: sharedParley.url }]);
  const user = { id: 'u', email: 'ada@parley.example', firstName: 'Ada', lastName: 'Lovelace', groups: [] };
  await context.route('**/api/auth/user', (route) => route.fulfill({ json: user }));
  await context.route('**/api/analytics/overview', async (route) => {
    await ready;
    await route.fulfill({ json: answers.overview ?? overview });
  });
  await context.route('**/api/analytics/revenue?*', async (route) => {
    await ready;
    const period = Number(new URL(route.request().url()).searchParams.get('period'));
    const json = (answers.revenue ?? revenueOf)(period);
    await (json ? route.fulfill({ json }) : route.abort());
  });
  await context.route('**/api/analytics/users?*', async (route) => {
    await ready;
    const page = Number(new URL(route.request().url()).searchParams.get('page'));
    await (answers.users ? answers.users(route) : route.fulfill({ json: usersPage(page) }));
  });
  return context;
}

interface Answers {
  readonly overview?: Overview;
  /** Undefined is a failure. */
  readonly revenue?: (period: number) => Revenue | undefined;
  readonly users?: (route: Route) => Promise<void>;
}

const days = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
);

const overview: Overview = {
  overview: { totalUsers: 3_486, premiumUsers: 402, trialUsers: 57, conversionRate: 11.5 },
  signupTrend: days.map((date, index) => ({ date, signups: index + 1 })),
};

function revenueOf(period: number): Revenue {
  return {
    period,
    totalRevenue: period === 7 ? 484.47 : 2_341.88,
    monthlyRecurringRevenue: 1_874.3,
    activeSubscriptions: 402,
    churnRate: 4.2,
    revenueTrend: days.map((date, index) => ({ date, revenue: (index + 1) * 1.5 })).slice(-period),
  };
}

function usersPage(page: number): UsersPage {
  const statuses = ['free', 'trialing', 'active', 'canceled', 'past_due'] as const;
  const at = '2026-11-21T10:00:00.000Z';
  const rows = page === 4 ? 5 : 10;
  return {
    users: Array.from({ length: rows }, (_, row) => {
      const subscriptionStatus = statuses[row % statuses.length] ?? 'free';
      return {
        id: `${page}-000${row}`,
        firstName: { 1: '=1+1', 2: 'محمد' }[row] ?? null,
        lastName: { 1: 'One', 2: '(Smith)' }[row] ?? null,
        email: row === 1 ? 'one@parley.example' : null,
        subscriptionStatus,
        createdAt: at,
        trialEndsAt: subscriptionStatus === 'trialing' ? at : null,
        subscriptionEndsAt: subscriptionStatus === 'free' ? null : at,
      };
    }),
    pagination: {
      page,
      limit: 10,
      totalUsers: 35,
      totalPages: 4,
      previous: page > 1 ? `to-${page - 1}` : null,
      next: page < 4 ? `to-${page + 1}` : null,
    },
  };
}

/** What a region's figures say, by their names. */
async function figures(page: Page, region: string): Promise<Record<string, string>> {
  const pairs = page.getByRole('region', { name: region }).locator('dl > div');
  return Object.fromEntries(
    await pairs.evaluateAll((found) =>
      found.map((pair) => [
        pair.querySelector('dt')?.textContent ?? '',
        pair.querySelector('dd')?.textContent ?? '',
      ]),
    ),
  );
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
