import { once } from 'node:events';
import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readSigningSecret } from '../../../../infra/local/database/data-folder.ts';
import { openStore } from '../../../../infra/local/database/store.ts';
import { newFolder } from '../../../support/folder.ts';
import { freePorts } from '../../../support/parley/ports.ts';
import { type RunningParley, startParley } from '../../../support/parley/system.ts';

test.for([
  [1, 'the login'],
  [2, 'the stand-in for Stripe'],
] as const)('a taken port N+%i for %s is reported in one sentence', async ([offset, user]) => {
  const port = await freePorts();
  const taken = http.createServer().listen(port + offset, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  await expect(start(['--data', 'memory', '--port', `${port}`])).rejects.toThrow(
    new RegExp(`^Parley ended with 1:\\nPort ${port + offset} is taken, but ${user} needs it\\. [^\\n]*$`),
  );
});

test('the signing secret lasts as long as the data folder', async () => {
  const folder = newFolder();
  const secret = readSigningSecret(folder);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readSigningSecret(folder)).toBe(secret);
  expect(readSigningSecret(newFolder())).not.toBe(secret);
  expect(readSigningSecret(undefined)).not.toBe(readSigningSecret(undefined));
});

test('expired values are removed, also from the files', async () => {
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
