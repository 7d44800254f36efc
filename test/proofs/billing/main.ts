import { availableParallelism } from 'node:os';
import { runShare } from '../../support/workers.ts';
import { addFigures, anySeed, type Figures, type Part } from '../proof.ts';
import { checkHistories } from './histories.ts';
import { startProduct } from './product/product.ts';

export const flags = { histories: 10_000, seed: anySeed };

/** One process more than there are cores, since each waits now and then. */
export async function* prove({ histories, seed }: typeof flags): AsyncGenerator<Part> {
  const processes = availableParallelism() + 1;
  const shares = Array.from({ length: processes }, (_, index) => ({
    count: Math.floor((histories + index) / processes),
    seed: seed + index,
  }));
  const answers = await Promise.all(shares.map((share) => runShare(import.meta.url, playGenerated, share)));
  const figures: Figures = {};
  for (const answer of answers) addFigures(figures, answer.figures);
  yield {
    name: `${histories} generated histories (seeds ${seed} to ${seed + processes - 1})`,
    figures,
    findings: answers.flatMap(({ wrong }) => wrong ?? []),
  };
}

/** @public Runs in a separate process. */
export async function playGenerated(share: { count: number; seed: number }) {
  const product = await startProduct();
  const figures: Figures = {};
  const wrong = await checkHistories(product, { ...share, figures });
  await product.stop();
  return { figures, wrong };
}
