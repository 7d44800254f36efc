import { createClients } from '../preflight/clients.ts';
import { isInTheWay, preflight, printLines } from '../preflight/preflight.ts';
import { readCommandSettings } from '../stack/context.ts';
import { prepareChangeSet, readProfile, refuseUnknownFlags, runCommand } from './cdk.ts';

async function main(flags: readonly string[]): Promise<number> {
  refuseUnknownFlags(flags);
  const settings = readCommandSettings(flags);
  const lines = await preflight(settings, createClients(settings.region, readProfile(flags)));
  printLines(lines, console.log);
  if (lines.some(isInTheWay)) return 1;
  return prepareChangeSet(flags);
}

if (import.meta.main) await runCommand(main);
