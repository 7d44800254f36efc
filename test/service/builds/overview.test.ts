import { beforeEach, expect, test, vi } from 'vitest';
import type { Build } from '../../../functions/builds/builds-table.ts';
import { recordBuild } from '../../../functions/builds/builds-table.ts';
import { handler } from '../../../functions/builds/overview.ts';
import { overview } from '../../../shared/api/builds.schema.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';
import { ago, begun, buildOf, hour, minute } from '../../support/people/builds.ts';

const { user, all, remove } = await startInProcess();

beforeEach(async () => {
  await Promise.all((await all('builds')).map(({ pk, sk }) => remove('builds', `${pk}`, `${sk}`)));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T13:00:00Z') });
  return () => void vi.useRealTimers();
});

test('without builds there are no figures', async () => {
  expect(await read()).toEqual({
    avgBuildTime: null,
    successRate: null,
    totalBuilds: 0,
    recentBuilds: [],
  });
});

test('a build is shown as it was recorded', async () => {
  const build = buildOf({ buildType: 'deployment', startedAt: ago(minute) });
  await recordBuild(build);
  const shown = await read();
  expect(shown.recentBuilds).toEqual([
    {
      id: build.id,
      buildId: build.buildId,
      buildType: 'deployment',
      status: 'success',
      duration: 12_000,
      bundleSize: 11_900_000,
      memoryUsage: 350,
      startTime: build.startedAt,
      nodeVersion: 'v24.21.0',
    },
  ]);
  expect(overview.output.parse(shown)).toEqual(shown);
});

test('all types are one list, newest first, of which ten are shown and a hundred count', async () => {
  const types = ['development', 'production', 'deployment'] as const;
  const builds = Array.from({ length: 105 }, (_, index) =>
    // The five oldest, which do not count, are the only slow ones.
    buildOf({
      buildType: types[index % 3] ?? 'production',
      startedAt: ago(index * hour),
      durationMs: index < 100 ? 1_000 : 900_000,
    }),
  );
  await Promise.all(builds.map((build) => recordBuild(build)));
  const { totalBuilds, avgBuildTime, recentBuilds } = await read();
  expect([totalBuilds, avgBuildTime]).toEqual([100, 1_000]);
  expect(recentBuilds.map(({ id }) => id)).toEqual(builds.slice(0, 10).map(({ id }) => id));
});

test('the figures are about finished builds', async () => {
  await record({ durationMs: 1_000 }, { durationMs: 2_002 }, { durationMs: 3_002, status: 'failed' });
  await recordBuild(begun(buildOf({ startedAt: ago(minute) })));
  expect(await read()).toMatchObject({ totalBuilds: 4, avgBuildTime: 2_001, successRate: 66.7 });
});

test('a build that runs for more than an hour has failed, without a duration', async () => {
  await recordBuild(begun(buildOf({ startedAt: ago(59 * minute) })));
  await recordBuild(begun(buildOf({ startedAt: ago(61 * minute) })));
  await record({ startedAt: ago(2 * hour), durationMs: 5_000 });
  const { avgBuildTime, successRate, recentBuilds } = await read();
  expect([avgBuildTime, successRate]).toEqual([5_000, 50]);
  expect(recentBuilds.map(({ status, duration }) => [status, duration])).toEqual([
    ['running', null],
    ['failed', null],
    ['success', 5_000],
  ]);
});

test('it covers 90 days, including today', async () => {
  await record({ startedAt: '2026-08-23T00:00:00.000Z' }, { startedAt: '2026-08-22T23:59:59.999Z' });
  const { recentBuilds } = await read();
  expect(recentBuilds.map(({ startTime }) => startTime)).toEqual(['2026-08-23T00:00:00.000Z']);
});

const request = { method: 'GET', path: '/api/performance/overview' } as const;

async function read(): Promise<Output<'builds.overview'>> {
  const { status, body } = await call(handler, request, await user());
  expect(status).toBe(200);
  return body;
}

async function record(...builds: Partial<Build>[]): Promise<void> {
  for (const build of builds) await recordBuild(buildOf(build));
}
