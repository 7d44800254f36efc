import { isDeepStrictEqual, parseArgs } from 'node:util';
import { killReset } from './kill.ts';

/** `npm run jobs -- --counters 100000 --kills 50 --seed 1`: the reset job under kill -9. */
const { values } = parseArgs({
  options: {
    counters: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
});

const [counters, kills, seed] = [Number(values.counters), Number(values.kills), Number(values.seed)];
console.log(`Rolling ${counters} counters, killed ${kills} times (seed ${seed})…`);
const { found, expected, ...figures } = await killReset({ counters, kills, seed });
console.table(figures);
console.table(found.totals);

const right = isDeepStrictEqual(found, expected);
console.log(
  right
    ? `The totals are those of an undisturbed run, and only the ${found.left.length} counters that stay are left.`
    : `WRONG. Left: ${found.left.length}, should be ${expected.left.length}. Totals should be:`,
);
if (!right) console.table(expected.totals);
process.exitCode = right ? 0 : 1;
