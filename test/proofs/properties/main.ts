import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anySeed, type Part } from '../proof.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** `--runs` is for each property; a failing one prints its counterexample with seed and path. */
export const flags = { runs: 20_000, seed: anySeed };

export async function* prove({ runs, seed }: typeof flags): AsyncGenerator<Part> {
  const files = globSync('test/unit/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('support/properties.ts'),
  );
  if (files.length === 0) return;
  const words = ['run', '--config', 'test/vitest.config.ts', '--project', 'unit', '--testTimeout', '1800000'];
  const env = { ...process.env, PROPERTY_RUNS: `${runs}`, PROPERTY_SEED: `${seed}` };
  const [status] = await once(
    spawn('vitest', [...words, ...files], { cwd: root, env, stdio: 'inherit' }),
    'exit',
  );
  const name = `the properties of ${files.length} files, ${runs} runs each`;
  yield { name, figures: {}, findings: status === 0 ? [] : ['a property fails: see above'] };
}
