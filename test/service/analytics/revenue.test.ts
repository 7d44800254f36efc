import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/analytics/revenue.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';

const { user, put, all, remove } = await startInProcess();

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00Z'), toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const { pk, sk } of await all('users')) await remove('users', `${pk}`, `${sk}`);
});

test('the period is 30 days, or 7 on request', async () => {
  await putDay('2026-10-21', { revenueCents: 100_000 });
  await putDay('2026-10-22', { revenueCents: 3_999 });
  await putDay('2026-11-13', { revenueCents: 20 });
  await putDay('2026-11-14', { revenueCents: 499 });
  await putDay('2026-11-20', { revenueCents: 1_498 });
  const month = await revenue();
  expect(month).toMatchObject({ period: 30, totalRevenue: 60.16 });
  expect(month.revenueTrend).toHaveLength(30);
  expect(month.revenueTrend[0]).toEqual({ date: '2026-10-22', revenue: 39.99 });

  const week = await revenue({ period: '7' });
  expect(week).toMatchObject({ period: 7, totalRevenue: 19.97 });
  expect(week.revenueTrend).toEqual([
    { date: '2026-11-14', revenue: 4.99 },
    { date: '2026-11-15', revenue: 0 },
    { date: '2026-11-16', revenue: 0 },
    { date: '2026-11-17', revenue: 0 },
    { date: '2026-11-18', revenue: 0 },
    { date: '2026-11-19', revenue: 0 },
    { date: '2026-11-20', revenue: 14.98 },
  ]);
  expect(await revenue({ period: '30' })).toEqual(month);
});

test('refunds are subtracted', async () => {
  await putDay('2026-11-19', { revenueCents: 499 });
  await putDay('2026-11-20', { revenueCents: -3_999 });
  const figures = await revenue({ period: '7' });
  expect(figures.totalRevenue).toBe(-35);
  expect(figures.revenueTrend.at(-1)).toEqual({ date: '2026-11-20', revenue: -39.99 });
});

test('recurring revenue is a twelfth of the year, in whole cents', async () => {
  // Ten monthly ones of 4.99, and one annual one of 39.99.
  await putTotals({ paying: 11, yearlyCents: 10 * 12 * 499 + 3_999 });
  expect(await revenue()).toMatchObject({ monthlyRecurringRevenue: 53.23, activeSubscriptions: 11 });
});

test('churn is the share of subscriptions paying at the start that ended in the period', async () => {
  await putTotals({ paying: 100 });
  await putDay('2026-10-25', { began: 30, ended: 5 });
  await putDay('2026-11-20', { began: 10, ended: 2 });
  // 100 - 10 + 2 were paying a week ago, 100 - 40 + 7 a month ago.
  expect(await revenue({ period: '7' })).toMatchObject({ churnRate: 2.2 });
  expect(await revenue()).toMatchObject({ churnRate: 10.4 });
});

test.each([
  ['nothing has happened yet', {}, {}],
  ['there were no subscribers at the start', { paying: 1 }, { began: 3, ended: 2 }],
  ['more have begun to pay than the totals know', { paying: 1 }, { began: 9, ended: 2 }],
  ['totals are below nothing', { paying: -5, yearlyCents: -5_988 }, { ended: -1, revenueCents: -499 }],
])('churn is 0 if %s', async (_case, totals, counts) => {
  await putTotals(totals);
  await putDay('2026-11-20', counts);
  const figures = await revenue();
  expect(figures.churnRate).toBe(0);
  for (const figure of [figures.monthlyRecurringRevenue, figures.activeSubscriptions]) {
    expect(figure).toBeGreaterThanOrEqual(0);
  }
});

test.each(['', '0', '8', '30 ', '030', '7.0', '-7', 'week'])('"%s" is not a period', async (period) => {
  const { status, body } = await call(handler, { ...request, query: { period } }, await user());
  expect([status, body.error]).toEqual([400, 'Choose 7 or 30 days.']);
});

const request = { method: 'GET', path: '/api/analytics/revenue' };

async function revenue(query: Record<string, string> = {}) {
  const { status, body } = await call(handler, { ...request, query }, await user());
  expect(status).toBe(200);
  return body;
}

function putTotals(totals: Record<string, number>): Promise<void> {
  return put('users', { pk: 'STATS', sk: 'TOTALS', ...totals });
}

function putDay(date: string, counts: Record<string, number>): Promise<void> {
  return put('users', { pk: 'STATS', sk: `DAY#${date}`, ...counts });
}
