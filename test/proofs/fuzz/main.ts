import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EndpointId, endpointIds, endpoints as table } from '../../../shared/api/index.ts';
import { inspected } from '../../support/parley/inspector.ts';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { startParley } from '../../support/parley/system.ts';
import { heapInUse } from '../load/memory.ts';
import { anySeed, type Part, quantile } from '../proof.ts';
import { debugging, type Fuzzed, fuzz, leaksIn, wasEntered } from './fuzz.ts';

/** `--requests` is for each endpoint, or for the one of `--endpoint`. */
export const flags = { requests: 10_000, endpoint: '', seed: anySeed };

const mostGrowth = 0.05;
/** Attackers have no paid subscription and guess no id. */
const needsExistingItem: ReadonlySet<EndpointId> = new Set([
  'billing.apply-code',
  'billing.cancel',
  'billing.reactivate',
  'billing.preview-change',
  'billing.change',
  'translation.star',
  'translation.remove',
]);

export async function* prove({ requests, endpoint, seed }: typeof flags): AsyncGenerator<Part> {
  const endpoints = endpointIds.filter((id) => id === (endpoint || id));
  if (endpoints.length === 0) return;
  if (requests < 10) throw new Error('--requests takes at least 10: memory is compared by tenths.');
  const rounds = Math.min(40, requests);
  const { env, mark } = processMark();
  // Data in files is not memory that grows.
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-fuzz-'));
  // Sessions are renewed from the first rounds on, so that those modules are loaded by then.
  const parley = await startParley({
    flags: ['--data', folder, '--access-seconds', '60'],
    env: { ...env, ...inspected, ...debugging },
  });
  const sizes: number[] = [];
  const results = await fuzz(parley, {
    ...{ endpoints, requests, rounds, seed, concurrency: 8 },
    betweenRounds: async (round) => {
      const bytes = await heapInUse(parley);
      sizes.push(bytes);
      console.log(`Round ${round + 1} of ${rounds}: ${(bytes / 2 ** 20).toFixed(1)} MB held`);
    },
  });
  await parley.stop();
  rmSync(folder, { recursive: true });

  // Of the hardest endpoint, five in a thousand requests get in, and memory has to be warm.
  const isLarge = requests >= 2_000;
  const shut = endpoints.filter((id) => isLarge && canSucceed(id) && !wasEntered(results[id] as Fuzzed));
  const held = growthOf(sizes);
  yield {
    name:
      `${requests * endpoints.length} requests; memory that is held has grown by ${inPercent(held)} ` +
      `(at most ${inPercent(mostGrowth)})`,
    figures: Object.fromEntries(
      Object.entries(results).map(([id, { answers, slowestMs, findings }]) => [
        id,
        { ...answers, 'slowest (ms)': slowestMs, found: findings.length },
      ]),
    ),
    findings: [
      ...Object.entries(results).flatMap(([id, { findings }]) => findings.map((found) => `${id}: ${found}`)),
      ...shut.map((id) => `${id}: no request got in`),
      ...leaksIn(parley),
      ...processesOf(mark).map(({ name }) => `${name} is left behind`),
      ...(isLarge && !(held < mostGrowth) ? ['memory has grown'] : []),
    ],
  };
}

function canSucceed(id: EndpointId): boolean {
  return table[id].access !== 'stripe' && table[id].path !== '$default' && !needsExistingItem.has(id);
}

/** From when everything is loaded, in the second and third tenth of the rounds, to the last tenth. */
function growthOf(sizes: readonly number[]): number {
  const tenth = sizes.length / 10;
  const warm = quantile(sizes.slice(tenth, tenth * 3), 0.5);
  return quantile(sizes.slice(-Math.ceil(tenth)), 0.5) / warm - 1;
}

function inPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
