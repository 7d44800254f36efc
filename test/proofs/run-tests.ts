import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../support/parley/system.ts';

/** Runs kinds of `npm test` with another environment, and prints what they print. @returns whether all pass */
export async function runTests(kinds: readonly string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const projects = kinds.flatMap((kind) => ['--project', kind]);
  const vitest = spawn('vitest', ['run', '--config', 'test/vitest.config.ts', ...projects], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  const [status] = await once(vitest, 'exit');
  return status === 0;
}
