import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../support/parley/system.ts';
import type { Part } from '../proof.ts';

/** In `npm test` the files of a kind share processes, so one may depend on what another has left there. */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const projects = ['--project', 'unit', '--project', 'component'];
  const vitest = spawn('vitest', ['run', '--config', 'test/vitest.config.ts', ...projects], {
    cwd: root,
    env: { ...process.env, ALONE: 'on' },
    stdio: 'inherit',
  });
  const [status] = await once(vitest, 'exit');
  const findings =
    status === 0 ? [] : ['A unit or a component fails without the files before it: see above.'];
  yield { name: 'each file of units and components in a process of its own', figures: {}, findings };
}
