import { isDeepStrictEqual } from 'node:util';
import { anySeed, type Part } from '../proof.ts';
import { killReset } from './kill.ts';

/** The reset job under kill -9. */
export const flags = { counters: 100_000, kills: 50, seed: anySeed };

export async function* prove(options: typeof flags): AsyncGenerator<Part> {
  const { found, expected, ...figures } = await killReset(options);
  console.table(found.totals);
  const findings = isDeepStrictEqual(found, expected)
    ? []
    : [
        `${found.left.length} counters are left, of ${expected.left.length} that stay`,
        `the totals should be ${JSON.stringify(expected.totals)}`,
      ];
  yield {
    name: `${options.counters} counters, killed ${figures.kills} times`,
    figures: { ...figures },
    findings,
  };
}
