import type { Part } from '../proof.ts';
import { runTests } from '../run-tests.ts';

/** The service tests on a database whose reads are as stale as DynamoDB allows: `infra/local/database/stale-reads.ts`. */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const isPassed = await runTests(['service'], { STALE_READS: 'on' });
  const findings = isPassed ? [] : ['A service test fails with stale reads: see above.'];
  yield { name: 'service tests with stale reads', figures: {}, findings };
}
