import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { endpointIds, endpoints } from '../../../shared/api/index.ts';
import { startInstantEngines, withoutEngines } from '../../support/parley/instant-engines.ts';
import { startParley } from '../../support/parley/system.ts';
import { debugging, type Fuzzed, fuzz, leaksIn, wasEntered } from '../fuzz/fuzz.ts';
import { judge } from '../fuzz/judge.ts';
import { mark } from '../fuzz/values.ts';

/** The short form of `npm run prove -- fuzz`. */
test('requests derived from the endpoint table get no 5xx, hang or broken promise, and are not in the log', {
  timeout: 120_000,
}, async () => {
  const engines = await startInstantEngines();
  onTestFinished(engines.stop);
  const flags = ['--data', 'memory', ...withoutEngines];
  const parley = await startParley({ flags, env: { ...debugging, ...engines.environment } });
  onTestFinished(() => parley.stop());
  const results = await fuzz(parley, { requests: 4, rounds: 1, seed: 1, concurrency: 4 });
  expect(Object.values(results).flatMap(({ findings }) => findings)).toEqual([]);
  expect(leaksIn(parley)).toEqual([]);
  expect(parley.lines.filter((line) => line.includes('CloudWatchMetrics')).length).toBeGreaterThan(20);
  const entered = endpointIds.filter((id) => wasEntered(results[id] as Fuzzed));
  expect(new Set(entered.map((id) => endpoints[id].access))).toEqual(
    new Set(['guest', 'premium', 'public', 'user']),
  );
});

const ours = {
  error: 'There is nothing.',
  code: 'not_found',
  requestId: '1',
  reason: 'notInHistory',
  values: {},
  cost: 'free',
};

test.for<[found: string | undefined, answer: Response]>([
  [undefined, Response.json({ text: 'hi' })],
  [undefined, Response.json(ours, { status: 404 })],
  ['500', Response.json({ ...ours, code: 'internal' }, { status: 500 })],
  ['404 with a stack', new Response('Error\n    at f (file.ts:1:1)', { status: 404 })],
  ['404 that is not JSON', new Response('<p>', { status: 404 })],
  ['404 that is not an error of ours', Response.json({ ...ours, message: 'inside' }, { status: 404 })],
  ['404 that is not an error of ours', Response.json({ ...ours, reason: 'unknown' }, { status: 404 })],
  ['404 that quotes what was sent', Response.json({ ...ours, error: `<b>${mark}` }, { status: 404 })],
  ['200 that was not promised', Response.json({ text: 'hi', inside: 1 })],
])('an answer is judged: %s', async ([found, response]) => {
  const output = z.object({ text: z.string() });
  expect(await judge(endpoints['settings.read'], output, { method: 'GET', response, sites: [] })).toBe(found);
});
