import { once } from 'node:events';
import http from 'node:http';
import { expect, test } from 'vitest';
import { buildSecurityHeaders, chooseCacheControl } from '../../../infra/aws/stack/edge/headers.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;
const page = /^text\/html/;
const json = /^application\/json/;
const kept = chooseCacheControl('/');

test.for<[what: string, request: string, answer: Expected]>([
  ['a page', 'GET /privacy-policy', [200, page, kept]],
  ['HEAD of a page', 'HEAD /privacy-policy', [200, page, kept]],
  ['the first page', 'GET /?signin=failed', [200, page, kept]],
  ['a payment page', 'GET /subscription', [200, page, kept]],
  ['HEAD of a payment page', 'HEAD /subscribe', [200, page, kept]],
  ['an unknown address', 'GET /no-such-page', [404, page, kept]],
  ['an address spelt otherwise', 'GET /Landing/', [301, undefined, undefined]],
  ['POST to a page', 'POST /landing', [405, /^text\/plain/, undefined]],
  ['a missing file', 'GET /assets/no-such.js', [404, /^text\/plain/, 'no-store']],
  ['the service worker', 'GET /sw.js', [200, /javascript/, kept]],
  ['a drawing', 'GET /icon.svg', [200, /^image\/svg/, kept]],
  ['the icon of old browsers', 'GET /favicon.ico', [200, /^image\//, kept]],
  ['what search engines read', 'GET /robots.txt', [200, /^text\/plain/, kept]],
  ['what is installed', 'GET /manifest.webmanifest', [200, /^application\/manifest/, kept]],
  ['the stand-in’s script', 'GET /stripe-stand-in.js', [200, /javascript/, kept]],
  ['a call of it without a key', 'GET /stripe-stand-in/v1/x', [401, json, 'no-cache, no-store']],
  ['a proxy’s request', 'OPTIONS *', [400, undefined, undefined]],
  ['an answer of the API', 'GET /api/subscription-status', [200, json, 'no-store']],
  ['one that is everybody’s', 'GET /api/health', [200, json, 'public, max-age=30']],
  ['a redirect to the login', 'GET /api/login', [302, undefined, 'no-store']],
  ['the page after the login', 'GET /api/auth/callback', [200, page, 'no-store']],
  ['the user, without a session', 'GET /api/auth/user', [401, json, 'no-store']],
  ['an invalid call', 'GET /api/performance/metrics?days=8', [401, json, 'no-store']],
  ['a guest’s data', 'GET /api/account', [200, json, 'no-store']],
  ['an unknown call', 'GET /api/no-such-call', [404, json, 'no-store']],
  ['HEAD of an unknown call', 'HEAD /api/no-such-call', [404, json, 'no-store']],
  ['another site’s call', 'POST /api/translate', [403, json, 'no-store']],
  ['a call that is too large', `POST /api/translate ${11 * 1024 ** 2}`, [413, json, 'no-store']],
])('%s has its headers and none that reveal the server', async ([, request, answer]) => {
  const [method = '', path = '', bytes] = request.split(' ');
  const [status, type, cache] = answer;
  const got = await ask(method, path, Number(bytes ?? 0));
  expect(got.status).toBe(status);
  expect(got.headers).toMatchObject(buildSecurityHeaders(path.split('?', 1)[0] ?? ''));
  expect(got.headers['content-type']).toEqual(type ? expect.stringMatching(type) : undefined);
  expect(got.headers['cache-control']).toBe(cache);
  expect(got.headers).not.toHaveProperty('server');
  expect(got.headers).not.toHaveProperty('x-powered-by');
  expect(got.headers).not.toHaveProperty('access-control-allow-origin');
});

/** @param bytes of a body; fetch would tidy the address, and take no `*` */
async function ask(method: string, path: string, bytes: number) {
  const { hostname, port } = new URL(url);
  const asking = http.request({ hostname, port, method, path }).end(Buffer.alloc(bytes));
  const [response] = (await once(asking, 'response')) as [http.IncomingMessage];
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}

/** Status, type and cache header. */
type Expected = [status: number, type: RegExp | undefined, cache: string | undefined];
