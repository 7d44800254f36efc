import { expect, test } from 'vitest';
import { job } from '../../../functions/job.ts';
import { lambdaContext } from '../../support/handlers/event.ts';
import { catchLogLines } from '../../support/handlers/log-lines.ts';

const lines = catchLogLines();

test('a job logs its start, its end and its duration', async () => {
  const context = lambdaContext();
  await job('reset-allowances', async () => undefined)({}, context);
  const run = { level: 'info', job: 'reset-allowances', requestId: context.awsRequestId };
  expect(lines).toEqual([
    { ...run, event: 'job-started', time: expect.any(String) },
    {
      ...run,
      event: 'job-ended',
      time: expect.any(String),
      durationMs: expect.any(Number),
      JobDuration: expect.any(Number),
      _aws: expect.any(Object),
    },
  ]);
});

test('a job knows its remaining time', async () => {
  const remaining: number[] = [];
  await job('reset-allowances', async (run) => {
    remaining.push(run.remainingMs());
  })({}, lambdaContext(900_000));
  expect(remaining).toEqual([expect.closeTo(900_000, -4)]);
});

test('a fault is logged by name and place, never by its message', async () => {
  const failing = job('reset-allowances', async () => {
    throw new TypeError('hush', { cause: new RangeError('hush hush') });
  });
  const error = await failing({}, lambdaContext()).catch((error: Error) => error);
  expect(lines[1]).toMatchObject({
    level: 'error',
    event: 'job-failed',
    chain: [
      { name: 'TypeError', at: expect.arrayContaining([expect.stringContaining('job.test.ts')]) },
      { name: 'RangeError' },
    ],
  });
  expect(JSON.stringify(lines)).not.toContain('hush');
  // Lambda logs a thrown error with message, stack and cause.
  expect(error).toMatchObject({ message: 'The job reset-allowances did not finish: TypeError.' });
  expect(error).not.toHaveProperty('cause');
});

test('any thrown value fails the job', async () => {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- This is what the test is about.
  const failing = job('reset-allowances', () => Promise.reject());
  await expect(failing({}, lambdaContext())).rejects.toThrow('did not finish');
  expect(lines[1]).toMatchObject({ level: 'error', event: 'job-failed', JobFailures: 1 });
});
