import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../support/parley/system.ts';

/** The short form of `npm run prove -- faults`. */
test('no fault of a call of a translation charges for an error or leaves work half done', {
  timeout: 240_000,
}, async () => {
  const words = ['faults', '--endpoint', 'translation.translate', '--sample', '--seed', '1'];
  const { stdout } = await promisify(execFile)(process.execPath, ['test/proofs/main.ts', ...words], {
    cwd: root,
  }).catch(({ stdout, stderr }) => ({ stdout: `${stdout}${stderr}` }));
  expect(stdout).toContain('The proof "faults" holds');
  for (const provider of ['cognito', 'dynamodb', 'translate']) expect(stdout).toContain(provider);
});

test('a product that gives nothing back is found out', { timeout: 120_000 }, async () => {
  const child = fork('test/proofs/faults/broken.ts', { cwd: root });
  const [findings] = await once(child, 'message');
  expect(findings).toContain('Was charged 15 seconds for an error');
});
