import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { missingSender, readCommandSettings, requireDeployable } from '../../../infra/aws/stack/context.ts';

test('prod without a sender is not synthesised, and the error says what to do', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const app = spawn('node', ['infra/aws/app.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(app.stderr), once(app, 'close')]);
  expect([code, said]).toEqual([1, `${missingSender}\n`]);
  expect(missingSender).toContain('-c emailFrom=hello@your-domain');
});

test('a wrong value is refused with one sentence', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stage: 'trial', canary: 'perhaps' }) };
  const app = spawn('node', ['infra/aws/app.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(app.stderr), once(app, 'close')]);
  expect([code, said]).toEqual([1, 'The context value "canary" is invalid: use on or off.\n']);
});

test.each([
  [['-c', 'emailFrom=hello@parley.example'], 'prod with a sender'],
  [['-c', 'stage=trial'], 'a trial without one'],
])('%s can be deployed: %s', (flags) => {
  expect(() => requireDeployable(readCommandSettings(flags))).not.toThrow();
});
