import { chanceFrom, shuffled } from '../../support/chance.ts';
import { anySeed, type Part } from '../proof.ts';
import { mutated } from './modules.ts';
import { installStryker, type Mutant, mutate } from './stryker.ts';

/** `--module` takes a part of a path; `--modules` is how many are chosen by chance, with 0 for all. */
export const flags = { module: '', modules: 0, seed: anySeed };

export async function* prove({ module: word, modules, seed }: typeof flags): AsyncGenerator<Part> {
  const named = mutated.filter(({ module }) => module.includes(word));
  const chosen = modules === 0 ? named : shuffled(named, chanceFrom(seed)).slice(0, modules);
  if (chosen.length > 0) installStryker();
  for (const { module, tests, least } of chosen) yield judge(module, mutate(module, tests), least);
}

/** Mutants that cannot run count for nothing; one that never ends is noticed by the timeout. */
function judge(module: string, mutants: readonly Mutant[], least: number): Part {
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const score = (100 * killed) / (killed + survivors.length);
  for (const { location, replacement } of survivors) {
    console.log(`${module}:${location.start.line}:${location.start.column} ${replacement ?? ''}`);
  }
  return {
    name: `${module}: ${score.toFixed(1)} % of its mutants are noticed, of at least ${least}`,
    figures: { noticed: killed, 'not noticed': survivors.length },
    findings: score >= least ? [] : ['fewer are noticed than its bar wants'],
  };
}
