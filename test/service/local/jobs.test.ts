import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { computeNextRun, type JobHandler, type Jobs, startJobs } from '../../../infra/local/jobs.ts';

const name = 'reset-allowances';
let jobs: Jobs;
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ now: at('2026-11-19T22:00') });
});
afterEach(async () => {
  await jobs?.stop();
  vi.useRealTimers();
});

test('a job runs every day at its time in UTC', async () => {
  const { times } = start();
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(times).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(times).toEqual(['2026-11-20T00:05', '2026-11-21T00:05']);
});

test('a time missed while the machine slept is made up within minutes', async () => {
  const { times } = start();
  // Timers stop while a machine sleeps.
  vi.setSystemTime(at('2026-11-20T07:30'));
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(times).toEqual(['2026-11-20T07:31']);
  await vi.advanceTimersByTimeAsync(day);
  expect(times).toEqual(['2026-11-20T07:31', '2026-11-21T00:05']);
});

test('catching up runs jobs a minute after the start', async () => {
  const { times } = start({ catchUp: true });
  await vi.advanceTimersByTimeAsync(hour);
  expect(times).toEqual(['2026-11-19T22:01']);
});

test('a job has its time limit of AWS', async () => {
  let remainingMs = 0;
  start({
    handler: async (_event, context) => {
      remainingMs = context.getRemainingTimeInMillis();
    },
  });
  await jobs.run(name);
  expect(remainingMs).toBe(900_000);
});

test('a second call waits for the current run', async () => {
  const gate = Promise.withResolvers<void>();
  const { times } = start({ handler: () => gate.promise });
  const runs = [jobs.run(name), jobs.run(name)];
  await vi.advanceTimersByTimeAsync(0);
  expect(times).toHaveLength(1);
  gate.resolve();
  await Promise.all(runs);
  await jobs.run(name);
  expect(times).toHaveLength(2);
});

test('a failed job is reported, and runs again the next day', async () => {
  const { times } = start({ handler: () => Promise.reject(new RangeError('hush')) });
  await vi.advanceTimersByTimeAsync(day + 3 * hour);
  expect(times).toEqual(['2026-11-20T00:05', '2026-11-21T00:05']);
  expect(lines[0]).toBe('[local] The job reset-allowances failed (RangeError); next run as scheduled.');
});

test('stopping ends a running job’s time and waits for it', async () => {
  const ended = Promise.withResolvers<void>();
  start({
    handler: async (_event, context) => {
      while (context.getRemainingTimeInMillis() > 0) await new Promise((done) => setTimeout(done, 1_000));
      ended.resolve();
      throw new RangeError();
    },
  });
  await vi.advanceTimersByTimeAsync(3 * hour - 50 * minute);
  const stopped = jobs.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([ended.promise, stopped]);
  expect(lines).toEqual([]);
});

test('nothing runs after stopping', async () => {
  const { times } = start({ catchUp: true });
  await jobs.stop();
  await vi.advanceTimersByTimeAsync(2 * day);
  expect(times).toEqual([]);
});

test.each([
  ['cron(5 0 * * ? *)', '2026-11-20T00:04', '2026-11-20T00:05'],
  ['cron(5 0 * * ? *)', '2026-11-20T00:05', '2026-11-21T00:05'],
  ['cron(59 23 * * ? *)', '2026-12-31T23:59', '2027-01-01T23:59'],
  ['rate(5 minutes)', '2026-11-20T00:04', '2026-11-20T00:09'],
])('%s after %s is at %s', (schedule, now, next) => {
  expect(new Date(computeNextRun(schedule, at(now))).toISOString()).toBe(`${next}:00.000Z`);
});

test.each(['cron(0/15 * * * ? *)', 'cron(5 0 ? * MON *)', 'cron(5 24 * * ? *)', 'rate(1 day)'])(
  'a schedule that is neither daily nor in minutes is refused: %s',
  (schedule) => {
    expect(() => computeNextRun(schedule, 0)).toThrow(`The schedule ${schedule} is not known`);
  },
);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function at(time: string): number {
  return Date.parse(`${time}Z`);
}

/** @returns start times, to the minute */
function start(options: { handler?: JobHandler; catchUp?: boolean } = {}) {
  const { handler = async () => undefined, catchUp = false } = options;
  const times: string[] = [];
  jobs = startJobs({
    loadHandler: async (each) => async (event, context) => {
      // The others run at other times.
      if (each !== name) return;
      times.push(new Date().toISOString().slice(0, 16));
      await handler(event, context);
    },
    log: (line) => lines.push(line),
    catchUp,
  });
  return { times };
}
