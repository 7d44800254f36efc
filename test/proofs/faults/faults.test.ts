import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../support/parley/system.ts';

test('whatever befalls a call of a translation, nobody is charged for an error and nothing is left half done', async () => {
  const command = [
    'test/proofs/faults/main.ts',
    '--endpoint',
    'translation.translate',
    '--sample',
    '--seed',
    '1',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root }).catch(
    ({ stdout, stderr }) => ({ stdout: `${stdout}${stderr}` }),
  );
  expect(stdout).toContain('findings 0 (bar 0)');
  for (const provider of providers) expect(stdout).toContain(provider);
}, 240_000);

const providers = ['cognito', 'dynamodb', 'translate'];

test('a product that gives nothing back is found out', async () => {
  const child = fork('test/proofs/faults/broken.ts', { cwd: root });
  const [findings] = await once(child, 'message');
  expect(findings).toContainEqual(expect.stringMatching(/^Was charged 15 seconds for an error$/));
}, 120_000);
