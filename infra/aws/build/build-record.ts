import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import { ulid } from 'ulid';
import type { Build } from '../../../functions/builds/builds-table.ts';
import type { BuildType } from '../../../shared/builds.ts';

/**
 * Records a build's start and end, even if it throws or a signal stops the process. If recording fails, only logs why.
 * @param options.put must start writing synchronously, because a signal may end the process
 */
export async function runAndRecord(options: RecordingOptions, work: () => Promise<number>): Promise<void> {
  const startedAt = performance.now();
  const started: Build = {
    id: ulid(),
    buildId: randomUUID(),
    buildType: options.buildType,
    status: 'running',
    startedAt: new Date().toISOString(),
    durationMs: null,
    bundleBytes: null,
    memoryMb: null,
    nodeVersion: process.version,
  };
  let ending: Promise<void> | undefined;
  const end = (status: Build['status'], bundleBytes: number | null): Promise<void> => {
    ending ??= tryPut(options, {
      ...started,
      status,
      durationMs: Math.round(performance.now() - startedAt),
      bundleBytes,
      // maxRSS is in KiB.
      memoryMb: Math.round(process.resourceUsage().maxRSS / 1_024),
    });
    return ending;
  };
  const stop = (signal: (typeof signals)[number]) => {
    void end('failed', null).finally(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    // A failure to record the start is silent: the end is recorded too.
    await tryPut({ ...options, log: () => {} }, started);
    const bundleBytes = await work();
    await end('success', bundleBytes);
  } catch (error) {
    await end('failed', null);
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function tryPut({ put, log }: RecordingOptions, build: Build): Promise<void> {
  try {
    await put(build);
  } catch (error) {
    const { message, code, name } = error as NodeJS.ErrnoException;
    // AWS errors have several lines; connection errors may have only a code.
    log(`This build was not recorded: ${message.split('\n', 1)[0] || code || name}`);
  }
}

interface RecordingOptions {
  readonly buildType: BuildType;
  readonly put: (build: Build) => void | Promise<void>;
  readonly log: (line: string) => void;
}
