import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type EndpointId, endpointIds, endpoints as table } from '../../../shared/api/index.ts';
import { inspected } from '../../support/parley/inspector.ts';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { startParley } from '../../support/parley/system.ts';
import { type Fuzzed, fuzz, wasEntered } from './fuzz.ts';
import { openHeap } from './heap.ts';

/**
 * `npm run fuzz -- [--requests N] [--endpoint NAME] [--seed N]`: N hostile requests to every endpoint, or to one,
 * against a Parley of its own, whose data is in files: what is kept is no memory that grows.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    endpoint: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
if (!(Number.isInteger(requests) && requests >= 10 && Number.isInteger(seed))) {
  // Memory is compared by tenths of the rounds.
  console.error('--requests takes a whole number from 10, --seed a whole number.');
  process.exit(2);
}
const endpoints = endpointIds.filter((id) => id === (values.endpoint ?? id));
if (endpoints.length === 0) {
  console.log(`There is no endpoint ${values.endpoint}. There are: ${endpointIds.join(', ')}.`);
  process.exit(1);
}

const rounds = Math.min(40, requests);
const mostGrowth = 0.05;
/** Nobody who attacks has paid at Stripe, and no id that is made up is one of the history. */
const needsWhatIsThere: ReadonlySet<EndpointId> = new Set([
  'billing.cancel',
  'billing.reactivate',
  'translation.star',
  'translation.remove',
]);

const { env, mark } = processMark();
const folder = mkdtempSync(path.join(tmpdir(), 'parley-fuzz-'));
// Sessions are renewed from the first rounds on: what does that is not loaded before.
const flags = ['--data', folder, '--access-seconds', '60'];
const parley = await startParley({ flags, env: { ...env, ...inspected } });
const heap = await openHeap(parley);
const held: number[] = [];
const resident: number[] = [];
const startedAt = performance.now();
console.log(`${requests} requests to each of ${endpoints.length} endpoints, seed ${seed}`);
const results = await fuzz(parley, {
  ...{ endpoints: endpoints as EndpointId[], requests, rounds, seed, concurrency: 8 },
  betweenRounds: async (round) => {
    const { heldBytes, residentBytes } = await heap.measure();
    held.push(heldBytes);
    resident.push(residentBytes);
    console.log(`Round ${round + 1} of ${rounds}: ${inMb(heldBytes)} held, ${inMb(residentBytes)} resident`);
  },
});
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
heap.close();
await parley.stop();
rmSync(folder, { recursive: true });
const left = processesOf(mark);

console.table(
  Object.fromEntries(
    Object.entries(results).map(([id, { answers, slowestMs, findings }]) => [
      id,
      { ...answers, 'slowest (ms)': slowestMs, found: findings.length },
    ]),
  ),
);
const findings = Object.entries(results).flatMap(([id, each]) =>
  each.findings.map((found) => `${id}: ${found}`),
);
for (const finding of findings) console.log(`FOUND ${finding}`);
// What is hardest to get into lets in five in a thousand: in fewer requests chance may have spoilt all.
const shut = endpoints.filter(
  (id) => requests >= 2_000 && mayBeEntered(id) && !wasEntered(results[id] as Fuzzed),
);
if (shut.length > 0) console.log(`FOUND that no request got into ${shut.join(', ')}.`);
if (left.length > 0) console.log(`Left behind: ${left.map(({ name }) => name).join(', ')}`);
const growth = growthOf(held);
console.log(
  `${requests * endpoints.length} requests in ${seconds} s, seed ${seed}. Memory that is held has grown by ` +
    `${inPercent(growth)} (at most ${inPercent(mostGrowth)}), resident memory by ${inPercent(growthOf(resident))}.`,
);
const failed = findings.length > 0 || shut.length > 0 || left.length > 0 || !(growth < mostGrowth);
console.log(
  failed
    ? 'Found something.'
    : 'No 5xx, no hang, every error ours, every answer as promised, memory flat, nothing left behind.',
);
process.exit(failed ? 1 : 0);

/** Nobody has Stripe's secret, and nothing is at any other address. */
function mayBeEntered(id: EndpointId): boolean {
  return table[id].access !== 'stripe' && table[id].path !== '$default' && !needsWhatIsThere.has(id);
}

/** From when everything has been loaded, in the second and third tenth of the rounds, to the last tenth. */
function growthOf(sizes: readonly number[]): number {
  const tenth = sizes.length / 10;
  const warm = median(sizes.slice(tenth, tenth * 3));
  return median(sizes.slice(-Math.ceil(tenth))) / warm - 1;
}

function median(sizes: readonly number[]): number {
  return sizes.toSorted((one, other) => one - other)[sizes.length >> 1] ?? Number.NaN;
}

function inMb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

function inPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
