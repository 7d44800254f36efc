import { parseArgs } from 'node:util';
import { debugging, sendCanaries, sendCanariesIntoTrouble } from './canaries.ts';

/**
 * `npm run canaries -- [--requests N] [--seed N]`: words of nobody's in everything that is sent, looked for in
 * everything that is written. A third goes to functions whose providers and database fail.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const requests = Number(values.requests);
const seed = Number(values.seed);
const third = Math.ceil(requests / 3);

const asItIs = await sendCanaries({ requests: third, seed, hangs: 3 });
const whileDebugging = await sendCanaries({ requests: third, seed: seed + 1, hangs: 0, env: debugging });
const runs = {
  'as it is': asItIs,
  'while debugging': whileDebugging,
  'in trouble': await sendCanariesIntoTrouble({ requests: Math.ceil(third / 2), seed }),
  'in trouble, while debugging': await sendCanariesIntoTrouble({
    requests: requests - 2 * third - Math.ceil(third / 2),
    seed: seed + 1,
    env: debugging,
  }),
};

console.log(`${requests} requests with canaries, seed ${seed}`);
console.table(
  Object.fromEntries(
    Object.entries(runs).map(([name, { lines, statuses }]) => [name, { lines, ...statuses }]),
  ),
);
const finds = Object.values(runs).flatMap((run) => run.finds);
for (const { form, line } of finds) console.log(`${form}: ${line}`);
const left = [...asItIs.left, ...whileDebugging.left];
if (left.length > 0) console.log(`Left behind: ${left.join(', ')}`);
const failed = finds.length > 0 || left.length > 0;
console.log(failed ? 'Found something.' : 'No canary in any line or metric.');
process.exit(failed ? 1 : 0);
