import { beforeEach, expect, test, vi } from 'vitest';
import { recordBuild } from '../../../functions/builds/builds-table.ts';
import { handler } from '../../../functions/builds/metrics.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { metrics } from '../../../shared/api/builds.schema.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';
import { buildOf } from '../../support/people/builds.ts';

const { user, all, put, remove } = await startInProcess();

beforeEach(async () => {
  await Promise.all((await all('builds')).map(({ pk, sk }) => remove('builds', `${pk}`, `${sk}`)));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T13:00:00.000Z') });
  return () => void vi.useRealTimers();
});

test('each UTC day with builds is one entry, newest first', async () => {
  await recordAll(
    buildOf({ startedAt: '2026-11-20T00:00:00.000Z', durationMs: 1_000 }),
    buildOf({ startedAt: '2026-11-20T12:00:00.000Z', durationMs: 2_001, buildType: 'development' }),
    buildOf({ startedAt: '2026-11-19T23:59:59.999Z', durationMs: 7_000 }),
    buildOf({ startedAt: '2026-11-17T08:00:00.000Z', durationMs: 3_000, status: 'failed' }),
    buildOf({ startedAt: '2026-11-17T09:00:00.000Z', durationMs: 3_000 }),
    buildOf({ startedAt: '2026-11-17T10:00:00.000Z', durationMs: 3_000, buildType: 'deployment' }),
  );
  const shown = await read();
  expect(shown.trends).toEqual([
    { date: '2026-11-20', buildCount: 2, avgDuration: 1_501, successRate: 100 },
    { date: '2026-11-19', buildCount: 1, avgDuration: 7_000, successRate: 100 },
    { date: '2026-11-17', buildCount: 3, avgDuration: 3_000, successRate: 66.7 },
  ]);
  expect(metrics.output.parse(shown)).toEqual(shown);
});

test.each([
  [{}, '2026-11-14'],
  [{ days: '7' }, '2026-11-14'],
  [{ days: '30' }, '2026-10-22'],
  [{ days: '90' }, '2026-08-23'],
])('%j goes back to %s', async (query, oldest) => {
  const first = Date.parse(oldest);
  await recordAll(
    buildOf({ startedAt: new Date(first).toISOString() }),
    buildOf({ startedAt: new Date(first - 1).toISOString() }),
  );
  expect((await read(query)).trends.map(({ date }) => date)).toEqual([oldest]);
});

test('builds with a future date are left out', async () => {
  const today = buildOf({ startedAt: '2026-11-20T23:59:59.999Z' });
  await recordAll(today, buildOf({ startedAt: '2026-11-21T00:00:00.000Z' }));
  const { trends, recentBuilds } = await read();
  expect(trends.map(({ date, buildCount }) => [date, buildCount])).toEqual([['2026-11-20', 1]]);
  expect(recentBuilds.map(({ id }) => id)).toEqual([today.id]);
});

test('one type’s days and list hold only that type', async () => {
  const deployment = buildOf({ buildType: 'deployment', startedAt: '2026-11-18T08:00:00.000Z' });
  await recordAll(deployment, buildOf({ startedAt: '2026-11-20T08:00:00.000Z' }));
  const { trends, recentBuilds } = await read({ buildType: 'deployment' });
  expect(trends.map(({ date }) => date)).toEqual(['2026-11-18']);
  expect(recentBuilds.map(({ id }) => id)).toEqual([deployment.id]);
});

test('only the newest thousand of a type count, in one query', async () => {
  const builds = Array.from({ length: 1_010 }, (_, index) => {
    const startedAt = new Date(Date.now() - index * 1_000).toISOString();
    const build = buildOf({ startedAt, durationMs: index < 1_000 ? 5_000 : 900_000 });
    return { ...build, pk: 'BUILD#production', sk: `${startedAt}#${build.id}` };
  });
  await put('builds', ...builds);
  const sent = vi.spyOn(documentClient, 'send');
  const { trends } = await read({ buildType: 'production' });
  expect(trends).toEqual([{ date: '2026-11-20', buildCount: 1_000, avgDuration: 5_000, successRate: 100 }]);
  const commands = sent.mock.calls.map(([command]) => command.constructor.name);
  expect(commands.filter((name) => name === 'QueryCommand')).toHaveLength(1);
});

const request = { method: 'GET', path: '/api/performance/metrics' } as const;

async function read(query: Record<string, string> = {}): Promise<Output<'builds.metrics'>> {
  const { status, body } = await call(handler, { ...request, query }, await user());
  expect(status).toBe(200);
  return body;
}

async function recordAll(...builds: Parameters<typeof recordBuild>[0][]): Promise<void> {
  for (const build of builds) await recordBuild(build);
}
