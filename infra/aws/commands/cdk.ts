import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { buildEverything } from '../build/build.ts';
import { root } from '../build/sources.ts';
import { readCommandSettings } from '../stack/context.ts';

/** Killed when this process exits. @returns the exit code */
export async function runCdk(args: readonly string[]): Promise<number> {
  const child = spawn('cdk', args, { cwd: root, stdio: 'inherit' });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'close');
  process.off('exit', kill);
  return code ?? 1;
}

/** CloudFormation says what a deployment would change, and changes nothing. @returns the exit code */
export async function prepareChangeSet(flags: readonly string[]): Promise<number> {
  await buildEverything(readCommandSettings(flags));
  return runCdk([
    'deploy',
    '--all',
    '--method',
    'prepare-change-set',
    '--require-approval',
    'never',
    ...flags,
  ]);
}

export function readProfile(flags: readonly string[]): string | undefined {
  const { profile } = parseArgs({
    args: [...flags],
    options: { profile: { type: 'string' } },
    strict: false,
  }).values;
  return typeof profile === 'string' ? profile : undefined;
}
