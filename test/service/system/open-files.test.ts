import { OpenAPIClientAxios } from 'openapi-client-axios';
import { expect, test } from 'vitest';
import { buildSecurityHeaders } from '../../../infra/aws/stack/edge/headers.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const { url } = sharedParley;

test('a client made from /api/openapi.json translates a sentence', async () => {
  const api = new OpenAPIClientAxios({
    definition: `${url}/api/openapi.json`,
    axiosConfigDefaults: { baseURL: url, headers: { origin: url } },
  });
  const client = await api.init();
  const answer = await client['translation.translate']?.(
    { 'Idempotency-Key': crypto.randomUUID() },
    { text: 'Where is the station?', sourceLanguage: 'en-US', targetLanguage: 'es' },
  );
  expect(answer?.data.translatedText).toMatch(/estaci/);
});

test('the reference of the API is a page of the site, with the site’s policy', async () => {
  const page = await fetch(`${url}/api/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.headers.get('content-security-policy')).toBe(
    buildSecurityHeaders('/landing')['content-security-policy'],
  );
  const stylesheet = /href="(\/assets\/reference[^"]+\.css)"/.exec(await page.text())?.[1];
  expect((await fetch(url + stylesheet)).headers.get('content-type')).toMatch(/^text\/css/);
});

test('other addresses below /api/ are still the API’s', async () => {
  for (const path of ['/api/docs.html', '/api/docs/', '/api/openapi']) {
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/json'),
    ]);
  }
});

test('security.txt is served as text', async () => {
  const answer = await fetch(`${url}/.well-known/security.txt`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \d{4}-/);
});
