import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mock } from 'node:test';
import { expect, onTestFinished, test } from 'vitest';
import { readCommandSettings } from '../../../infra/aws/stack/context.ts';
import type { TableName } from '../../../infra/aws/stack/tables.ts';
import { folderParts, itemKinds, upgradeFolder } from '../../../infra/local/database/shapes.ts';
import { DataFolderUnusable } from '../../../infra/local/database/store.ts';
import { startParley } from '../../../infra/local/system.ts';
import { newFolder } from '../../support/folder.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';
import { root } from '../../support/parley/system.ts';
import { signIn, visit } from '../../support/people/session.ts';
import { readRecordedFolder, writeFolder } from '../../tools/record-folder/recorded-folder.ts';

const recorded = readRecordedFolder();

test('a recorded folder without a version file keeps usage, history, search and sign-in', async () => {
  await siteIsBuilt();
  const folder = newFolder();
  await writeFolder(folder, recorded, { isUnversioned: true });
  // Usage is counted by day.
  mock.timers.enable({ apis: ['Date'], now: Date.parse(recorded.recordedAt) + 1_000 });
  onTestFinished(() => mock.timers.reset());
  const parley = await startParley({ ...flags, root, dataFolder: folder, log: () => {} });
  onTestFinished(parley.stop);

  const guest = visit(parley.url);
  for (const [name, value] of Object.entries(recorded.guestCookies)) guest.cookies.set(name, value);
  expect(await read(guest, '/api/subscription-status')).toMatchObject({ translationsUsed: 2 });
  const bob = visit(parley.url);
  await signIn(bob, recorded.freePerson);
  expect(await read(bob, '/api/subscription-status')).toMatchObject({ translationsUsed: 1 });
  const ada = visit(parley.url);
  await signIn(ada, recorded.person);
  expect(await read(ada, '/api/subscription-status')).toMatchObject({ isPremium: true });
  const found = await (await ada.post('/api/translations/search', { query: 'BLACK' })).json();
  expect(found).toMatchObject({ translations: [{ text: 'the dog is black' }] });
  expect(readdirSync(folder).toSorted()).toEqual(folderParts);
  expect(readFileSync(`${folder}/version`, 'utf8')).toBe(recorded.version);
});

test('every recorded item is of a known kind', () => {
  for (const [table, items] of Object.entries(recorded.tables)) {
    const kinds: readonly RegExp[] = itemKinds[table as TableName];
    const keys = items.map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);
    expect(keys.filter((key) => !kinds.some((kind) => kind.test(key)))).toEqual([]);
  }
});

test('an older folder is upgraded step by step, once', async () => {
  const folder = newFolder();
  writeFileSync(`${folder}/version`, '1');
  const steps: string[] = [];
  const upgrades = [2, 3].map((to) => async (given: string) => void steps.push(`${given} to ${to}`));
  await upgradeFolder(folder, upgrades);
  await upgradeFolder(folder, upgrades);
  expect(steps).toEqual([`${folder} to 2`, `${folder} to 3`]);
  expect(readFileSync(`${folder}/version`, 'utf8')).toBe('3');
});

test('an interrupted upgrade continues with the step that failed', async () => {
  const folder = newFolder();
  writeFileSync(`${folder}/version`, '1');
  const failing = async () => {
    throw new Error('The disk is full.');
  };
  await expect(upgradeFolder(folder, [async () => {}, failing])).rejects.toThrow('The disk is full.');
  expect(readFileSync(`${folder}/version`, 'utf8')).toBe('2');
});

test.each([
  ['2', 'was written by a newer Parley'],
  ['', 'has a version file that cannot be read'],
  ['one', 'has a version file that cannot be read'],
])('a folder of the version %j stops the start with a sentence, and stays', async (version, why) => {
  const folder = newFolder();
  writeFileSync(`${folder}/version`, version);
  const start = startParley({ ...flags, root, dataFolder: folder, log: () => {} });
  await expect(start).rejects.toThrow(
    new DataFolderUnusable(
      `The data folder ${why}. Update Parley, or add \`-- --data DIR\`. Nothing was deleted.`,
    ),
  );
  expect(readdirSync(folder)).toEqual(['version']);
  expect(readFileSync(`${folder}/version`, 'utf8')).toBe(version);
});

const flags = {
  port: 0,
  modelsFolder: '',
  engines: 'local',
  pace: 'machine',
  transcribeStreams: 25,
  payments: 'local',
  contactAddress: readCommandSettings().contactAddress,
  accessSeconds: 900,
  dev: false,
  bundles: false,
  logs: false,
  siteFolder: '.build',
} as const;

async function read(visitor: ReturnType<typeof visit>, address: string): Promise<unknown> {
  return (await visitor.fetch(address)).json();
}
