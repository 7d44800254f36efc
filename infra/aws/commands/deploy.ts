import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Build } from '../../../functions/builds/builds-table.ts';
import { buildEverything } from '../build/build.ts';
import { runAndRecord } from '../build/build-record.ts';
import { type DeploymentTarget, recordDeployment } from '../build/deployed-builds.ts';
import { root } from '../build/sources.ts';
import { createClients } from '../preflight/clients.ts';
import { isInTheWay, preflight, printLines } from '../preflight/preflight.ts';
import { getStackName, readCommandSettings } from '../stack/context.ts';
import { readProfile, refuseUnknownFlags, runCdk, runCommand } from './cdk.ts';

async function deploy(flags: readonly string[]): Promise<number> {
  refuseUnknownFlags(flags);
  const settings = readCommandSettings(flags);
  const lines = await preflight(settings, createClients(settings.region, readProfile(flags)));
  printLines(lines, console.error);
  if (lines.some(isInTheWay)) return 1;
  const options = {
    buildType: 'deployment',
    put: (build: Build) => recordDeployment(build, readDeploymentTarget(flags)),
    log: console.error,
  } as const;
  let status = 0;
  try {
    await runAndRecord(options, async () => {
      const bytes = await buildEverything(settings);
      rmSync(outputsFile, { force: true });
      status = await runCdk(['deploy', '--all', '--outputs-file', outputsFile, ...flags]);
      if (status !== 0) throw new Error(`cdk exited with ${status}`);
      return bytes;
    });
  } catch (error) {
    if (status === 0) throw error;
    return status;
  }
  const site = readDeployedUrl();
  if (site) console.log(`\nDeployed. Check it: npm run smoke -- ${site}`);
  return 0;
}

/** @throws Error whose message is for the user */
export function readDeploymentTarget(flags: readonly string[]): DeploymentTarget {
  const settings = readCommandSettings(flags);
  return { stack: getStackName(settings), region: settings.region, profile: readProfile(flags) };
}

/** Undefined if nothing was deployed, as with `--help`. */
function readDeployedUrl(): string | undefined {
  if (!existsSync(outputsFile)) return undefined;
  const stacks: Record<string, { Url?: string }> = JSON.parse(readFileSync(outputsFile, 'utf8'));
  return Object.values(stacks).find((outputs) => outputs.Url)?.Url;
}

const outputsFile = path.join(root, '.build/outputs.json');

if (import.meta.main) await runCommand(deploy);
