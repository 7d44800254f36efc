import { availableParallelism } from 'node:os';
import { runShare } from '../../support/workers.ts';
import type { Part } from '../proof.ts';
import { addFigures, noFigures, type TownFigures, type TownOptions } from './town.ts';

export interface Share {
  readonly towns: readonly TownOptions[];
}

export interface Answer {
  readonly figures: TownFigures;
  readonly findings: string[];
}

/** Towns have 125 people, more than the job reads at once. */
export async function proveTowns(
  name: string,
  { histories, seed, losses }: { histories: number; seed: number; losses: number },
): Promise<Part> {
  const towns = Array.from({ length: Math.ceil(histories / townPeople) }, (_, index) => ({
    people: Math.min(townPeople, histories - index * townPeople),
    seed: seed + index,
    losses,
  }));
  const processes = Math.min(towns.length, availableParallelism() + 1);
  const answers = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      runShare<Share, Answer>(worker, { towns: towns.filter((_, place) => place % processes === index) }),
    ),
  );
  const figures = noFigures();
  for (const answer of answers) addFigures(figures, answer.figures);
  return { name, figures, findings: answers.flatMap(({ findings }) => findings) };
}

const townPeople = 125;

const worker = new URL('./worker.ts', import.meta.url);
