import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { anySeed, type Part, quantile } from '../proof.ts';
import { spreadChaos, total } from './chaos.ts';

/** The whole product under kill -9, on one data folder. */
export const flags = { kills: 200, seed: anySeed };

export async function* prove({ kills, seed }: typeof flags): AsyncGenerator<Part> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-chaos-'));
  const { tallies, startsMs, leftBehind, findings, ...counts } = await spreadChaos({
    ...{ folder, kills, seed, say: console.log },
    // Enough for handlers to be loaded, engines to be started, and each kind of work to be under way.
    ...{ workers: 2, writes: 40 },
  });
  rmSync(folder, { recursive: true });
  console.log(
    `Ready again after ${quantile(startsMs, 0.5)} ms (median), at most ${Math.max(...startsMs)} ms.`,
  );
  yield {
    name:
      `${counts.killsUnderLoad} kills under load and ${counts.killsOfStarts} of starts: ` +
      `${total(tallies, 'acknowledged')} acknowledged writes, ${total(tallies, 'lost')} lost`,
    figures: tallies,
    findings: [...findings, ...leftBehind.map((process) => `${process} is left behind`)],
  };
}
