import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readCommandSettings, requireDeployable } from '../../../infra/aws/stack/context.ts';

test('prod without a sender is not synthesised, and the error says what to do', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const app = spawn('node', ['infra/aws/app.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(app.stderr), once(app, 'close')]);
  expect(code).not.toBe(0);
  expect(said).toContain('The stage prod needs a sender');
  expect(said).toContain('-c emailFrom=hello@your-domain');
});

test.each([
  [['-c', 'emailFrom=hello@parley.example'], 'prod with a sender'],
  [['-c', 'stage=trial'], 'a trial without one'],
])('%s can be deployed: %s', (flags) => {
  expect(() => requireDeployable(readCommandSettings(flags))).not.toThrow();
});
