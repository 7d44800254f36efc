import { expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;

test.for([
  ['GET', '/api/nothing'],
  ['GET', '/api/'],
  // From another site's page: without effect.
  ['POST', '/api/nothing'],
  ['GET', '/api/translations/a/b'],
  ['GET', '/api//health'],
])('%s %s is our own 404', async ([method, path]) => {
  const response = await fetch(url + path, { method: method as string });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: expect.any(String),
    code: 'not_found',
    requestId: expect.any(String),
    reason: 'noSuchAddress',
    values: {},
    cost: 'free',
  });
});

test.for([
  ['GET', '/api/translate', 'POST'],
  ['POST', '/api/health', 'GET, HEAD'],
  ['HEAD', '/api/translations', 'GET, POST'],
  ['GET', '/api/translations/search', 'POST, DELETE'],
  ['PUT', '/api/translations/1/star', 'POST'],
] as const)('%s %s is 405, and names the allowed methods', async ([method, path, allow]) => {
  const response = await fetch(url + path, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  if (method !== 'HEAD') expect(await response.json()).toMatchObject({ code: 'method_not_allowed' });
});

test('HEAD of health is the answer of GET without its body', async () => {
  const response = await fetch(`${url}/api/health`, { method: 'HEAD' });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=30']);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  expect(await response.text()).toBe('');
});
