import { expect, test } from 'vitest';
import { recordBuild } from '../../../functions/builds/builds-table.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { begun, buildOf } from '../../support/people/builds.ts';

const { items } = await startInProcess();

test('a build is stored by type and time, for two years', async () => {
  const build = buildOf({ buildType: 'development', startedAt: '2026-11-20T08:00:00.500Z' });
  await recordBuild(build);
  expect(await items('builds', 'BUILD#development')).toEqual([
    {
      ...build,
      pk: 'BUILD#development',
      sk: `2026-11-20T08:00:00.500Z#${build.id}`,
      expiresAt: Date.parse('2028-11-19T08:00:00Z') / 1_000,
    },
  ]);
});

test('its end replaces its start; idempotent', async () => {
  const build = buildOf({ buildType: 'production' });
  for (const told of [begun(build), begun(build), build, build]) await recordBuild(told);
  expect(await items('builds', 'BUILD#production')).toEqual([expect.objectContaining(build)]);
});

test('a start that comes after the end changes nothing', async () => {
  const build = buildOf({ buildType: 'deployment', status: 'failed', bundleBytes: null });
  for (const told of [build, begun(build)]) await recordBuild(told);
  expect(await items('builds', 'BUILD#deployment')).toEqual([expect.objectContaining(build)]);
});
