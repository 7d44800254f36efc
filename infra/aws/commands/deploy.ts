import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Build } from '../../../functions/builds/builds-table.ts';
import { buildEverything } from '../build/build.ts';
import { runAndRecord } from '../build/build-record.ts';
import { type DeploymentTarget, recordDeployment } from '../build/deployed-builds.ts';
import { getStackName, placeholderAddress, readCommandSettings } from '../stack/context.ts';
import { findProofWarning, readCheckout, readLastRecord } from './proof-record.ts';

async function deploy(flags: readonly string[]): Promise<number> {
  for (const warning of [findContactWarning(flags), findProofWarning(readCheckout(), readLastRecord())]) {
    if (warning) console.error(warning);
  }
  const options = {
    buildType: 'deployment',
    put: (build: Build) => recordDeployment(build, readDeploymentTarget(flags)),
    log: console.error,
  } as const;
  let status = 0;
  try {
    await runAndRecord(options, async () => {
      const bytes = await buildEverything(readCommandSettings(flags));
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

export function findContactWarning(flags: readonly string[]): string | undefined {
  if (readCommandSettings(flags).contactAddress !== placeholderAddress) return undefined;
  return `The site shows the placeholder ${placeholderAddress}. Set yours with -c contactAddress=… or in cdk.json.`;
}

function readProfile(flags: readonly string[]): string | undefined {
  const { profile } = parseArgs({
    args: [...flags],
    options: { profile: { type: 'string' } },
    strict: false,
  }).values;
  return typeof profile === 'string' ? profile : undefined;
}

/** Killed when this process exits. @returns the exit code */
async function runCdk(args: string[]): Promise<number> {
  const child = spawn('cdk', args, { cwd: root, stdio: 'inherit' });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'close');
  process.off('exit', kill);
  return code ?? 1;
}

/** Undefined if nothing was deployed, as with `--help`. */
function readDeployedUrl(): string | undefined {
  if (!existsSync(outputsFile)) return undefined;
  const stacks: Record<string, { Url?: string }> = JSON.parse(readFileSync(outputsFile, 'utf8'));
  return Object.values(stacks).find((outputs) => outputs.Url)?.Url;
}

const root = path.resolve(import.meta.dirname, '../../..');
const outputsFile = path.join(root, '.build/outputs.json');

if (import.meta.main) process.exitCode = await deploy(process.argv.slice(2));
