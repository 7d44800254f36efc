import { parseArgs } from 'node:util';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { restore } from '../restore/restore.ts';
import { getStackName, readCommandSettings } from '../stack/context.ts';
import { nameRestored } from '../stack/restored.ts';
import { keptTables } from '../stack/tables.ts';
import { readProfile, runCommand, WrongFlag } from './cdk.ts';

async function main(flags: readonly string[]): Promise<number> {
  const from = readTime(flags);
  const settings = readCommandSettings(flags);
  try {
    const profile = readProfile(flags);
    const options = { region: settings.region, ...(profile !== undefined && { profile }) };
    const live = await findTables(new CloudFormationClient(options), getStackName(settings));
    const current = [...live].map(([name, table]): [string, string] => [
      name,
      settings.restoredTables ? nameRestored(table, settings.restoredTables) : table,
    ]);
    await restore(new DynamoDBClient(options), { live: new Map(current), from, print: console.log });
    return 0;
  } catch (error) {
    const { name, message } = error as Error;
    console.error(`${name}: ${message}`);
    return 1;
  }
}

/** @throws WrongFlag */
export function readTime(flags: readonly string[]): Date {
  const { from } = parseArgs({
    args: [...flags],
    options: { from: { type: 'string' } },
    strict: false,
  }).values;
  const time = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(`${from}`) ? `${from}` : Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw new WrongFlag('--from needs a time in UTC, such as 2026-11-28T12:00Z.');
  return time;
}

/** The tables that have backups, by their names in the code. @throws Error whose message is for the user */
export async function findTables(
  client: CloudFormationClient,
  stack: string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const page of paginateListStackResources({ client }, { StackName: stack })) {
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
      if (ResourceType !== 'AWS::DynamoDB::GlobalTable') continue;
      const name = keptTables.find((each) => LogicalResourceId?.toLowerCase().startsWith(`storage${each}`));
      if (name && PhysicalResourceId) found.set(name, PhysicalResourceId);
    }
  }
  const missing = keptTables.filter((name) => !found.has(name));
  if (missing.length > 0) throw new Error(`${stack} has no table for ${missing.join(', ')}.`);
  return found;
}

if (import.meta.main) await runCommand(main);
