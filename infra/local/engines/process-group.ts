import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';

/**
 * Runs one program to its end: `input` is its stdin, the answer its stdout. Whatever the program starts is in
 * its process group, and the whole group is killed when time is up, when `signal` aborts, when the output is
 * larger than `maxOutputBytes`, and when this process exits. stderr is dropped, because programs quote their
 * input there.
 *
 * @throws ProcessTimedOut, ProcessFailed, the signal's reason
 */
export function runOnce(command: string, args: readonly string[], options: RunOptions): Promise<Buffer> {
  const { input, timeoutMs, signal, maxOutputBytes = 64 * 1024 * 1024, env } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const group = startGroup(command, args, env);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const give = (outcome: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      outcome();
    };
    const fail = (error: unknown) => {
      give(() => reject(error));
      group.kill();
    };
    const abort = () => fail(signal?.reason);
    const timer = setTimeout(() => fail(new ProcessTimedOut(command, timeoutMs)), timeoutMs);
    signal?.addEventListener('abort', abort);
    group.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxOutputBytes) fail(new ProcessFailed(command, `wrote more than ${maxOutputBytes} bytes`));
    });
    group.ended.then(
      (how) =>
        how === 0 ? give(() => resolve(Buffer.concat(chunks))) : fail(new ProcessFailed(command, how)),
      fail,
    );
    group.stdin.end(input ?? '');
  });
}

interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Default 64 MiB. */
  readonly maxOutputBytes?: number;
  /** Beside this process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

class ProcessTimedOut extends Error {
  override readonly name = 'ProcessTimedOut';
  constructor(command: string, timeoutMs: number) {
    super(`${command} gave no answer within ${timeoutMs} ms`);
  }
}

class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
  /** Its exit code, or what else ended it: a signal's name, too much output. */
  readonly how: number | string | null;
  constructor(command: string, how: number | string | null) {
    super(`${command} failed (${how})`);
    this.how = how;
  }
}

/** A program and whatever it starts, until `kill`, its own end, or the end of this process. */
export interface ProcessGroup {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /**
   * Settles once the output is read and no process of the group is left: the program's exit code, or the name
   * of its signal.
   */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** SIGKILL to every process of the group. */
  kill(): void;
}

export function startGroup(
  command: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): ProcessGroup {
  const child = spawn(command, args, {
    detached: true,
    // Nobody writes to the fourth; it closes when the last process that inherited it has gone.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    ...(env && { env: { ...process.env, ...env } }),
  }) as Child;
  const kill = () => killGroup(child);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  ended.catch(() => {});
  // Where the machine is out of file descriptors there are no pipes either, and 'error' says so in a moment.
  const pipes: Partial<Child['stdio']> = child.stdio ?? [];
  const [stdin = new PassThrough(), stdout = new PassThrough(), , lifeline] = pipes;
  // A program that never reads its input, or ends before it has read all, is judged by how it ends.
  stdin.on('error', () => {});
  (lifeline as Readable | undefined)?.resume();
  running.set(child, ended);
  // What the leader leaves behind ends with it; also lets 'close' come, as nobody else holds stdout then.
  child.once('exit', kill);
  child.once('close', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return { stdin, stdout, ended, kill };
}

/** Kills every group that is still running; settles when none of their processes is left. */
export async function killAll(): Promise<void> {
  const groups = [...running];
  for (const [child] of groups) killGroup(child);
  await Promise.allSettled(groups.map(([, ended]) => ended));
}

const running = new Map<Child, Promise<unknown>>();

process.once('exit', () => {
  for (const child of running.keys()) killGroup(child);
});

function killGroup(child: Child): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // ESRCH: the group has ended already.
  }
}

type Child = ChildProcessByStdio<Writable, Readable, null>;
