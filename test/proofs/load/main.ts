import { parseArgs } from 'node:util';
import { load } from './load.ts';

/**
 * `npm run load -- [--rate N] [--minutes N] [--seed N]`: so many requests a second for so long, after a minute that does
 * not count, as people make them who do not wait for each other.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [rate, minutes, seed] = [values.rate, values.minutes, values.seed].map(Number) as [
  number,
  number,
  number,
];
if (!(rate > 0 && minutes >= 1 && Number.isInteger(seed))) {
  console.error('--rate takes a number above 0, --minutes one from 1, --seed a whole number.');
  process.exit(2);
}
const bars = { p95Ms: 300, growthPercent: 5 };

console.log(`${rate} requests/s for ${minutes} min, after one to warm up, seed ${seed}…`);
const { figures, all, faults, memory, cpuMsPerRequest, lateP95Ms } = await load({
  ratePerSecond: rate,
  seconds: minutes * 60,
  warmUpSeconds: 60,
  windowSeconds: 30,
  seed,
});
console.table(
  Object.fromEntries(
    Object.entries({ ...figures, all }).map(([name, { count, p50Ms, p95Ms, p99Ms, maxMs, errors }]) => [
      name,
      {
        requests: count,
        'p50 ms': p50Ms.toFixed(1),
        'p95 ms': p95Ms.toFixed(1),
        'p99 ms': p99Ms.toFixed(1),
        'longest ms': maxMs.toFixed(0),
        errors,
      },
    ]),
  ),
);
for (const [fault, times] of Object.entries(faults)) console.log(`${times} × ${fault}`);
console.log(
  `The server took ${cpuMsPerRequest.toFixed(2)} ms of processor time a request; the generator was less than ${lateP95Ms.toFixed(1)} ms late 19 times in 20.`,
);
const growthPercent = growth(memory.residentBytes);
console.log(`Heap without garbage: ${show(memory.heapBytes)}.`);
console.log(`Errors: ${all.errors}, at most 0.`);
console.log(`p95: ${all.p95Ms.toFixed(1)} ms, at most ${bars.p95Ms}.`);
console.log(`Memory, median of 30 s: ${show(memory.residentBytes)}, less than ${bars.growthPercent} % more.`);
const isWithin =
  all.errors === 0 &&
  all.p95Ms <= bars.p95Ms &&
  growthPercent < bars.growthPercent &&
  memory.heapBytes.every(Number.isFinite);
console.log(isWithin ? 'Within all bars.' : 'A bar is missed.');
process.exit(isWithin ? 0 : 1);

function growth([first = Number.NaN, last = Number.NaN]: readonly number[]): number {
  return (last / first - 1) * 100;
}

function show(bytes: readonly number[]): string {
  const [first, last] = bytes.map((each) => (each / 2 ** 20).toFixed(1));
  return `${first} MiB at first, ${last} MiB at the end, ${growth(bytes).toFixed(1)} % more`;
}
