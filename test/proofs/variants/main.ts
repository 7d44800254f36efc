import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../support/parley/system.ts';
import type { Part } from '../proof.ts';

/** The journeys with all rows of their tables: `support/variants.ts`. */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const command = ['run', '--config', 'test/vitest.config.ts', '--project', 'journey'];
  const vitest = spawn('vitest', command, {
    cwd: root,
    env: { ...process.env, VARIANTS: 'all' },
    stdio: 'inherit',
  });
  const [status] = await once(vitest, 'exit');
  const findings = status === 0 ? [] : ['A journey fails in one of its variants: see above.'];
  yield { name: 'journeys in all their sizes, languages and kinds of loss', figures: {}, findings };
}
