import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import pLimit from 'p-limit';

export function isInstalled(command: string): boolean {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => folder !== '' && existsSync(path.join(folder, command)));
}

/**
 * Returns stdout; stderr is dropped because programs quote users' text there. Runs one program per core at a time, and
 * at least two, so one that hangs does not block the others.
 * Kills the process group on timeout, abort, too much output, and when this process exits.
 * @throws ProcessFailed, the signal's reason
 */
export function runOnce(command: string, args: readonly string[], options: RunOptions): Promise<Buffer> {
  return queue(() => collectOutput(command, args, options));
}

const queue = pLimit(Math.max(2, availableParallelism()));

async function collectOutput(command: string, args: readonly string[], options: RunOptions): Promise<Buffer> {
  const { input = '', timeoutMs, signal } = options;
  signal?.throwIfAborted();
  const group = startGroup(command, args);
  const timer = setTimeout(group.kill, timeoutMs);
  signal?.addEventListener('abort', group.kill);
  const chunks: Buffer[] = [];
  let bytes = 0;
  group.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > maxOutputBytes) group.kill();
  });
  group.stdin.end(input);
  const outcome = await group.ended.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', group.kill);
  });
  signal?.throwIfAborted();
  if (outcome !== 0) throw new ProcessFailed(command, outcome);
  return Buffer.concat(chunks);
}

interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const maxOutputBytes = 64 * 1024 * 1024;

export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
  /** @param reason may be an exit code or a signal */
  constructor(command: string, reason: number | string | null) {
    super(`${command} failed (${reason})`);
  }
}

export type ProcessGroup = ReturnType<typeof startGroup>;

/** Starts a program, which may have child processes. */
export function startGroup(command: string, args: readonly string[], env?: Readonly<Record<string, string>>) {
  const child = spawn(command, args, {
    detached: true,
    // The fourth pipe closes when the last process of the group has ended.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    ...(env && { env: { ...process.env, ...env } }),
  }) as Child;
  const kill = () => killGroup(child);
  /** Exit code or signal, once all output is read and no process is left. */
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  ended.catch(() => {});
  // Without free file descriptors there are no pipes; 'error' follows.
  const pipes: Partial<Child['stdio']> = child.stdio ?? [];
  const [stdin = new PassThrough(), stdout = new PassThrough(), , lifeline] = pipes;
  // A program may end without reading its input; its exit code decides.
  stdin.on('error', () => {});
  (lifeline as Readable | undefined)?.resume();
  runningGroups.set(child, ended);
  // Children of the leader would hold stdout open and delay 'close'.
  child.once('exit', kill);
  child.once('close', () => runningGroups.delete(child));
  child.once('error', () => runningGroups.delete(child));
  return { pid: child.pid, stdin, stdout, ended, kill };
}

/** Grows while a process of the group works: its CPU time and page faults. Undefined without `/proc`. */
export function measureWork({ pid }: ProcessGroup): number | undefined {
  let work: number | undefined;
  for (const folder of listProcesses()) {
    const [, , group, , , , , minorFaults, , majorFaults, , user, system] = readStat(folder);
    if (Number(group) !== pid) continue;
    work = (work ?? 0) + Number(minorFaults) + Number(majorFaults) + Number(user) + Number(system);
  }
  return work;
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The fields of proc(5) from the state on: the name before them may contain spaces. */
function readStat(folder: string): string[] {
  try {
    const stat = readFileSync(`/proc/${folder}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // The process has ended.
    return [];
  }
}

/** Settles when no process is left. */
export async function killAll(): Promise<void> {
  const groups = [...runningGroups];
  for (const [child] of groups) killGroup(child);
  await Promise.allSettled(groups.map(([, ended]) => ended));
}

const runningGroups = new Map<Child, Promise<unknown>>();

process.once('exit', () => {
  for (const child of runningGroups.keys()) killGroup(child);
});

function killGroup(child: Child): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

type Child = ChildProcessByStdio<Writable, Readable, null>;
