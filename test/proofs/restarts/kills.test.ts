import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { phrases } from '../../../shared/phrases.ts';
import { freePorts } from '../../support/parley/ports.ts';
import { processesOf, processMark } from '../../support/parley/processes.ts';
import { type RunningParley, startParley, translate } from '../../support/parley/system.ts';
import { signIn, signUp, visit } from '../../support/people/session.ts';

test('a data folder that another Parley has keeps it from starting', async () => {
  const folder = newFolder();
  await start('--data', folder);
  await expect(start('--data', folder)).rejects.toThrow(
    'The data folder is in use by another Parley. Stop that one, or add `-- --data DIR`.',
  );
});

test('data is still there after the process was killed, and nothing that it started is', async () => {
  const folder = newFolder();
  const { env, mark } = processMark();
  const first = await startParley({ flags: ['--data', folder], env });
  onTestFinished(() => first.stop('SIGKILL'));
  expect((await fetch(`${first.url}/api/phrases?target=ca`)).status).toBe(200);
  expect(processesOf(mark).length).toBeGreaterThan(1);
  await first.stop('SIGKILL');
  await expect.poll(() => processesOf(mark)).toEqual([]);

  const second = await start('--data', folder);
  const known = phrases.find(({ language }) => language === 'en-US');
  expect((await translate(second.url, known?.text ?? '', 'en-US', 'ca')).status).toBe(200);
  await expect.poll(() => second.lines.join('\n')).toContain('"from":"phrases"');
});

test('a developer’s own AWS settings neither break the engines nor are used by them', async () => {
  const { url } = await start('--data', 'memory', {
    AWS_PROFILE: 'somebody',
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
    AWS_USE_FIPS_ENDPOINT: 'true',
  });
  expect(await (await translate(url, 'Good morning', 'en-US', 'es')).json()).toEqual({
    translatedText: 'Buenos días',
  });
});

test('accounts and sessions are still there after the process was killed', async () => {
  const folder = newFolder();
  const flags = ['--data', folder, '--port', `${await freePorts()}`];
  const first = await start(...flags);
  const visitor = visit(first.url);
  const person = await signUp(visitor);
  await first.stop('SIGKILL');

  const second = await start(...flags);
  expect(second.url).toBe(first.url);
  expect((await visitor.fetch('/api/auth/user')).status).toBe(200);
  const renewed = await fetch(second.login, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
    },
    body: JSON.stringify({
      ClientId: 'parley-local',
      RefreshToken: visitor.cookies.get('parley_refresh'),
    }),
  });
  expect(renewed.status).toBe(200);
  const another = visit(second.url);
  await signIn(another, person);
  expect(await (await another.fetch('/api/auth/user')).json()).toMatchObject({ email: person.email });
});

/** Flags, and last perhaps what is added to the environment. */
async function start(...words: (string | Record<string, string>)[]): Promise<RunningParley> {
  const flags = words.filter((word) => typeof word === 'string');
  const env = Object.assign({}, ...words.filter((word) => typeof word !== 'string'));
  const parley = await startParley({ flags, env });
  onTestFinished(() => parley.stop());
  return parley;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-kills-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
