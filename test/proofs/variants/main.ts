import type { Part } from '../proof.ts';
import { runTests } from '../run-tests.ts';

/** The journeys with all rows of their tables: `support/variants.ts`. */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const isPassed = await runTests(['journey'], { VARIANTS: 'all' });
  const findings = isPassed ? [] : ['A journey fails in one of its variants: see above.'];
  yield { name: 'journeys in all their sizes, languages and kinds of loss', figures: {}, findings };
}
