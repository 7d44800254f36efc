import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { buildEverything } from '../build/build.ts';
import { root } from '../build/sources.ts';
import { InvalidContext, readCommandSettings } from '../stack/context.ts';

/** Its message is for the user. */
export class WrongFlag extends Error {
  override readonly name = 'WrongFlag';
}

/** Ends with its exit code. A wrong flag is a sentence, and everything else keeps its stack. */
export async function runCommand(main: (flags: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof InvalidContext || error instanceof WrongFlag)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** `cdk deploy` warns of a flag that it does not know, and deploys. @throws WrongFlag */
export function refuseUnknownFlags(flags: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...flags], options: ownFlags, strict: false, tokens: true });
  const others = tokens.flatMap((token) =>
    token.kind === 'option' && !(token.name in ownFlags) ? token.rawName : [],
  );
  if (others.length === 0) return;
  const { stdout } = spawnSync('cdk', ['deploy', '--help'], { cwd: root, encoding: 'utf8' });
  const known = new Set(stdout.match(/(?<=^ *|, )--?[\w-]+(?=[\s,])/gm));
  const unknown = others.find((flag) => !known.has(flag.replace(/^--no-/, '--')));
  if (unknown === undefined) return;
  throw new WrongFlag(`\`cdk deploy\` has no flag ${unknown}. \`npx cdk deploy --help\` lists its flags.`);
}

const ownFlags = {
  context: { type: 'string', short: 'c', multiple: true },
  profile: { type: 'string' },
} as const;

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
