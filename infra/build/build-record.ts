import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { ulid } from 'ulid';
import type { Build } from '../../functions/builds/builds-table.ts';
import type { BuildType } from '../../shared/builds.ts';

/**
 * Builds, and puts the build down as it begins and as it ends: also where it throws, and where the process is told
 * to end meanwhile. Not to be able to put it down is a line on the terminal, and no reason to fail.
 *
 * @param record.put is told the same build twice; what it does before it waits is done even in a process that ends
 * @param work returns the bytes that it built
 */
export async function recorded(record: BuildRecord, work: () => Promise<number>): Promise<void> {
  const { memoryMb = ownMemoryMb } = record;
  const startedAt = performance.now();
  const begun: Build = {
    id: ulid(),
    buildId: randomUUID(),
    buildType: record.buildType,
    status: 'running',
    startedAt: new Date().toISOString(),
    durationMs: null,
    bundleBytes: null,
    memoryMb: null,
    nodeVersion: process.version,
  };
  let ending: Promise<void> | undefined;
  const end = (status: Build['status'], bundleBytes: number | null): Promise<void> => {
    ending ??= putOrSay(record, {
      ...begun,
      status,
      durationMs: Math.round(performance.now() - startedAt),
      bundleBytes,
      memoryMb: memoryMb(),
    });
    return ending;
  };
  const stop = (signal: (typeof signals)[number]) => {
    end('failed', null).finally(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    // Where the start alone cannot be put down nothing is lost: the end says the same and more.
    await putOrSay({ ...record, say: () => {} }, begun);
    const bundleBytes = await work();
    await end('success', bundleBytes);
  } catch (error) {
    await end('failed', null);
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

function ownMemoryMb(): number {
  // Node says it in KiB.
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function putOrSay({ put, say }: BuildRecord, build: Build): Promise<void> {
  try {
    await put(build);
  } catch (error) {
    say(`This build is not recorded: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
}

/** One line: AWS's clients write several, and a host whose every address fails leaves nothing but a code. */
function reasonOf({ message, code, name }: NodeJS.ErrnoException): string {
  return message.split('\n', 1)[0] || code || name;
}

interface BuildRecord {
  readonly buildType: BuildType;
  readonly put: (build: Build) => void | Promise<void>;
  readonly say: (line: string) => void;
  /** The most that the build took, where another process does it; null while that is not known. */
  readonly memoryMb?: () => number | null;
}
