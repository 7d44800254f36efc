import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { restore } from '../../../infra/aws/restore/restore.ts';
import { keptTables } from '../../../infra/aws/stack/tables.ts';
import { startPointInTime } from '../../support/aws/point-in-time.ts';
import { documentsAt, removeAll, scanAll } from '../../support/parley/local.ts';
import { startParley, translate } from '../../support/parley/system.ts';
import { signUp, visit } from '../../support/people/session.ts';

const live = new Map(keptTables.map((name) => [name, name]));

test('a drill on the local system restores its tables beside the live ones, with no difference', async () => {
  const { parley, database, client } = await startDrill();
  const kept = await scanAll(documentsAt(parley.dynamodb), 'users');
  const from = new Date();
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  expect(await restore(client, { live, from, print })).toBe(0);

  const point = from.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const restored = await scanAll(documentsAt(parley.dynamodb), `users-restored-${point}`);
  expect(sorted(restored)).toEqual(sorted(kept));
  expect(lines.join('\n')).toMatch(/USER PROFILE +2 +2 +0\n/);
  expect(lines.join('\n')).toMatch(/minutes, \d+ items, differences 0\./);
  expect(lines.join('\n')).toContain(`with all flags of the deployment, and with -c restoredTables=${point}`);
  const protections = ['UpdateTimeToLive', 'UpdateContinuousBackups', 'UpdateTable'];
  expect(database.settings.get(`usage-restored-${point}`)).toEqual(protections);

  await removeAll(documentsAt(parley.dynamodb), 'users', kept.slice(0, 2));
  // Goes on with the tables that are restored already.
  expect(await restore(client, { live, from, print: () => {} })).toBe(2);
});

test('a time before the first backup is refused, and nothing is restored', async () => {
  const { parley, client } = await startDrill();
  const from = new Date('2026-01-01T00:00:00Z');
  await expect(restore(client, { live, from, print: () => {} })).rejects.toThrow('out of range');
  await expect(scanAll(documentsAt(parley.dynamodb), 'users-restored-20260101T000000Z')).rejects.toThrow();
});

/** A Parley that two people have used, with a point in time to restore. */
async function startDrill() {
  const parley = await startParley();
  onTestFinished(() => parley.stop());
  for (const _ of [1, 2]) await signUp(visit(parley.url));
  await translate(parley.url, 'Good morning', 'en-US', 'es-ES');
  const database = await startPointInTime(parley.dynamodb, keptTables);
  onTestFinished(database.stop);
  await database.keep();
  const client = new DynamoDBClient({
    endpoint: database.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  return { parley, database, client };
}

function sorted(items: readonly object[]): string[] {
  return items.map((item) => JSON.stringify(item, Object.keys(item).sort())).sort();
}
