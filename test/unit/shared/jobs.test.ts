import { expect, test } from 'vitest';
import { jobs } from '../../../shared/jobs.ts';

test('the day is closed five minutes after it has ended', () => {
  expect(jobs['reset-allowances'].schedule).toBe('cron(5 0 * * ? *)');
});

test('jobs are named by small words', () => {
  expect(Object.keys(jobs).filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});
