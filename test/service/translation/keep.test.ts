import { ulid } from 'ulid';
import { expect, test, vi } from 'vitest';
import { listTranslations } from '../../../functions/translation/history/history.ts';
import { handler } from '../../../functions/translation/keep.ts';
import { limits } from '../../../shared/limits.ts';
import { keptTranslation } from '../../support/handlers/good-calls.ts';
import { call, premium, type Someone, startInProcess } from '../../support/handlers/in-process.ts';

vi.stubEnv('CEILINGS', JSON.stringify({ importedCharactersPerDay: 100_000 }));
const { user, items, item } = await startInProcess();

test('an offline translation is in the history unchanged, at its time', async () => {
  const ada = await user(premium);
  const older = {
    ...keptTranslation(),
    id: ulid(Date.parse('2026-01-01')),
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const newer = { ...keptTranslation(), isStarred: true };
  const { status, body } = await keep(ada, [older, newer]);
  expect([status, body]).toEqual([200, {}]);
  expect((await listTranslations(ada.id, undefined)).translations).toEqual([newer, older]);
});

test('entries of another owner are refused, with any cookies', async () => {
  const [ada, eve] = [await user(premium), await user(premium)];
  const body = { userId: ada.id, entries: [keptTranslation()] };
  const brought = (someone: Someone) =>
    call(handler, { method: 'POST', path: '/api/translations', body }, someone);
  expect(await brought(eve)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await listTranslations(eve.id, undefined)).translations).toEqual([]);
  expect((await brought(ada)).status).toBe(200);
});

test('a repeated entry changes only the star', async () => {
  const ada = await user(premium);
  const kept = keptTranslation();
  await keep(ada, [kept]);
  const before = await items('users', ada.partition);
  await keep(ada, [kept]);
  expect(await items('users', ada.partition)).toEqual(before);
  const later = keptTranslation();
  await keep(ada, [{ ...kept, text: 'Another', isStarred: true }, later]);
  const { translations } = await listTranslations(ada.id, undefined);
  expect(translations).toEqual([later, { ...kept, isStarred: true }]);
});

test('a full batch is kept, and found by words', async () => {
  const ada = await user(premium);
  const entries = Array.from({ length: limits.importsAtOnce }, (_, index) => ({
    ...keptTranslation(),
    text: `DÍA ${index}`,
  }));
  expect((await keep(ada, entries)).status).toBe(200);
  const kept = await item('users', ada.partition, `HISTORY#${entries[7]?.id}`);
  expect(kept?.searchText).toBe('dia 7\nla casa');
});

test('an entry too large for an item is refused alone', async () => {
  const ada = await user(premium);
  const [first, ligatures, last] = [
    keptTranslation(),
    { ...keptTranslation(), text: 'ﷺ'.repeat(5_000), translatedText: 'ﷺ'.repeat(5_000) },
    keptTranslation(),
  ];
  expect(await keep(ada, [first, ligatures, last])).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_request',
      issues: [{ path: 'entries.1', message: expect.stringContaining('too long') }],
    },
  });
  const { translations } = await listTranslations(ada.id, undefined);
  expect(translations.map(({ id }) => id)).toEqual([last.id, first.id].sort().reverse());
  expect((await keep(ada, [ligatures])).status).toBe(400);
});

test('imports have a daily limit, with its sentence', async () => {
  const ada = await user(premium);
  const long = () => ({ ...keptTranslation(), text: 'a'.repeat(5_000), translatedText: 'b'.repeat(20_000) });
  for (let count = 0; count < 4; count++) expect((await keep(ada, [long()])).status).toBe(200);
  const { status, body } = await keep(ada, [keptTranslation()]);
  expect([status, body.code]).toEqual([429, 'rate_limited']);
  expect(body.error).toContain('The rest will be saved tomorrow.');
});

test('an entry too large for an item counts towards the daily limit', async () => {
  const ada = await user(premium);
  const ligatures = () => ({
    ...keptTranslation(),
    text: 'ﷺ'.repeat(5_000),
    translatedText: 'ﷺ'.repeat(20_000),
  });
  for (let count = 0; count < 4; count++) expect((await keep(ada, [ligatures()])).status).toBe(400);
  expect((await keep(ada, [ligatures()])).status).toBe(429);
});

test.each([
  ['nothing', []],
  ['too many', Array.from({ length: limits.importsAtOnce + 1 }, () => keptTranslation())],
  [
    'one twice',
    Array.from({ length: 2 }, () => ({ ...keptTranslation(), id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })),
  ],
  ['an id from no time', [{ ...keptTranslation(), id: '8ZZZZZZZZZZZZZZZZZZZZZZZZZ' }]],
  ['a person’s profile', [{ ...keptTranslation(), id: 'PROFILE' }]],
  ['a text that is too long', [{ ...keptTranslation(), text: 'a'.repeat(5_001) }]],
  ['an empty text', [{ ...keptTranslation(), text: ' ' }]],
  ['a translation that is too long', [{ ...keptTranslation(), translatedText: 'a'.repeat(20_001) }]],
  ['no translation', [{ ...keptTranslation(), translatedText: '' }]],
  ['an unknown language', [{ ...keptTranslation(), targetLanguage: 'xx' }]],
  ['an invalid time', [{ ...keptTranslation(), createdAt: 'yesterday' }]],
  ['an invalid star', [{ ...keptTranslation(), isStarred: 'true' }]],
])('refuses %s, and keeps nothing', async (_what, entries) => {
  const ada = await user(premium);
  expect((await keep(ada, entries)).status).toBe(400);
  expect(await items('users', ada.partition)).toHaveLength(1);
});

function keep(someone: Someone | undefined, entries: object[]) {
  return call(handler, { method: 'POST', path: '/api/translations', body: { entries } }, someone);
}
