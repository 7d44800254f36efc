import { expect, test } from 'vitest';
import { handler } from '../../../functions/translation/remove.ts';
import { call, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { historyItem, idsInOrder } from '../../support/people/histories.ts';

const { user, items, put } = await startInProcess();

test('one translation is removed, and everything else stays', async () => {
  const ada = await user();
  const [id, other] = [await write(ada), await write(ada)];
  const { status, body } = await remove(ada, id);
  expect([status, body]).toEqual([200, {}]);
  const left = (await items('users', ada.partition)).map(({ sk }) => sk);
  expect(left).toEqual([`HISTORY#${other}`, 'PROFILE']);
});

test('removing a translation again changes nothing', async () => {
  const ada = await user();
  const [id, other] = [await write(ada), await write(ada)];
  await remove(ada, id);
  expect((await remove(ada, id)).status).toBe(200);
  expect((await items('users', ada.partition)).map(({ sk }) => sk)).toEqual([`HISTORY#${other}`, 'PROFILE']);
});

function remove(someone: Someone | undefined, id: string) {
  const path = `/api/translations/${encodeURIComponent(id)}`;
  const route = '/api/translations/{id}';
  return call(handler, { method: 'DELETE', path, route, pathParameters: { id } }, someone);
}

async function write({ partition }: Someone): Promise<string> {
  const [id = ''] = idsInOrder(1);
  await put('users', historyItem(partition, id));
  return id;
}
