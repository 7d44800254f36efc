import { parseArgs } from 'node:util';
import { processesOf, processMark } from '../processes.ts';
import { startParley } from '../system.ts';
import { fuzz } from './fuzz.ts';

/** `npm run fuzz -- [--requests N] [--seed N]`: a long run against a Parley of its own. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const seed = Number(values.seed);

const { env, mark } = processMark();
const parley = await startParley({ env });
const startedAt = performance.now();
const result = await fuzz({
  url: parley.url,
  dynamodb: parley.dynamodb,
  requests: Number(values.requests),
  seed,
  concurrency: 8,
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
await parley.stop();
const left = processesOf(mark);

console.log(`${result.requests} requests in ${seconds} s, seed ${seed}, slowest ${result.slowestMs} ms`);
console.table(result.statuses);
for (const { endpoint, what } of result.findings) console.log(`${endpoint}: ${what}`);
if (left.length > 0) console.log(`Left behind: ${left.map(({ name }) => name).join(', ')}`);
const failed = result.findings.length > 0 || left.length > 0;
console.log(failed ? 'Found something.' : 'No 5xx, no hang, nothing left behind.');
process.exit(failed ? 1 : 0);
