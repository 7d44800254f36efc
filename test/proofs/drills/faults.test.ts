import { execFile } from 'node:child_process';
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
