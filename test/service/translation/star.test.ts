import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { handler } from '../../../functions/translation/star.ts';
import { call, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { historyItem } from '../../support/people/histories.ts';

const { user, item, items, put } = await startInProcess();

test('a star is set and removed, and nothing else changes', async () => {
  const ada = await user();
  const id = await write(ada);
  const before = await item('users', ada.partition, `HISTORY#${id}`);
  for (const isStarred of [true, true, false]) {
    const { status, body } = await star(ada, id, { isStarred });
    expect([status, body]).toEqual([200, {}]);
    expect(await item('users', ada.partition, `HISTORY#${id}`)).toEqual({ ...before, isStarred });
  }
});

test('a removed entry is not found, and does not come back', async () => {
  const ada = await user();
  const { status, body } = await star(ada, ulid(), { isStarred: true });
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(await items('users', ada.partition)).toHaveLength(1);
});

function star(someone: Someone, id: string, body: object) {
  const path = `/api/translations/${id}/star`;
  const route = '/api/translations/{id}/star';
  return call(handler, { method: 'POST', path, route, pathParameters: { id }, body }, someone);
}

async function write({ partition }: Someone): Promise<string> {
  const id = ulid();
  await put('users', historyItem(partition, id));
  return id;
}
