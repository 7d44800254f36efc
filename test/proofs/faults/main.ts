import { fork } from 'node:child_process';
import { once } from 'node:events';
import { anySeed, type Part } from '../proof.ts';
import { type Trial, tryFaults } from './matrix.ts';

/** `--endpoint` takes a job as `jobs.NAME`; `--sample` tries one call of each provider and fault. */
export const flags = { endpoint: '', provider: '', sample: false, seed: anySeed };

export async function* prove({ endpoint, provider, sample, seed }: typeof flags): AsyncGenerator<Part> {
  if (endpoint === '') yield await seeBrokenProduct();
  const { trials, findings } = await tryFaults({ seed, only: { function: endpoint, provider }, sample });
  const disturbed = trials.filter((each) => each.disturbed > 0).length;
  const slowest = Math.max(0, ...trials.map(({ durationMs }) => durationMs));
  if (trials.length === 0 && findings.length === 0) return;
  yield {
    name: `${trials.length} faults, of which ${disturbed} were repeated on a busy machine, slowest answer ${slowest} ms`,
    figures: Object.fromEntries(
      Array.from(
        Map.groupBy(trials, (trial) => trial.function),
        ([name, own]) => [name, countBy(own, (trial) => trial.provider)],
      ),
    ),
    findings: [...findings, ...trials.filter((each) => each.findings.length > 0).map(sentenceOf)],
  };
}

/** Shows that the judge can find something. */
async function seeBrokenProduct(): Promise<Part> {
  const [found] = await once(fork(`${import.meta.dirname}/broken.ts`), 'message');
  return {
    name: 'a product that gives nothing back is found out',
    figures: {},
    findings: found.includes('Was charged 15 seconds for an error') ? [] : ['It was not.'],
  };
}

function countBy<Item>(items: readonly Item[], wordOf: (item: Item) => string): Record<string, number> {
  return Object.fromEntries(Array.from(Map.groupBy(items, wordOf), ([word, own]) => [word, own.length]));
}

function sentenceOf(trial: Trial): string {
  const { scene, provider, action, nth, fault, scope, statuses, durationMs } = trial;
  const where = [trial.function, scene].filter((word) => word !== '').join(', ');
  const what = `${provider} ${action} ${nth}: ${fault}, ${scope}`;
  return `${where} | ${what} | ${statuses.join(', then ')} after ${durationMs} ms | ${trial.findings.join('; ')}`;
}
