import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { isInstalled } from '../../../infra/local/engines/process-group.ts';
import { root } from '../../support/parley/system.ts';

export interface Judge {
  readonly tool: Tool;
  /** @param folder the tool's */
  judge(folder: string): AsyncIterable<Verdict>;
}

interface Verdict {
  readonly by: string;
  /** At how much of what: `38 pages`. */
  readonly looked: string;
  readonly found: number;
  readonly accepted: number;
  readonly findings: readonly string[];
}

/** What a judge needs on this machine, and how its program is fetched once. */
interface Tool {
  /** With the version: another version is another folder of the cache. */
  readonly name: string;
  /** Programs on the PATH. */
  readonly needs: readonly string[];
  /** Fills the folder from a package registry. */
  fetch(folder: string): Promise<unknown>;
  /** Where the package manager does not check what it fetches: a file of the folder, and its SHA-256. */
  readonly pinned?: readonly [file: string, sha256: string];
}

/** @returns the folder of the tool. @throws Error with a sentence for the terminal */
export async function provide({ name, fetch, pinned }: Tool): Promise<string> {
  const folder = path.join(cache, name);
  const mark = path.join(folder, 'fetched');
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    console.log(`Fetching ${name} into ${folder}.`);
    await fetch(folder);
    if (pinned) check(folder, pinned);
    writeFileSync(mark, '');
  }
  return folder;
}

function check(folder: string, [file, sha256]: readonly [string, string]): void {
  const found = createHash('sha256')
    .update(readFileSync(path.join(folder, file)))
    .digest('hex');
  if (found !== sha256) throw new Error(`${path.join(folder, file)} is not the pinned file.`);
}

export function listMissing({ needs }: Tool): string[] {
  return needs.filter((program) => !isInstalled(program));
}

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'parley/judges');

/** @throws Error if it ends with another status than these */
export async function run(
  program: string,
  args: readonly string[],
  { cwd = root, env = {}, statuses = [0] }: RunOptions = {},
): Promise<{ output: string; errors: string }> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close'),
  ]);
  if (!statuses.includes(status)) {
    const end = `${output}${errors}`.trimEnd().split('\n').slice(-15).join('\n');
    throw new Error(`${path.basename(program)} ended with ${status}:\n${end}`);
  }
  return { output: `${output}`, errors: `${errors}` };
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly statuses?: readonly number[];
}

/**
 * The service tests below these paths, with variables for their judge. What fails once is tried again: a judge that is
 * slower than what it stands for meets the product's time limits.
 *
 * @returns the findings: none, or one
 */
export async function runServiceTests(
  paths: readonly string[],
  env: Record<string, string>,
): Promise<string[]> {
  const words = [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--project',
    'service',
    '--retry',
    '2',
    ...paths,
  ];
  const child = spawn('vitest', words, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  return status === 0 ? [] : ['A service test fails: see above.'];
}

/** A server that is ready when it answers at all. @throws Error if it never does */
export async function startServer(program: string, args: readonly string[], url: string, cwd = root) {
  const child = spawn(program, args, { cwd, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return { stop };
    await wait(200);
  }
  await stop();
  throw new Error(`${program} does not answer at ${url}.`);
}
