import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpointIds, endpoints } from '../../../shared/api/index.ts';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { type RunningParley, startParley } from '../../support/parley/system.ts';
import { contractOf } from './contracts.ts';
import { type Fuzzed, fuzz, wasEntered } from './fuzz.ts';
import { judge } from './judge.ts';
import { mark, valuesOf } from './values.ts';

describe('requests that are derived from the endpoint table', () => {
  const { env, mark: processes } = processMark();
  let parley: RunningParley;

  beforeAll(async () => {
    parley = await startParley({ env });
  });
  afterAll(() => parley.stop());

  test('meet no 5xx, no hang, no error that is not ours, no broken promise, and leave no engine behind', async () => {
    const results = await fuzz(parley, { requests: 5, rounds: 1, seed: 1, concurrency: 4 });
    const answers = Object.values(results).flatMap((each) => Object.values(each.answers));
    expect(answers.reduce((sum, count) => sum + count, 0)).toBe(5 * endpointIds.length);
    expect(Object.values(results).flatMap(({ findings }) => findings)).toEqual([]);
    const entered = endpointIds.filter((id) => wasEntered(results[id] as Fuzzed));
    expect([...new Set(entered.map((id) => endpoints[id].access))].sort()).toEqual([
      'guest',
      'premium',
      'public',
      'user',
    ]);
    await parley.stop();
    expect(processesOf(processes)).toEqual([]);
  }, 120_000);
});

test.for(endpointIds)('what is derived from the schema of %s is what it takes', async (id) => {
  const { input } = await contractOf(id);
  const values = fc.sample(valuesOf(input), { numRuns: 20, seed: 1 });
  expect(values.filter((value) => !input.safeParse(value).success)).toEqual([]);
});

const ours = { error: 'There is nothing.', code: 'not_found', requestId: '1' };

test.for<[what: string, found: string | undefined, answer: Response]>([
  ['an answer as it was promised', undefined, Response.json({ text: 'hi' })],
  ['an error of ours', undefined, Response.json(ours, { status: 404 })],
  [
    'API Gateway’s word on what is too large',
    undefined,
    Response.json({ message: 'Request Entity Too Large' }, { status: 413 }),
  ],
  [
    'a message of the inside',
    '404 that is not an error of ours',
    Response.json({ ...ours, message: 'inside' }, { status: 404 }),
  ],
  [
    'a message of the inside with what is too large',
    '413 that is not an error of ours',
    Response.json({ ...ours, code: 'too_large', message: 'inside' }, { status: 413 }),
  ],
  ['a fault', '500', Response.json({ ...ours, code: 'internal' }, { status: 500 })],
  ['a stack', '404 with a stack', new Response('Error\n    at f (file.ts:1:1)', { status: 404 })],
  ['a page in place of JSON', '404 that is not JSON', new Response('<p>', { status: 404 })],
  [
    'another status than the code’s',
    '400 that is not an error of ours',
    Response.json(ours, { status: 400 }),
  ],
  [
    'an empty sentence',
    '404 that is not an error of ours',
    Response.json({ ...ours, error: ' ' }, { status: 404 }),
  ],
  [
    'markup that was sent',
    '404 that quotes what was sent',
    Response.json({ ...ours, error: `<b>${mark}` }, { status: 404 }),
  ],
  ['less than was promised', '200 that was not promised', Response.json({})],
  ['more than was promised', '200 that was not promised', Response.json({ text: 'hi', inside: 1 })],
])('%s is judged so', async ([, found, response]) => {
  const output = z.object({ text: z.string() });
  expect(await judge(endpoints['settings.read'], output, { method: 'GET', response, sites: [] })).toBe(found);
});

test.for([
  ['https://parley.example/account', undefined],
  ['https://evil.example/', '302 that leads elsewhere'],
  ['/account', '302 that leads elsewhere'],
] as const)('a redirect to %s is judged so', async ([location, found]) => {
  const response = new Response('', { status: 302, headers: { location } });
  const sites = ['https://parley.example'];
  expect(await judge(endpoints['auth.login'], z.any(), { method: 'GET', response, sites })).toBe(found);
});
