import { expect, inject, test } from 'vitest';

const url = inject('parley');

test('a range is answered as one, and one beyond the end of the file is refused as such', async () => {
  const ask = (range: string) => fetch(`${url}/`, { headers: { range } });
  expect((await ask('bytes=0-9')).status).toBe(206);
  expect((await ask('bytes=99999999-')).status).toBe(416);
});

test('a page that is known already is not sent again', async () => {
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const again = await fetch(url, {
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
});

test('pages are only for reading', async () => {
  const answer = await fetch(url, { method: 'POST' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
