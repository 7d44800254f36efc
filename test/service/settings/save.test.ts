import { expect, test } from 'vitest';
import { handler as readHandler } from '../../../functions/settings/read.ts';
import { handler } from '../../../functions/settings/save.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { call, rightAfter, type Someone, startInProcess } from '../../support/handlers/in-process.ts';

const { user, guest, items, item, put, remove } = await startInProcess();

const wanted: typeof defaultSettings = {
  speechRate: 5,
  autoPlay: false,
  micSensitivity: 1,
  defaultSourceLang: 'zh-TW',
  defaultTargetLang: 'es-ES',
  theme: 'dark',
  textSize: 150,
  interfaceLanguage: 'ar',
};
const daySeconds = 86_400;

test('saved settings are answered, and read afterwards', async () => {
  for (const someone of [await user(), guest()]) {
    const { status, body } = await save(wanted, someone);
    expect([status, body]).toEqual([200, wanted]);
    expect((await read(someone)).body).toEqual(wanted);
  }
});

test('the specification’s five settings are enough: the others keep what was saved', async () => {
  const { theme, textSize, interfaceLanguage, ...five } = wanted;
  for (const someone of [await user(), guest()]) {
    expect((await save(five, someone)).body).toEqual({ ...defaultSettings, ...five });
    await save(wanted, someone);
    const { status, body } = await save({ ...five, speechRate: 14 }, someone);
    expect([status, body]).toEqual([200, { ...wanted, speechRate: 14 }]);
    expect((await read(someone)).body).toEqual({ ...wanted, speechRate: 14 });
  }
});

test('a first-time visitor becomes a guest by saving, and reads with the new cookie', async () => {
  const { status, cookies } = await save(wanted);
  expect(status).toBe(200);
  const cookie = cookies[0]?.split(';')[0] ?? '';
  expect(cookie).toMatch(/^__Host-parley_guest=/);
  expect((await read({ id: '', partition: '', counters: '', cookies: [cookie] })).body).toEqual(wanted);
});

test('only the settings’ own fields are stored', async () => {
  const ada = await user();
  const more = { pk: 'USER#other', sk: 'PROFILE', expiresAt: 1, kind: 'user', isPremium: true, __proto__: 1 };
  await save({ ...wanted, ...more }, ada);
  expect(await item('users', ada.partition, 'SETTINGS')).toEqual({
    pk: ada.partition,
    sk: 'SETTINGS',
    ...wanted,
  });
  expect(await items('users', 'USER#other')).toEqual([]);
  expect(await items('users', ada.partition)).toHaveLength(2);
});

test('a guest’s settings expire 30 days after the last change, a user’s never', async () => {
  const visitor = guest();
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...defaultSettings, expiresAt: 1 });
  await save(wanted, visitor);
  const [stored] = await items('users', visitor.partition);
  const days = (Number(stored?.expiresAt) - Date.now() / 1000) / daySeconds;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
});

test.each([
  ['a speed below', { speechRate: 4 }, 'Choose a speech speed between 0.5x and 2x.'],
  ['half a speed', { speechRate: 10.5 }, 'Choose a speech speed in steps of 0.1x.'],
  ['a sensitivity above', { micSensitivity: 11 }, 'Choose a microphone sensitivity from 1 to 10.'],
  ['an unknown theme', { theme: 'sepia' }, 'Choose the system’s theme, light or dark.'],
  ['a text size between', { textSize: 120 }, 'Choose a text size from the list.'],
  ['an unknown language', { defaultSourceLang: 'tlh' }, 'Parley doesn’t support this language.'],
  ['a missing field', { autoPlay: undefined }, 'The field "autoPlay" is missing or has the wrong type.'],
])('%s is refused, and the saved settings stay', async (_what, wrong, sentence) => {
  const ada = await user();
  await save(wanted, ada);
  const { status, body } = await save({ ...wanted, ...wrong }, ada);
  expect([status, body.code, body.error]).toEqual([400, 'invalid_request', sentence]);
  expect((await read(ada)).body).toEqual(wanted);
});

test('an unknown language of Parley is nobody’s fault: the browser’s is kept', async () => {
  const ada = await user();
  const { status, body } = await save({ ...wanted, interfaceLanguage: 'tlh' }, ada);
  expect([status, body.interfaceLanguage]).toEqual([200, 'browser']);
  expect((await read(ada)).body).toEqual({ ...wanted, interfaceLanguage: 'browser' });
});

test('saving during an account’s deletion leaves nothing, and ends the session', async () => {
  const ada = await user();
  rightAfter(documentClient, 'PutItemCommand', () => remove('users', ada.partition, 'PROFILE'));
  const { status, body } = await save(wanted, ada);
  expect([status, body.code]).toEqual([401, 'account_deleted']);
  expect(await items('users', ada.partition)).toEqual([]);
});

function save(body: unknown, someone?: Someone) {
  return call(handler, { method: 'POST', path: '/api/settings', body }, someone);
}

function read(someone: Someone) {
  return call(readHandler, { method: 'GET', path: '/api/settings' }, someone);
}
