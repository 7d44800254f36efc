import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Build } from '../../../functions/builds/builds-table.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { openBuilds, writeBuildFile } from '../../../infra/local/builds.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { newFolder } from '../../support/folder.ts';
import { rightAfter, startInProcess } from '../../support/handlers/in-process.ts';
import { startParley } from '../../support/parley/system.ts';
import { begun, buildOf } from '../../support/people/builds.ts';
import { signUp, visit } from '../../support/people/session.ts';

const { all, remove } = await startInProcess();

beforeEach(async () => {
  await Promise.all((await all('builds')).map(({ pk, sk }) => remove('builds', `${pk}`, `${sk}`)));
});

test('waiting and later builds are imported', async () => {
  const folder = newFolder();
  const [waiting, coming] = [buildOf(), buildOf({ buildType: 'development' })];
  writeBuildFile(folder, waiting);
  const { lines } = await open(folder);
  await expect.poll(recorded).toEqual([waiting]);
  writeBuildFile(folder, begun(coming));
  await expect.poll(recorded).toHaveLength(2);
  writeBuildFile(folder, coming);
  await expect.poll(recorded).toEqual(expect.arrayContaining([waiting, coming]));
  await expect.poll(() => left(folder)).toEqual([]);
  expect(lines).toEqual([]);
});

test('an end that arrives while its start is imported is not lost', async () => {
  const folder = newFolder();
  const build = buildOf();
  writeBuildFile(folder, begun(build));
  rightAfter(documentClient, 'PutItemCommand', async () => writeBuildFile(folder, build));
  await open(folder);
  await expect.poll(() => left(folder)).toEqual([]);
  expect(await recorded()).toEqual([build]);
});

test('a file that is not a build does not stop the others', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'builds'));
  const file = path.join(folder, 'builds', '0.json');
  writeFileSync(file, '{"id":');
  const good = buildOf();
  writeBuildFile(folder, good);
  const { lines } = await open(folder);
  await expect.poll(recorded).toEqual([good]);
  expect(lines[0]).toContain(`${file} could not be imported`);
});

test('a folder that is deleted meanwhile does not end Parley', async () => {
  const folder = newFolder();
  const { lines, stop } = await open(folder);
  const deleted = once(watch(path.join(folder, 'builds')), 'change');
  rmSync(folder, { recursive: true });
  await deleted;
  await stop();
  expect(lines).toEqual([]);
});

test('a build that cannot be stored waits for the next start', async () => {
  const folder = newFolder();
  const build = buildOf();
  vi.stubEnv('BUILDS_TABLE', 'no-such-table');
  writeBuildFile(folder, build);
  const { lines, stop } = await open(folder);
  await expect.poll(() => lines.join('\n')).toContain('could not be imported and will be retried');
  await stop();
  vi.unstubAllEnvs();
  expect(left(folder)).toEqual([`${build.id}-success.json`]);
  await open(folder);
  await expect.poll(recorded).toEqual([build]);
});

test('Parley writes its builds to the folder first, in case it is stopped', async () => {
  const folder = newFolder();
  const { put, stop } = await open(folder);
  await stop();
  const build = buildOf({ status: 'failed' });
  await put(build);
  expect(readFileSync(path.join(folder, 'builds', `${build.id}-failed.json`), 'utf8')).toBe(
    JSON.stringify(build),
  );
});

test('without a folder, builds go into the table', async () => {
  const build = buildOf();
  const { put, stop } = await open(undefined);
  await put(build);
  await stop();
  expect(await recorded()).toEqual([build]);
});

test('Parley shows the builds of its data folder, including earlier ones', async () => {
  const [folder, another] = [newFolder(), newFolder()];
  const [before, later] = [buildOf(), buildOf({ startedAt: new Date().toISOString() })];
  writeBuildFile(folder, before);
  writeBuildFile(another, buildOf());
  const parley = await startParley({ flags: ['--data', folder] });
  onTestFinished(() => parley.stop());
  const ada = visit(parley.url);
  await signUp(ada);
  const shown = async () => {
    const response = await ada.fetch('/api/performance/overview');
    const { recentBuilds } = (await response.json()) as Output<'builds.overview'>;
    // Parley may build a stale site itself.
    return recentBuilds.filter(({ buildType }) => buildType === 'production').map(({ id }) => id);
  };
  await expect.poll(shown).toEqual([before.id]);
  writeBuildFile(folder, later);
  await expect.poll(shown).toEqual([later.id, before.id]);
  expect(left(another)).toHaveLength(1);
});

async function open(folder: string | undefined) {
  const lines: string[] = [];
  const builds = await openBuilds(folder, (line) => void lines.push(line));
  onTestFinished(builds.stop);
  return { ...builds, lines };
}

async function recorded(): Promise<Build[]> {
  const items = await all('builds');
  return items.map(({ pk, sk, expiresAt, ...build }) => build as unknown as Build);
}

function left(folder: string): string[] {
  return readdirSync(path.join(folder, 'builds')).sort();
}
