import type { Context } from 'aws-lambda';
import { dayMs } from '../../shared/dates.ts';
import { type JobName, jobNames, jobs } from '../../shared/jobs.ts';
import { needs } from '../aws/stack/needs.ts';
import { createContext } from './gateway/event.ts';
import { runAs } from './gateway/running-function.ts';

export type Jobs = ReturnType<typeof startJobs>;

export type JobHandler = (event: unknown, context: Context) => Promise<void>;

/**
 * Replaces EventBridge Scheduler. A failed job waits for its next run; Lambda would retry it.
 * @param options.catchUp also runs each job after a minute, because many machines are off at night
 */
export function startJobs(options: {
  loadHandler: (name: JobName) => Promise<JobHandler>;
  log: (line: string) => void;
  catchUp?: boolean;
}) {
  const { loadHandler, log, catchUp = false } = options;
  const running = new Map<JobName, Promise<void>>();
  let isStopping = false;

  const run = (name: JobName): Promise<void> => {
    const current = running.get(name) ?? call(name).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  };
  const call = async (name: JobName): Promise<void> => {
    const handler = await loadHandler(name);
    const context = createContext(`jobs.${name}`, needs[`jobs.${name}`].timeoutSeconds * 1_000);
    const remainingMs = context.getRemainingTimeInMillis;
    context.getRemainingTimeInMillis = () => (isStopping ? 0 : remainingMs());
    await runAs(`jobs.${name}`, () => handler({}, context));
  };

  const startedAt = Date.now();
  const nextRuns = new Map(
    jobNames.map((name) => [name, catchUp ? startedAt : computeNextRun(jobs[name].schedule, startedAt)]),
  );
  // Not one long timer: timers pause while the machine sleeps.
  const timer = setInterval(() => {
    for (const [name, at] of nextRuns) {
      if (at > Date.now()) continue;
      nextRuns.set(name, computeNextRun(jobs[name].schedule, Date.now()));
      run(name).catch((error: unknown) => {
        if (!isStopping)
          log(
            `[local] The job ${name} failed (${error instanceof Error ? error.name : String(error)}); next run as scheduled.`,
          );
      });
    }
  }, 60_000).unref();
  return {
    /** Runs a job now, or waits for its current run. @throws the job's error */
    run,
    /** Tells running jobs that no time is left, and waits for them. */
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await Promise.allSettled(running.values());
    },
  };
}

/** In milliseconds since 1970. @throws Error unless the schedule is daily or every few minutes */
export function computeNextRun(schedule: string, now: number): number {
  const [, minutes] = /^rate\((\d{1,2}) minutes\)$/.exec(schedule) ?? [];
  if (Number(minutes) > 0) return now + Number(minutes) * 60_000;
  const [, minute, hour] = /^cron\((\d{1,2}) (\d{1,2}) \* \* \? \*\)$/.exec(schedule) ?? [];
  if (!minute || !hour || Number(minute) > 59 || Number(hour) > 23) {
    throw new Error(
      `The schedule ${schedule} is not known. Use cron(MINUTE HOUR * * ? *) or rate(MINUTES minutes).`,
    );
  }
  const time = new Date(now).setUTCHours(Number(hour), Number(minute), 0, 0);
  return time > now ? time : time + dayMs;
}
