import { availableParallelism } from 'node:os';
import { runShare } from '../../support/workers.ts';
import { addFigures, type Figures, type Part } from '../proof.ts';
import { checkHistories } from './histories.ts';
import { namedHistories } from './named-histories.ts';
import { deliveryOrders, endOfNamed } from './orders.ts';
import { startWorld } from './world.ts';

/**
 * Every named history, in two processes.
 *
 * @param orders in how many of the delivery orders each happens, taken in turn
 */
export async function findingsOfNamed(
  orders = deliveryOrders.length,
): Promise<Record<string, readonly string[]>> {
  const halves = [0, 1].map((half) => runShare(import.meta.url, playNamed, { half, orders }));
  return Object.assign({}, ...(await Promise.all(halves)));
}

/** @public Runs in a process of its own. */
export async function playNamed({ half, orders }: { half: number; orders: number }) {
  const world = await startWorld();
  const all: Record<string, string[]> = {};
  for (const [place, history] of namedHistories.entries()) {
    if (place % 2 !== half) continue;
    const findings: string[] = [];
    for (let turn = place; turn < place + orders; turn += 1) {
      const order = deliveryOrders[turn % deliveryOrders.length];
      if (order) findings.push(...(await endOfNamed(world, history, order)));
    }
    all[history.name] = findings;
  }
  await world.stop();
  return all;
}

export async function proveNamed(): Promise<Part> {
  const findings = Object.values(await findingsOfNamed()).flat();
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

/** @public Runs in a process of its own. */
export async function playGenerated(share: { count: number; seed: number }) {
  const world = await startWorld();
  const figures: Figures = {};
  const wrong = await checkHistories(world, { ...share, figures });
  await world.stop();
  return { figures, wrong };
}
