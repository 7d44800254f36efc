import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../infra/local/database/store.ts';
import { type RunningParley, startParley } from '../../support/parley/system.ts';
import { signIn, signUp, visit } from '../../support/people/session.ts';

test('the operator’s password is printed, stays the same, and signs a member of operators in', async () => {
  const folder = newFolder();
  const first = await start(['--data', folder]);
  const told = first.lines.at(-2);
  const [, email = '', password = ''] = /^Sign in as (\S+) with the password (\S+)$/.exec(told ?? '') ?? [];
  expect(email).toBe('operator@parley.example');
  await first.stop();

  const second = await start(['--data', folder]);
  expect(second.lines.at(-2)).toBe(told);
  const operator = visit(second.url);
  await signIn(operator, { email, password });
  expect(await (await operator.fetch('/api/auth/user')).json()).toMatchObject({ groups: ['operators'] });
});

test('with the engines of AWS the login is still this machine’s', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const parley = await startParley({ flags: ['--data', 'memory', '--engines', 'aws'], env });
  onTestFinished(() => parley.stop());
  const visitor = visit(parley.url);
  await signUp(visitor);
  expect((await visitor.fetch('/api/auth/user')).status).toBe(200);
});

test('its files tell nobody a password', async () => {
  const folder = newFolder();
  const parley = await start(['--data', folder]);
  const { password, email } = await signUp(visit(parley.url));
  await parley.stop();
  const store = await openStore(path.join(folder, 'login'));
  const everything = JSON.stringify(store.list(''));
  await store.close();
  expect(everything).toContain(email);
  expect(everything).not.toContain(password);
});

async function start(flags: string[]): Promise<RunningParley> {
  const parley = await startParley({ flags });
  onTestFinished(() => parley.stop());
  return parley;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-restarts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
