import { anySeed, type Part } from '../proof.ts';
import { debugging, sendCanaries } from './canaries.ts';

/** Failing providers that quote their input are part of the proof `faults`. */
export const flags = { requests: 1_000, seed: anySeed };

export async function* prove({ requests, seed }: typeof flags): AsyncGenerator<Part> {
  const half = Math.ceil(requests / 2);
  yield partOf('usual log level', await sendCanaries({ requests: half, seed, hangs: 3 }));
  const debugged = await sendCanaries({ requests: half, seed: seed + 1, hangs: 0, env: debugging });
  yield partOf('debug log level', debugged);
}

function partOf(name: string, result: Awaited<ReturnType<typeof sendCanaries>>): Part {
  const { lines, statuses, finds, left } = result;
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
