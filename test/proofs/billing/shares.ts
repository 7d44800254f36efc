import { availableParallelism } from 'node:os';
import { runShare } from '../../support/workers.ts';
import { addFigures, type Figures, type Part } from '../proof.ts';
import { checkHistories } from './histories.ts';
import { namedHistories } from './named-histories.ts';
import { deliveryOrders, endOfNamed } from './product/orders.ts';
import { startProduct } from './product/product.ts';

/** @public Plays half of the named histories, in a separate process. */
export async function playNamed({ half }: { half: number }): Promise<string[]> {
  const product = await startProduct();
  const findings: string[] = [];
  for (const [place, history] of namedHistories.entries()) {
    if (place % 2 !== half) continue;
    for (const order of deliveryOrders) findings.push(...(await endOfNamed(product, history, order)));
  }
  await product.stop();
  return findings;
}

export async function proveNamed(): Promise<Part> {
  const halves = [0, 1].map((half) => runShare(import.meta.url, playNamed, { half }));
  const findings = (await Promise.all(halves)).flat();
  const figures = { histories: namedHistories.length, 'delivery orders of each': deliveryOrders.length };
  return { name: 'named histories', figures, findings };
}

/** One process more than there are cores, since each waits now and then. */
export async function proveHistories(count: number, seed: number): Promise<Part> {
  const processes = availableParallelism() + 1;
  const shares = Array.from({ length: processes }, (_, index) => ({
    count: Math.floor((count + index) / processes),
    seed: seed + index,
  }));
  const answers = await Promise.all(shares.map((share) => runShare(import.meta.url, playGenerated, share)));
  const figures: Figures = {};
  for (const answer of answers) addFigures(figures, answer.figures);
  return {
    name: `${count} generated histories (seeds ${seed} to ${seed + processes - 1})`,
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
