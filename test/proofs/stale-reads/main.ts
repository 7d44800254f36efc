import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../support/parley/system.ts';
import type { Part } from '../proof.ts';

/** The service tests on a database whose reads are as stale as DynamoDB allows: `infra/local/database/stale-reads.ts`. */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const command = ['run', '--config', 'test/vitest.config.ts', '--project', 'service'];
  const vitest = spawn('vitest', command, {
    cwd: root,
    env: { ...process.env, STALE_READS: 'on' },
    stdio: 'inherit',
  });
  const [status] = await once(vitest, 'exit');
  const findings = status === 0 ? [] : ['A service test fails with stale reads: see above.'];
  yield { name: 'service tests with stale reads', figures: {}, findings };
}
