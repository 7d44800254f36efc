import { expect, test } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { call, type Someone, startInProcess } from '../../support/handlers/in-process.ts';

const { user, guest, put } = await startInProcess();
const { handler } = await import('../../../functions/settings/read.ts');

const saved = {
  speechRate: 14,
  autoPlay: false,
  micSensitivity: 9,
  defaultSourceLang: 'fr',
  defaultTargetLang: 'ja',
};
const nowSeconds = Math.floor(Date.now() / 1000);

test('whoever has saved none reads the defaults', async () => {
  for (const someone of [await user(), guest(), undefined]) {
    const { status, body } = await read(someone);
    expect([status, body]).toEqual([200, defaultSettings]);
  }
});

test('saved ones are read, and nothing else that the item holds', async () => {
  const [ada, visitor] = [await user(), guest()];
  await put('users', { pk: ada.partition, sk: 'SETTINGS', ...saved, more: 1 });
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...saved, expiresAt: nowSeconds + 3_600 });
  expect((await read(ada)).body).toEqual(saved);
  expect((await read(visitor)).body).toEqual(saved);
});

test('a guest’s that have expired are gone, though the table still holds them', async () => {
  const visitor = guest();
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...saved, expiresAt: nowSeconds });
  expect((await read(visitor)).body).toEqual(defaultSettings);
});

test('a guest’s cookie with somebody’s id but no signature of ours reads nothing', async () => {
  const visitor = guest();
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...saved, expiresAt: nowSeconds + 3_600 });
  const forged = { ...visitor, cookies: [`__Host-parley_guest=${visitor.id}.${'A'.repeat(43)}`] };
  expect((await read(forged)).body).toEqual(defaultSettings);
});

function read(someone?: Someone) {
  return call(handler, { method: 'GET', path: '/api/settings' }, someone);
}
