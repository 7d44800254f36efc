import { expect, test } from 'vitest';
import { handler } from '../../../functions/settings/read.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { call, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { otherSettings as saved } from '../../support/people/profiles.ts';

const { user, guest, put } = await startInProcess();

const nowSeconds = Math.floor(Date.now() / 1000);

test('a caller without saved settings reads the defaults', async () => {
  for (const someone of [await user(), guest(), undefined]) {
    const { status, body } = await read(someone);
    expect([status, body]).toEqual([200, defaultSettings]);
  }
});

test('saved settings are read, without other attributes of the item', async () => {
  const [ada, visitor] = [await user(), guest()];
  await put('users', { pk: ada.partition, sk: 'SETTINGS', ...saved, more: 1 });
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...saved, expiresAt: nowSeconds + 3_600 });
  expect((await read(ada)).body).toEqual(saved);
  expect((await read(visitor)).body).toEqual(saved);
});

test('an account from before a setting has the setting’s default', async () => {
  for (const field of Object.keys(defaultSettings) as (keyof typeof defaultSettings)[]) {
    const ada = await user();
    const { [field]: _, ...earlier } = saved;
    await put('users', { pk: ada.partition, sk: 'SETTINGS', ...earlier });
    expect((await read(ada)).body).toEqual({ ...saved, [field]: defaultSettings[field] });
  }
});

test('a guest’s expired settings are not read', async () => {
  const visitor = guest();
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...saved, expiresAt: nowSeconds });
  expect((await read(visitor)).body).toEqual(defaultSettings);
});

function read(someone?: Someone) {
  return call(handler, { method: 'GET', path: '/api/settings' }, someone);
}
