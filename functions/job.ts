import type { Context } from 'aws-lambda';
import type { JobName } from '../shared/jobs.ts';
import { jobEnded, jobFailed, jobStarted } from './telemetry/events.ts';

/** What a job's body is given. */
export interface JobRun {
  /** How long it may still go on, in milliseconds; a job that cannot finish stops in good time and is called again. */
  remainingMs(): number;
}

/**
 * The one way from a job's body to a Lambda handler: runs the body, logs start and end.
 *
 * @param body throws what keeps it from finishing, `OutOfTime` too; it can be run again from any point
 */
export function job(name: JobName, body: (run: JobRun) => Promise<void>) {
  return async (_event: unknown, context: Context): Promise<void> => {
    const run = { job: name, requestId: context.awsRequestId };
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    jobStarted(run);
    try {
      await body({ remainingMs: () => context.getRemainingTimeInMillis() });
    } catch (error) {
      jobFailed({ ...run, durationMs: durationMs(), error });
      throw new JobFailed(name, error);
    }
    jobEnded({ ...run, durationMs: durationMs() });
  };
}

/** A job stopped because its time was nearly over. What it has done stays done. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Tells the platform to call again. It logs what it is thrown, so the fault's own message is not passed on. */
class JobFailed extends Error {
  override readonly name = 'JobFailed';

  constructor(job: JobName, fault: unknown) {
    super(`The job ${job} has not finished: ${fault instanceof Error ? fault.name : 'unknown fault'}.`);
  }
}
