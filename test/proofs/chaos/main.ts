import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, spreadChaos, total } from './chaos.ts';

/** `npm run chaos -- [--kills 200] [--seed N]`: the whole product under kill -9, on one data folder. */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!(Number.isInteger(kills) && kills >= 1 && Number.isInteger(seed))) {
  console.error('--kills takes a whole number from 1, --seed a whole number.');
  process.exit(2);
}

console.log(`${kills} kills, seed ${seed}`);
const folder = mkdtempSync(path.join(tmpdir(), 'parley-chaos-'));
const startedAt = performance.now();
const say = (line: string) => console.log(line);
const { tallies, startsMs, leftBehind, findings, ...counts } = await spreadChaos({
  ...{ folder, kills, seed, say },
  // Enough for handlers to be loaded, engines to be started, and each kind of work to be under way.
  ...{ workers: 2, buyers: 1, writes: 40 },
});
rmSync(folder, { recursive: true });

console.table(tallies);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
console.log(
  `${counts.killsUnderLoad} kills under load and ${counts.killsOfStarts} of starts in ${seconds} s, seed ${seed}. ` +
    `${total(tallies, 'acknowledged')} acknowledged writes, ${total(tallies, 'found')} found, ${total(tallies, 'lost')} lost.`,
);
console.log(`Ready again after ${median(startsMs)} ms (median), at most ${startsMs.at(-1)} ms.`);
console.log(`Left behind: ${leftBehind.length === 0 ? 'nothing' : leftBehind.join(', ')}.`);
const failed = findings.length > 0 || leftBehind.length > 0;
console.log(failed ? 'Something does not hold.' : 'Everything that was acknowledged is there.');
process.exit(failed ? 1 : 0);
