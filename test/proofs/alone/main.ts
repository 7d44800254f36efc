import type { Part } from '../proof.ts';
import { runTests } from '../run-tests.ts';

/** In `npm test` the files of a kind share processes, so one may depend on what another has left there. */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const isPassed = await runTests(['unit', 'component'], { ALONE: 'on' });
  const findings = isPassed ? [] : ['A unit or a component fails without the files before it: see above.'];
  yield { name: 'each file of units and components in a process of its own', figures: {}, findings };
}
