import { parseArgs } from 'node:util';
import { walkCalendar } from './calendar.ts';
import { forgeWebhooks } from './forged.ts';
import { killWebhook } from './kill.ts';
import { abandonTrials, createInParallel, overtakeSyncs, shareCard } from './parallel.ts';
import type { Proof } from './proof.ts';
import { proveHistories, proveNamed } from './shares.ts';
import { startWorld } from './world.ts';

/**
 * `npm run billing -- [--histories N] [--seed N] [--only WORD]`: that what we hold of everybody's subscription always
 * comes to what Stripe holds, in full size. Without `--histories` 10,000 of them.
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
console.log(`Seed ${seed}.`);

const world = await startWorld();
const proofs: Record<string, () => Promise<Proof>> = {
  named: proveNamed,
  parallel: () => createInParallel(world, { creates: 200 }),
  abandoned: () => abandonTrials(world, { people: 1_000 }),
  card: () => shareCard(world, { accounts: 50 }),
  overtaking: () => overtakeSyncs(world, { rounds: 200 }),
  forged: () => forgeWebhooks(world, { webhooks: 10_000, seed }),
  kill: () => killWebhook(world, { kills: 200, seed }),
  calendar: () => walkCalendar(world, { days: 400 }),
  histories: () => proveHistories(Number(values.histories), seed),
};
let found = 0;
for (const [word, prove] of Object.entries(proofs)) {
  if (!word.includes(values.only)) continue;
  const startedAt = performance.now();
  const { name, figures, findings } = await prove();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const all = Object.entries(figures).map(([figure, value]) => `${value} ${figure}`);
  console.log(`${findings.length === 0 ? 'holds' : 'FAILS'}  ${name}, ${seconds} s: ${all.join(', ')}`);
  for (const finding of findings) console.log(`       ${finding.replaceAll('\n', '\n       ')}`);
  found += findings.length;
}
await world.stop();
console.log(found === 0 ? 'Everything holds.' : `${found} things do not hold.`);
process.exit(found === 0 ? 0 : 1);
