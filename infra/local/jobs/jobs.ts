import type { Context } from 'aws-lambda';
import { type JobName, jobNames, jobs } from '../../../shared/jobs.ts';
import { jobNeeds } from '../../stack/needs.ts';
import { createContext } from '../event.ts';

/** Replaces EventBridge Scheduler and Lambda's asynchronous calls. */
export interface Jobs {
  /**
   * Runs a job now, or waits for its current run.
   *
   * @throws the job's error
   */
  run(name: JobName): Promise<void>;
  /** Tells running jobs that their time is over, and waits for them. */
  stop(): Promise<void>;
}

export type JobHandler = (event: unknown, context: Context) => Promise<void>;

/** @param options.catchUp also runs each job after a minute: many machines are off at night */
export function startJobs(options: {
  loadHandler: (name: JobName) => Promise<JobHandler>;
  say: (line: string) => void;
  catchUp?: boolean;
}): Jobs {
  const { loadHandler, say, catchUp = false } = options;
  const running = new Map<JobName, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const run = (name: JobName): Promise<void> => {
    const latest = running.get(name) ?? call(name).finally(() => running.delete(name));
    running.set(name, latest);
    return latest;
  };

  const call = async (name: JobName): Promise<void> => {
    const handler = await loadHandler(name);
    const context = createContext(`jobs.${name}`, jobNeeds[name].timeoutSeconds * 1_000);
    const remainingMs = context.getRemainingTimeInMillis;
    context.getRemainingTimeInMillis = () => (isStopping ? 0 : remainingMs());
    await handler({}, context);
  };

  const begin = (name: JobName, retryAfterMs = lambdaRetryAfterMs): void => {
    run(name).catch((error: Error) => {
      if (isStopping) return;
      const [waitMs, ...later] = retryAfterMs;
      const next = waitMs ? `retry in ${waitMs / 60_000} min` : 'next run as scheduled';
      say(`[local] The job ${name} failed (${error.name}); ${next}.`);
      if (waitMs) after(waitMs, () => begin(name, later));
    });
  };

  const after = (ms: number, action: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, ms);
    timers.add(timer.unref());
  };

  const stops = jobNames.map((name) => schedule(jobs[name].schedule, () => begin(name)));
  if (catchUp) for (const name of jobNames) after(catchUpAfterMs, () => begin(name));
  return {
    run,
    stop: async () => {
      isStopping = true;
      for (const stop of stops) stop();
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
}

/** Lambda's pauses between attempts. */
const lambdaRetryAfterMs = [60_000, 120_000];
const catchUpAfterMs = 60_000;

/**
 * Checks the clock every few minutes: timers stop while a machine sleeps, and ignore changes of the clock.
 *
 * @returns stops it
 */
function schedule(times: string, begin: () => void): () => void {
  let due = nextTime(times, Date.now());
  let timer: NodeJS.Timeout;
  const arm = () => {
    timer = setTimeout(look, Math.min(due - Date.now(), 5 * 60_000)).unref();
  };
  const look = () => {
    const now = Date.now();
    if (now >= due) {
      begin();
      due = nextTime(times, now);
    } else {
      due = Math.min(due, nextTime(times, now));
    }
    arm();
  };
  arm();
  return () => clearTimeout(timer);
}

/**
 * @returns the next time in milliseconds since 1970
 * @throws Error unless the schedule is daily or every few minutes
 */
export function nextTime(schedule: string, now: number): number {
  const [, minutes] = /^rate\((\d{1,2}) minutes\)$/.exec(schedule) ?? [];
  if (Number(minutes) > 0) return now + Number(minutes) * 60_000;
  const [, minute, hour] = /^cron\((\d{1,2}) (\d{1,2}) \* \* \? \*\)$/.exec(schedule) ?? [];
  if (!minute || !hour || Number(minute) > 59 || Number(hour) > 23) {
    throw new Error(
      `The schedule ${schedule} is not known. Use cron(MINUTE HOUR * * ? *) or rate(MINUTES minutes).`,
    );
  }
  const time = new Date(now).setUTCHours(Number(hour), Number(minute), 0, 0);
  return time > now ? time : time + 24 * 60 * 60_000;
}
