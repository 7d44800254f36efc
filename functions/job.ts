import type { Context } from 'aws-lambda';
import type { JobName } from '../shared/jobs.ts';
import { logJobEnded, logJobFailed, logJobStarted } from './telemetry/events.ts';

export interface JobRun {
  remainingMs(): number;
  /** @throws OutOfTime */
  requireTime(ms: number): void;
}

/** @param handle throws if it cannot finish; must be idempotent, because it may be killed at any point */
export function job(name: JobName, handle: (run: JobRun) => Promise<void>) {
  return async (_event: unknown, context: Context): Promise<void> => {
    const run = { job: name, requestId: context.awsRequestId };
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    logJobStarted(run);
    const remainingMs = () => context.getRemainingTimeInMillis();
    const requireTime = (ms: number) => {
      if (remainingMs() < ms) throw new OutOfTime();
    };
    try {
      await handle({ remainingMs, requireTime });
    } catch (error) {
      logJobFailed({ ...run, durationMs: durationMs(), error });
      throw new JobFailed(name, error);
    }
    logJobEnded({ ...run, durationMs: durationMs() });
  };
}

class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Makes Lambda retry. Lambda logs the error, so it leaves out the fault's own message. */
class JobFailed extends Error {
  override readonly name = 'JobFailed';

  constructor(job: JobName, fault: unknown) {
    super(`The job ${job} did not finish: ${fault instanceof Error ? fault.name : 'unknown fault'}.`);
  }
}
