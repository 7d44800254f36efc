import { anySeed, type Part } from '../proof.ts';
import { debugging, sendCanaries, sendCanariesIntoTrouble } from './canaries.ts';

/** A third of the requests goes to functions whose providers and database fail. */
export const flags = { requests: 1_000, seed: anySeed };

export async function* prove({ requests, seed }: typeof flags): AsyncGenerator<Part> {
  const third = Math.ceil(requests / 3);
  const sixth = Math.ceil(third / 2);
  yield partOf('as it is', await sendCanaries({ requests: third, seed, hangs: 3 }));
  yield partOf(
    'while debugging',
    await sendCanaries({ requests: third, seed: seed + 1, hangs: 0, env: debugging }),
  );
  yield partOf('in trouble', await sendCanariesIntoTrouble({ requests: sixth, seed }));
  yield partOf(
    'in trouble, while debugging',
    await sendCanariesIntoTrouble({ requests: sixth, seed: seed + 1, env: debugging }),
  );
}

function partOf(
  name: string,
  result: Awaited<ReturnType<typeof sendCanariesIntoTrouble>> & { left?: string[] },
): Part {
  const { lines, statuses, finds, left = [] } = result;
  const answers = Object.entries(statuses).map(([status, times]) => [`× ${status}`, times]);
  return {
    name,
    figures: { lines, ...Object.fromEntries(answers) },
    findings: [
      ...finds.map(({ form, line }) => `${form}: ${line}`),
      ...left.map((process) => `${process} is left behind`),
    ],
  };
}
