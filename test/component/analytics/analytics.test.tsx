import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Overview, Revenue, UsersPage } from '../../../web/analytics/queries.ts';
import { xssTexts } from '../../support/attacks/xss-classes.ts';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, openPage } from '../../support/component/page.tsx';
import { findWithoutRole } from '../../support/component/tables.ts';

// Charts are drawn in Chromium: they need a width.
vi.mock('../../../web/charts/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

// In this zone it is still the day before, but days are the server's.
beforeEach(() => void vi.stubEnv('TZ', 'Pacific/Honolulu'));

test('totals, revenue, signups and users are shown', async () => {
  await open();
  await within(region('Totals')).findByText('3,486');
  await within(region('Revenue')).findByText('$2,341.88');
  expect(figures('Revenue')).toEqual({
    'Total revenue': '$2,341.88',
    'Monthly recurring revenue': '$1,874.30',
    'Active subscriptions': '402',
    'Churn rate': '4.2%',
  });
  const trend = within(region('Signup Trend'));
  trend.getByRole('img', { name: /^Signups per day in the last 30 days: 465 signups in total/ });
  expect(trend.getAllByRole('listitem').map(({ textContent }) => textContent)).toHaveLength(7);
  expect(trend.getAllByRole('listitem')[0]?.textContent).toBe('Nov 2130 signups');
  const users = within(await screen.findByRole('region', { name: 'Recent Users' }));
  const headings = users.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toEqual(['User', 'Status', 'Joined', 'Trial/Subscription Ends']);
  expect(users.getByText('محمد (Smith)').localName).toBe('bdi');
  users.getByRole('rowheader', { name: 'User 0000' });
  expect(users.queryByText('No signups yet.')).toBeNull();
  users.getAllByRole('cell', { name: /Free Trial$/ });
  users.getAllByRole('cell', { name: /Trial: Nov 21, 2026$/ });
  expect(findWithoutRole(users.getByRole('table'))).toEqual([]);
  expect(await violations()).toEqual([]);
});

test('names and addresses of people are shown as they are', async () => {
  const personOf = (text: string) => ({ firstName: text, lastName: text, email: `${text}@parley.example` });
  const first = personOf(xssTexts[0] ?? '');
  const users = xssTexts.map((text, index) => ({
    ...personOf(text),
    id: `${index}`,
    subscriptionStatus: 'free' as const,
    createdAt: '2026-11-21T10:00:00.000Z',
    trialEndsAt: null,
    subscriptionEndsAt: null,
  }));
  const pagination = { page: 1, limit: 50, totalUsers: users.length, totalPages: 1, next: null };
  const { user } = await open({
    'auth.user': { ...first, id: 'u', groups: [], seesDashboards: true },
    'analytics.users': { users, pagination },
  });
  const table = within(await screen.findByRole('table', { name: 'Recent users' }));
  const shown = table.getAllByRole('rowheader').map(({ textContent }) => textContent);
  for (const [index, text] of xssTexts.entries()) expect(shown[index]).toContain(text);
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  const menu = await screen.findByRole('menu');
  expect(menu.textContent).toContain(`${first.lastName}${first.email}`);
});

test('operators see the usage of each day', async () => {
  const usage = [
    {
      date: '2026-11-20',
      users: 3,
      translations: 13,
      characters: 1_940,
      speechSeconds: 60,
      spokenCharacters: 70,
      guestTranslations: 6,
      guestCharacters: 500,
    },
  ];
  await open({ 'analytics.overview': { ...overview, usage } });
  const card = await screen.findByRole('region', { name: 'Usage' });
  const rows = within(card).getAllByRole('row');
  // Each cell begins with its column, which only a phone shows.
  const cells = [...(rows[1]?.children ?? [])].map((cell) =>
    [...cell.children].map(({ textContent }) => textContent).join(': '),
  );
  expect(cells.slice(1)).toEqual([
    'Users: 3',
    'Translations: 13',
    'Characters: 1,940',
    'Speech to text (s): 60',
    'Read aloud (characters): 70',
    'Guest translations: 6',
    'Guest characters: 500',
  ]);
});

test('figures that an ad blocker may hold back say so, and others do not', async () => {
  // A blocked request fails like one without a connection, while the browser has one.
  const page = await open({ 'analytics.overview': undefined });
  await screen.findByText(/^An ad blocker may be holding these figures back\./);
  page.answer({ 'analytics.overview': failure(502, 'provider_failed', 'No answer.') });
  await page.user.click(within(region('Totals')).getByText('Try again'));
  await waitFor(() => expect(screen.queryByText(/^An ad blocker/)).toBeNull());
});

test('the period changes the revenue, and is announced', async () => {
  const { user } = await open();
  const revenue = within(region('Revenue'));
  await user.click(await revenue.findByRole('radio', { name: '7 days' }));
  await revenue.findByText('$484.47 in the last 7 days');
  expect(figures('Revenue')['Total revenue']).toBe('$484.47');
  revenue.getByRole('img', { name: /in the last 7 days/ });
});

test('a chart can be read as a table, and takes no focus', async () => {
  const { user } = await open();
  const trend = within(region('Signup Trend'));
  await user.click(await trend.findByText('Show as table'));
  const rows = within(trend.getByRole('table', { name: 'Signups per day, last 30 days' })).getAllByRole(
    'row',
  );
  expect(rows).toHaveLength(31);
  expect(rows[1]?.textContent).toBe('Nov 21, 202630');
  expect(region('Signup Trend').querySelector('[role=img] [tabindex="0"]')).toBeNull();
});

test('users stay while the next page loads, and a second press requests nothing', async () => {
  const second = Promise.withResolvers<UsersPage>();
  const queries: string[] = [];
  const { user } = await open({
    'analytics.users': (_, { search, searchParams }) => {
      queries.push(search);
      return searchParams.get('page') === '1' ? usersPage(1) : second.promise;
    },
  });
  const next = await screen.findByRole('button', { name: 'Next' });
  await user.click(next);
  const table = screen.getByRole('table', { name: 'Recent users' });
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'));
  await user.click(next);
  within(table).getByText('User 0009');
  second.resolve(usersPage(2));
  await screen.findByText('Showing 11 to 20 of 35 users');
  expect(table.getAttribute('aria-busy')).toBe('false');
  expect(queries).toEqual(['?page=1', '?page=2&cursor=to-2']);
});

test('users can be paged forward and back, up to the last page', async () => {
  const { user } = await open();
  const [previous, next] = [await screen.findByText('Previous'), screen.getByText('Next')];
  expect(previous.getAttribute('aria-disabled')).toBe('true');
  for (const words of ['11 to 20', '21 to 30', '31 to 35']) {
    await user.click(next);
    await screen.findByText(`Showing ${words} of 35 users`);
  }
  expect(next.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(next);
  await user.click(previous);
  await screen.findByText('Showing 21 to 30 of 35 users');
});

test('a failed page of users leaves the current one, and is requested again', async () => {
  const { user, answer } = await open({
    'analytics.users': (_, { searchParams }) => (searchParams.get('page') === '1' ? usersPage(1) : undefined),
  });
  const next = await screen.findByRole('button', { name: 'Next' });
  await user.click(next);
  await screen.findByText('That page didn’t load.');
  screen.getByText('Showing 1 to 10 of 35 users');
  answer(well);
  await user.click(next);
  await screen.findByText('Showing 11 to 20 of 35 users');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an empty page says so in words', async () => {
  const nothing = { date: '2026-11-21', signups: 0 };
  const none = { page: 1, limit: 10, totalUsers: 0, totalPages: 0, next: null };
  await open({
    'analytics.overview': {
      overview: { totalUsers: 0, premiumUsers: 0, trialUsers: 0, conversionRate: 0 },
      signupTrend: [nothing],
    },
    'analytics.revenue': {
      ...revenueOf(30),
      totalRevenue: 0,
      revenueTrend: [{ date: nothing.date, revenue: 0 }],
    },
    'analytics.users': { users: [], pagination: none },
  });
  await screen.findByText('No signups yet.');
  await screen.findByText('No payments in the last 30 days.');
  await screen.findByText(/No signups in the last/);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  expect(await violations()).toEqual([]);
});

test('a part that fails to load affects nothing else, and can be retried', async () => {
  const { user, answer } = await open({ 'analytics.revenue': undefined });
  const revenue = within(region('Revenue'));
  await revenue.findByText('Revenue didn’t load.');
  await screen.findByText('3,486');
  await screen.findByRole('table', { name: 'Recent users' });
  expect(await violations()).toEqual([]);
  answer(well);
  await user.click(revenue.getByRole('button', { name: 'Try again' }));
  await revenue.findByText('$2,341.88');
  expect(document.activeElement?.textContent).toBe('Revenue');
});

test('without access, the page says so and shows nothing else', async () => {
  const closed = () => failure(403, 'forbidden', 'For operators.');
  await openPage('/analytics', {
    isSignedIn: true,
    answers: { 'analytics.overview': closed, 'analytics.revenue': closed, 'analytics.users': closed },
  });
  await screen.findByRole('heading', { name: 'You don’t have access to this page' });
  expect(screen.queryByRole('region', { name: 'Recent Users' })).toBeNull();
  screen.getByRole('link', { name: 'Back to the translator' });
});

test('the page reads its figures whenever it opens', async () => {
  const { user, answer } = await open();
  await screen.findByText('$2,341.88');
  await user.click(screen.getByRole('link', { name: 'Back to the translator' }));
  await screen.findByRole('button', { name: 'Start recording' });
  answer({
    'analytics.revenue': undefined,
    'analytics.overview': { ...overview, overview: { ...overview.overview, totalUsers: 3_487 } },
  });
  history.back();
  await screen.findByText('3,487');
  await screen.findByText('Revenue didn’t load.');
});

async function open(answers: Answers = {}) {
  const page = await openPage('/analytics', { isSignedIn: true, answers: { ...well, ...answers } });
  await screen.findByRole('region', { name: 'Recent Users' });
  return page;
}

function region(name: string): HTMLElement {
  return screen.getByRole('region', { name });
}

/** @returns a region's figures by name */
function figures(name: string): Record<string, string> {
  const pairs = [...region(name).querySelectorAll('dl > div')];
  return Object.fromEntries(
    pairs.map((pair) => [
      pair.querySelector('dt')?.textContent ?? '',
      pair.querySelector('dd')?.textContent ?? '',
    ]),
  );
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
  return {
    users: Array.from({ length: page === 4 ? 5 : 10 }, (_, row) => {
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
      next: page < 4 ? `to-${page + 1}` : null,
    },
  };
}

const well: Answers = {
  'analytics.overview': overview,
  'analytics.revenue': (_, { searchParams }) => revenueOf(Number(searchParams.get('period'))),
  'analytics.users': (_, { searchParams }) => usersPage(Number(searchParams.get('page'))),
};
