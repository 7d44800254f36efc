import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesOf, processMark } from '../processes.ts';
import { type RunningParley, startParley } from '../system.ts';
import { fuzz } from './fuzz.ts';

const { env, mark } = processMark();
let parley: RunningParley;

beforeAll(async () => {
  parley = await startParley({ env });
});
afterAll(() => parley.stop());

test('hostile bodies meet no 5xx, no hang, no stack, and leave no engine behind', async () => {
  const { findings, requests } = await fuzz({
    url: parley.url,
    dynamodb: parley.dynamodb,
    requests: 300,
    seed: 1,
    concurrency: 4,
  });
  expect(requests).toBe(300);
  expect(findings).toEqual([]);
  await parley.stop();
  expect(processesOf(mark)).toEqual([]);
}, 120_000);
