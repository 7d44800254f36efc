import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/analytics/overview.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';

const { user, put, all, remove, issuer } = await startInProcess();

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T23:59:59.500Z'), toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const { pk, sk } of await all('users')) await remove('users', `${pk}`, `${sk}`);
});

test('the totals count users by plan', async () => {
  await putTotals({ users: 3_000, trials: 41, paying: 200 });
  expect(await overview()).toMatchObject({
    overview: { totalUsers: 3_000, premiumUsers: 200, trialUsers: 41, conversionRate: 6.7 },
  });
});

test('sign-ups of 30 days are listed, oldest first, also days without any', async () => {
  await putDay('2026-10-21', { signups: 9 });
  await putDay('2026-10-22', { signups: 2 });
  await putDay('2026-11-19', { began: 4 });
  await putDay('2026-11-20', { signups: 5 });
  await putDay('2026-11-21', { signups: 8 });
  const { signupTrend } = await overview();
  expect(signupTrend).toHaveLength(30);
  expect(signupTrend.slice(0, 2)).toEqual([
    { date: '2026-10-22', signups: 2 },
    { date: '2026-10-23', signups: 0 },
  ]);
  expect(signupTrend.slice(-2)).toEqual([
    { date: '2026-11-19', signups: 0 },
    { date: '2026-11-20', signups: 5 },
  ]);
});

test('without data everything is 0', async () => {
  const { overview: figures, signupTrend } = await overview();
  expect(figures).toEqual({ totalUsers: 0, premiumUsers: 0, trialUsers: 0, conversionRate: 0 });
  expect(new Set(signupTrend.map(({ signups }: { signups: number }) => signups))).toEqual(new Set([0]));
});

test('negative totals are shown as 0', async () => {
  await putTotals({ users: -1, trials: -2, paying: -3 });
  await putDay('2026-11-20', { signups: -4 });
  const { overview: figures, signupTrend } = await overview();
  expect(figures).toEqual({ totalUsers: 0, premiumUsers: 0, trialUsers: 0, conversionRate: 0 });
  expect(signupTrend.at(-1)).toEqual({ date: '2026-11-20', signups: 0 });
});

test('operators see what was used on each day, newest first', async () => {
  const used = {
    users: 3,
    translations: 13,
    characters: 940,
    speechSeconds: 60,
    spokenCharacters: 70,
    guestTranslations: 60,
    guestCharacters: 5_000,
  };
  await putDay('2026-11-18', { dayUsage: used });
  await putDay('2026-11-19', { dayUsage: { ...used, users: 4 } });
  const ada = await user();
  const access = await issuer.mint({ sub: ada.id, 'cognito:groups': ['operators'] });
  const operator = { ...ada, cookies: [`__Host-parley_access=${access}`] };
  expect((await call(handler, request, operator)).body.usage).toEqual([
    { ...used, date: '2026-11-19', users: 4 },
    { ...used, date: '2026-11-18' },
  ]);
  expect(await overview()).not.toHaveProperty('usage');
});

const request = { method: 'GET', path: '/api/analytics/overview' };

async function overview() {
  const { status, body } = await call(handler, request, await user());
  expect(status).toBe(200);
  return body;
}

function putTotals(totals: Record<string, number>): Promise<void> {
  return put('users', { pk: 'STATS', sk: 'TOTALS', ...totals });
}

function putDay(date: string, counts: object): Promise<void> {
  return put('users', { pk: 'STATS', sk: `DAY#${date}`, ...counts });
}
