import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { announce, signingSecret } from '../../../infra/local/data-folder.ts';
import { openStore } from '../../../infra/local/store.ts';
import { freePorts } from '../../support/parley/ports.ts';
import { type RunningParley, startParley } from '../../support/parley/system.ts';
import { signIn, signUp, visit } from '../../support/people/session.ts';

test('accounts and sessions are still there after the process was killed', async () => {
  const folder = newFolder();
  const flags = ['--data', folder, '--port', `${await freePorts()}`, '--access-seconds', '5'];
  const first = await start(flags);
  const visitor = visit(first.url);
  const person = await signUp(visitor);
  const access = visitor.cookies.get('parley_access');
  await first.stop('SIGKILL');

  const second = await start(flags);
  expect(second.url).toBe(first.url);
  // Once the access token is too old, the answer comes by the refresh token.
  const renewed = async () => {
    expect((await visitor.fetch('/api/auth/user')).status).toBe(200);
    return visitor.cookies.get('parley_access');
  };
  await expect.poll(renewed, { timeout: 15_000 }).not.toBe(access);
  const another = visit(second.url);
  await signIn(another, person);
  expect(await (await another.fetch('/api/auth/user')).json()).toMatchObject({ email: person.email });
}, 60_000);

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
}, 60_000);

test('with the engines of AWS the login is still this machine’s', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AUDIO_BUCKET: 'audio' };
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

test.for([
  [1, 'the login'],
  [2, 'the stand-in for Stripe'],
] as const)('port N+%i, that %s needs and another has, is told in one sentence', async ([offset, user]) => {
  const port = await freePorts();
  const taken = http.createServer().listen(port + offset, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  await expect(start(['--data', 'memory', '--port', `${port}`])).rejects.toThrow(
    new RegExp(`^Parley ended with 1:\\nPort ${port + offset} is taken, which ${user} needs\\. [^\\n]*$`),
  );
});

test('while it runs, its data folder says where it is', async () => {
  const folder = newFolder();
  const file = path.join(folder, 'running.json');
  const parley = await start(['--data', folder]);
  const { url, pid, login } = parley;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid, url, control: login });
  await parley.stop();
  expect(existsSync(file)).toBe(false);
});

test('what it says of itself replaces what one that was killed has left', async () => {
  const folder = newFolder();
  const running = { pid: 1, url: 'http://localhost:1', control: 'http://127.0.0.1:2' };
  await announce(folder, { ...running, pid: 2 });
  const takeBack = await announce(folder, running);
  expect(JSON.parse(readFileSync(path.join(folder, 'running.json'), 'utf8'))).toEqual(running);
  await takeBack();
  await takeBack();
});

test('functions sign with the same secret as long as the data folder is the same', async () => {
  const folder = newFolder();
  const secret = await signingSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await signingSecret(folder)).toBe(secret);
  expect(await signingSecret(newFolder())).not.toBe(secret);
  expect(await signingSecret(undefined)).not.toBe(await signingSecret(undefined));
});

test('what has expired is gone, also from the files', async () => {
  const folder = newFolder();
  const store = await openStore(folder);
  await store.set('old', 'value', { ttlSeconds: 0 });
  await store.set('young', 'value', { ttlSeconds: 60 });
  await store.set('lasting', { deep: ['value'] });
  expect(store.get('old')).toBeUndefined();
  expect(store.list('').map(({ key }) => key)).toEqual(['young', 'lasting']);
  await store.close();

  const again = await openStore(folder);
  onTestFinished(() => again.close());
  expect(again.get('old')).toBeUndefined();
  expect(again.get('young')).toBe('value');
  expect(again.get('lasting')).toEqual({ deep: ['value'] });
  await again.delete('lasting');
  expect(again.get('lasting')).toBeUndefined();
});

async function start(flags: string[]): Promise<RunningParley> {
  const parley = await startParley({ flags });
  onTestFinished(() => parley.stop());
  return parley;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-login-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
