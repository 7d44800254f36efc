import type { Context } from 'aws-lambda';
import { type JobName, jobNames, jobs } from '../../shared/jobs.ts';
import { jobNeeds } from '../stack/needs.ts';
import { createContext } from './event.ts';

/** EventBridge Scheduler and Lambda's asynchronous calls on this machine. */
export interface Jobs {
  /**
   * Runs a job now; who asks while it runs waits for that run.
   *
   * @throws whatever the job threw
   */
  run(name: JobName): Promise<void>;
  /** Starts nothing more, lets running jobs know that their time is over, and waits for them. */
  stop(): Promise<void>;
}

/** A deployed job: what it is called with says nothing, the context says how long it may take. */
export type JobHandler = (event: unknown, context: Context) => Promise<void>;

/**
 * Runs every job at its time, from now on.
 *
 * @param options.catchUp runs each of them a minute after the start as well: a machine that is off at night would
 * never come to its jobs
 */
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
      const next = waitMs ? `it is tried again in ${waitMs / 60_000} min` : 'it runs again at its next time';
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

  const stops = jobNames.map((name) => atTimesOf(jobs[name].schedule, () => begin(name)));
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

/** Lambda's own pauses before it calls a function that failed again. */
const lambdaRetryAfterMs = [60_000, 120_000];
const catchUpAfterMs = 60_000;

/**
 * Calls `begin` whenever the schedule's time comes. The clock is looked at every few minutes: a timer does not
 * run while the machine sleeps, and knows nothing of a clock that is set.
 *
 * @returns ends it
 */
function atTimesOf(schedule: string, begin: () => void): () => void {
  let due = nextTime(schedule, Date.now());
  let timer: NodeJS.Timeout;
  const arm = () => {
    timer = setTimeout(look, Math.min(due - Date.now(), 5 * 60_000)).unref();
  };
  const look = () => {
    const now = Date.now();
    if (now >= due) {
      begin();
      due = nextTime(schedule, now);
    } else {
      due = Math.min(due, nextTime(schedule, now));
    }
    arm();
  };
  arm();
  return () => clearTimeout(timer);
}

/**
 * The first time after `now`, both in milliseconds since 1970.
 *
 * @throws Error where a schedule says more than a minute and an hour of every day in UTC
 */
export function nextTime(schedule: string, now: number): number {
  const [, minute, hour] = /^cron\((\d{1,2}) (\d{1,2}) \* \* \? \*\)$/.exec(schedule) ?? [];
  if (!minute || !hour || Number(minute) > 59 || Number(hour) > 23) {
    throw new Error(`The schedule ${schedule} is not daily: on one machine write cron(MINUTE HOUR * * ? *).`);
  }
  const time = new Date(now).setUTCHours(Number(hour), Number(minute), 0, 0);
  return time > now ? time : time + 24 * 60 * 60_000;
}
