import { parseArgs } from 'node:util';
import { proveTowns } from './shares.ts';

/**
 * `npm run totals -- [--histories N] [--seed N]`: that totals, days and ledger come to what a count of everybody comes
 * to, at once where nothing is lost on the way, and once the nightly job has run where much is. Without `--histories`
 * 5,000 of each.
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [histories, seed] = [Number(values.histories), Number(values.seed)];
console.log(`Seed ${seed}.`);

let found = 0;
for (const [name, losses] of [
  ['nothing is lost', 0],
  ['a fifth of the writes is lost, and the job is killed', 0.2],
] as const) {
  const startedAt = performance.now();
  const { figures, findings } = await proveTowns(name, { histories, seed, losses });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const all = Object.entries(figures).map(([figure, value]) => `${value} ${figure}`);
  console.log(`${findings.length === 0 ? 'holds' : 'FAILS'}  ${name}, ${seconds} s: ${all.join(', ')}`);
  for (const finding of findings.slice(0, 50)) console.log(`       ${finding}`);
  found += findings.length;
}
console.log(found === 0 ? 'Everything holds.' : `${found} things do not hold.`);
process.exit(found === 0 ? 0 : 1);
