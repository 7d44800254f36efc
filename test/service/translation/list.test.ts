import { expect, test } from 'vitest';
import { handler } from '../../../functions/translation/list.ts';
import { handler as star } from '../../../functions/translation/star.ts';
import { call, premium, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { historyItem, idsInOrder } from '../../support/people/histories.ts';

const { user, put } = await startInProcess();

test('a user’s history is listed newest first, with exactly the promised fields', async () => {
  const ada = await user(premium);
  const ids = await write(ada, 3);
  const { status, body } = await list(ada);
  expect(status).toBe(200);
  expect(body).toEqual({
    translations: ids.toReversed().map((id) => ({
      id,
      text: 'Good morning',
      sourceLanguage: 'en-US',
      targetLanguage: 'es-ES',
      translatedText: 'Buenos días',
      createdAt: '2026-11-20T08:00:00.000Z',
      isStarred: false,
    })),
    cursor: null,
  });
});

test('only starred ones are listed on request', async () => {
  const ada = await user(premium);
  await write(ada, 2);
  const [id = ''] = await write(ada, 1, { isStarred: true });
  const { body } = await list(ada, undefined, { starred: 'true' });
  expect(body.translations.map((each: { id: string }) => each.id)).toEqual([id]);
  expect(body.translations[0].isStarred).toBe(true);
  expect((await list(ada, undefined, { starred: 'yes' })).status).toBe(400);
});

test('only a translation of the own history can be starred', async () => {
  const [ada, eve] = [await user(premium), await user(premium)];
  const [id = ''] = await write(ada, 1);
  const request = {
    method: 'POST',
    path: `/api/translations/${id}/star`,
    pathParameters: { id },
    body: { isStarred: true },
  };
  expect((await call(star, request, ada)).status).toBe(200);
  const { status, body } = await call(star, request, eve);
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect((await list(eve)).body.translations).toEqual([]);
});

test('pages have 20 and the last one says so, also after Premium has ended', async () => {
  const ada = await user();
  const ids = await write(ada, 40);
  const first = (await list(ada)).body;
  const second = (await list(ada, first.cursor)).body;
  expect([first.translations.length, second.translations.length]).toEqual([20, 20]);
  expect(second.cursor).toBeNull();
  const read = [...first.translations, ...second.translations].map(({ id }) => id);
  expect(read).toEqual(ids.toReversed());
});

test.each(['', '01ARZ3NDEKTSV4RRFFQ69G5FAVX'])('the malformed cursor %j is refused', async (cursor) => {
  expect((await list(await user(), cursor)).status).toBe(400);
});

function list(someone?: Someone, cursor?: string, more: Record<string, string> = {}) {
  const query = { query: { ...more, ...(cursor !== undefined && { cursor }) } };
  return call(handler, { method: 'GET', path: '/api/translations', ...query }, someone);
}

async function write({ partition }: Someone, count: number, more?: { isStarred: true }): Promise<string[]> {
  const ids = idsInOrder(count);
  await put('users', ...ids.map((id) => historyItem(partition, id, more)));
  return ids;
}
