import { parseArgs } from 'node:util';
import { type Trial, tryFaults } from './matrix.ts';

/**
 * `npm run faults -- [--endpoint NAME] [--provider NAME] [--sample] [--seed N]`: every fault of every call that every
 * function makes; a sample takes one of each provider and fault. A job is `jobs.NAME`.
 */
const { values } = parseArgs({
  options: {
    endpoint: { type: 'string' },
    provider: { type: 'string' },
    sample: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const seed = Number(values.seed);
if (!Number.isInteger(seed)) {
  console.error('--seed takes a whole number.');
  process.exit(2);
}

const startedAt = performance.now();
const { trials, findings } = await tryFaults({
  seed,
  only: { function: values.endpoint, provider: values.provider },
  sample: values.sample,
});
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);

const matrix = Object.fromEntries(
  Array.from(
    Map.groupBy(trials, (trial) => trial.function),
    ([name, own]) => [name, countBy(own, ({ provider }) => provider)],
  ),
);
console.table(matrix);
for (const finding of findings) console.log(finding);
for (const trial of trials.filter((each) => each.findings.length > 0)) console.log(sentenceOf(trial));
const disturbed = trials.filter((each) => each.disturbed > 0).length;
if (disturbed > 0) console.log(`${disturbed} faults were tried anew, since the machine was too busy.`);
const slowest = Math.max(0, ...trials.map(({ durationMs }) => durationMs));
const found = trials.filter((each) => each.findings.length > 0).length + findings.length;
console.log(
  `${trials.length} faults in ${seconds} s, seed ${seed}: findings ${found} (bar 0), slowest answer ${slowest} ms`,
);
const failed = found > 0 || trials.length === 0;
if (trials.length === 0)
  console.log('Nothing was tried: there is no such function, or it asks no such provider.');
else
  console.log(
    found > 0 ? 'Found something.' : 'Nobody is charged for an error, and nothing is left half done.',
  );
process.exit(failed ? 1 : 0);

function countBy<Item>(items: readonly Item[], wordOf: (item: Item) => string): Record<string, number> {
  return Object.fromEntries(Array.from(Map.groupBy(items, wordOf), ([word, own]) => [word, own.length]));
}

function sentenceOf(trial: Trial): string {
  const { scene, provider, action, nth, fault, scope, statuses, durationMs } = trial;
  const where = [trial.function, scene].filter((word) => word !== '').join(', ');
  const what = `${provider} ${action} ${nth}: ${fault}, ${scope}`;
  return `${where} | ${what} | ${statuses.join(', then ')} after ${durationMs} ms | ${trial.findings.join('; ')}`;
}
