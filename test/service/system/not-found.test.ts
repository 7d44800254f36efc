import { expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;

test.for([
  ['GET', '/api/nothing'],
  ['GET', '/api/'],
  ['GET', '/api/translate'],
  ['GET', '/api/translations/a/b'],
  ['GET', '/api//health'],
])('%s %s is our own 404', async ([method, path]) => {
  const response = await fetch(url + path, { method: method as string });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: expect.any(String),
    code: 'not_found',
    requestId: expect.any(String),
  });
});
