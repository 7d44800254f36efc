import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { nameRestored } from '../stack/restored.ts';
import { type Comparison, compare } from './compare.ts';
import { readItems, restoreTable } from './tables.ts';

/**
 * Restores tables beside the live ones, compares them, and says how to use them. The live tables stay as they are.
 * @param live the tables by their names in the stack
 * @returns how many items differ
 */
export async function restore(
  client: DynamoDBClient,
  { live, from, print }: { live: ReadonlyMap<string, string>; from: Date; print: (line: string) => void },
): Promise<number> {
  const point = formatPoint(from);
  const startedAt = Date.now();
  print(`Restoring ${live.size} tables as they were at ${from.toISOString()}. This takes minutes, or hours.`);
  const tables = await Promise.all(
    [...live].map(async ([name, source]) => {
      const target = nameRestored(source, point);
      await restoreTable(client, { source, target, from });
      print(`${name}: ${target} is restored (${formatMinutes(startedAt)})`);
      const now = Math.floor(Date.now() / 1_000);
      return { name, kinds: await compare(readItems(client, source), readItems(client, target), now) };
    }),
  );
  for (const { name, kinds } of tables) printTable(name, kinds, print);
  const sum = (count: 'restored' | 'differences') =>
    tables.flatMap(({ kinds }) => kinds).reduce((total, kind) => total + kind[count], 0);
  const differences = sum('differences');
  print(`\n${formatMinutes(startedAt)}, ${sum('restored')} items, differences ${differences}.`);
  printNextSteps(point, print);
  return differences;
}

/** @returns such as `20261128T120000Z` */
function formatPoint(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function formatMinutes(startedAt: number): string {
  return `${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`;
}

function printTable(name: string, kinds: readonly Comparison[], print: (line: string) => void): void {
  const row = (...cells: (string | number)[]) =>
    print(
      cells
        .map((cell, index) => `${cell}`[index === 0 ? 'padEnd' : 'padStart'](index === 0 ? 28 : 12))
        .join(''),
    );
  print('');
  row(name, 'live', 'restored', 'differ');
  for (const { kind, live, restored, differences } of kinds) row(kind, live, restored, differences);
}

function printNextSteps(point: string, print: (line: string) => void): void {
  print(`
To use the restored tables, deploy with all flags of the deployment, and with -c restoredTables=${point}
Keep it with the flags. To go back to the tables of before, deploy without it.
To use only some items, copy them into the live tables.
Then read "Restore the tables" in infra/aws/DEPLOY.md: deleted accounts, and the jobs to run.`);
}
