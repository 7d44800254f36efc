import { availableParallelism } from 'node:os';
import { runShare } from '../../support/workers.ts';
import type { Part } from '../proof.ts';
import { type Figures, noFigures } from './histories.ts';
import { namedHistories } from './named-histories.ts';
import { deliveryOrders } from './orders.ts';

export interface Share {
  readonly count: number;
  readonly seed: number;
  readonly named: readonly string[];
  readonly orders: number;
}

export interface Answer {
  readonly figures: Figures;
  wrong: string | undefined;
  readonly named: Record<string, readonly string[]>;
}

/**
 * Every named history, in two processes.
 *
 * @param orders in how many of the delivery orders each happens, taken in turn
 */
export async function findingsOfNamed(orders = deliveryOrders.length): Promise<Answer['named']> {
  const names = namedHistories.map(({ name }) => name);
  const halves = [0, 1].map((half) => names.filter((_, index) => index % 2 === half));
  const answers = await Promise.all(
    halves.map((named) => runShare<Share, Answer>(worker, { count: 0, seed: 0, named, orders })),
  );
  return Object.assign({}, ...answers.map(({ named }) => named));
}

export async function proveNamed(): Promise<Part> {
  const findings = Object.values(await findingsOfNamed()).flat();
  const figures = { histories: namedHistories.length, 'delivery orders of each': deliveryOrders.length };
  return { name: 'named histories', figures, findings };
}

/** One process more than there are cores, since each waits now and then. */
export async function proveHistories(count: number, seed: number): Promise<Part> {
  const processes = availableParallelism() + 1;
  const answers = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      runShare<Share, Answer>(worker, {
        count: Math.floor((count + index) / processes),
        seed: seed + index,
        named: [],
        orders: 0,
      }),
    ),
  );
  const figures = noFigures();
  for (const answer of answers) {
    for (const [name, value] of Object.entries(answer.figures)) figures[name as keyof Figures] += value;
  }
  return {
    name: `${count} generated histories (seeds ${seed} to ${seed + processes - 1})`,
    figures,
    findings: answers.flatMap(({ wrong }) => wrong ?? []),
  };
}

const worker = new URL('./worker.ts', import.meta.url);
