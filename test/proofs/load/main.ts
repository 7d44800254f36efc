import { anySeed, type Part } from '../proof.ts';
import { load } from './load.ts';

/**
 * `--rate` requests a second, after a minute that does not count, by people who do not wait for each other. The rate is
 * that of some 250 people who use one machine at once; more is what AWS is for.
 */
export const flags = { rate: 50, minutes: 5, seed: anySeed };

const bars = { p95Ms: 300, growthPercent: 5 };

export async function* prove({ rate, minutes, seed }: typeof flags): AsyncGenerator<Part> {
  const measured = await load({
    ratePerSecond: rate,
    seconds: minutes * 60,
    warmUpSeconds: 60,
    windowSeconds: 30,
    seed,
  });
  const { figures, all, faults, memory, cpuMsPerRequest, lateP95Ms } = measured;
  const resident = growthOf(memory.residentBytes);
  const heap = growthOf(memory.heapBytes);
  yield {
    name:
      `${all.count} requests: p95 ${all.p95Ms.toFixed(1)} ms (at most ${bars.p95Ms}), memory ` +
      `${resident.toFixed(1)} % more (less than ${bars.growthPercent}), heap ${heap.toFixed(1)} % more, ` +
      `${cpuMsPerRequest.toFixed(2)} ms of processor time each, generator at most ${lateP95Ms.toFixed(1)} ms late (p95)`,
    figures: Object.fromEntries(
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
    findings: [
      ...Object.entries(faults).map(([fault, times]) => `${times} × ${fault}`),
      ...(all.p95Ms <= bars.p95Ms ? [] : ['p95 is above its bar']),
      ...(resident < bars.growthPercent ? [] : ['memory has grown']),
      ...(Number.isFinite(heap) ? [] : ['the heap could not be measured']),
    ],
  };
}

/** Percent. */
function growthOf([first = Number.NaN, last = Number.NaN]: readonly number[]): number {
  return (last / first - 1) * 100;
}
