import { availableParallelism } from 'node:os';
import { runShare } from '../../support/workers.ts';
import { startWorld } from '../billing/world/world.ts';
import { addFigures, type Figures, type Part } from '../proof.ts';
import { liveThrough, type TownOptions } from './town.ts';

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
  const shares = Array.from({ length: processes }, (_, index) =>
    towns.filter((_, place) => place % processes === index),
  );
  const answers = await Promise.all(shares.map((share) => runShare(import.meta.url, liveInTowns, share)));
  const figures: Figures = {};
  for (const answer of answers) addFigures(figures, answer.figures);
  return { name, figures, findings: answers.flatMap(({ findings }) => findings) };
}

const townPeople = 125;

/** @public Runs in another process. */
export async function liveInTowns(towns: readonly TownOptions[]) {
  const answer = { figures: {} as Figures, findings: [] as string[] };
  const world = await startWorld();
  for (const town of towns) {
    const { figures, findings } = await liveThrough(world, town);
    addFigures(answer.figures, figures);
    answer.findings.push(...findings);
  }
  await world.stop();
  return answer;
}
