import { parseArgs } from 'node:util';
import { stormOverlaps } from './overlaps.ts';
import {
  countRoundTrips,
  type Storm,
  startStage,
  stormAddress,
  stormKey,
  stormLimit,
  stormLosses,
  stormMidnight,
} from './storm.ts';

/** `npm run storm -- [--seed N]`: every storm in full size, and what was counted. */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: String(Date.now() % 2 ** 31) } },
});
const seed = Number(values.seed);
const stage = await startStage({ addressCeiling: 1_100 });
const storms: (() => Promise<Storm>)[] = [
  () => countRoundTrips(stage),
  () => stormLimit(stage, { requests: 1_000, atOnce: 1_000 }),
  () => stormLosses(stage, { requests: 1_000, atOnce: 1_000, seed }),
  () => stormKey(stage, { requests: 100, atOnce: 100 }),
  () => stormMidnight(stage, { users: 500, atOnce: 64 }),
  () => stormOverlaps(stage, { rounds: 200, seed }),
  () => stormAddress(stage, { guests: 1_200, atOnce: 40 }),
];
let found = 0;
for (const each of storms) {
  const startedAt = performance.now();
  const { name, figures, findings } = await each();
  console.log(`\n${name} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
  console.table(figures);
  for (const finding of findings) console.log(`FOUND ${finding}`);
  found += findings.length;
}
await stage.stop();
console.log(found === 0 ? '\nEverything holds.' : `\n${found} things do not hold.`);
process.exit(found === 0 ? 0 : 1);
