import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileEdgeFunction } from '../../infra/aws/stack/edge/edge-function.ts';
import { routeSiteRequest } from '../../infra/aws/stack/edge/viewer-functions.ts';
import { interfaceLanguageCodes } from '../../shared/interface-languages.ts';
import { routes } from '../../shared/routes.ts';

const files = [
  '/favicon.svg',
  '/manifest.webmanifest',
  '/sw.js',
  '/ar/manifest.webmanifest',
  '/ar/sw.js',
  '/de/manifest.webmanifest',
  '/de/sw.js',
];

describe('an address of the site', () => {
  test.each(routes.filter(({ path }) => path !== '/'))(
    '$path is the document of its page',
    ({ path, page }) => {
      expect(askSite(path)).toEqual({ uri: `/${page}.html`, status: 200 });
    },
  );

  test('/ is the landing page, or the translator when signed in', () => {
    expect(askSite('/')).toEqual({ uri: '/landing.html', status: 200 });
    expect(askSite('/', '', { parley_signed_in: { value: '1' } })).toEqual({
      uri: '/translator.html',
      status: 200,
    });
    expect(askSite('/', '', { parley_signed_in: { value: '' } })).toEqual({
      uri: '/landing.html',
      status: 200,
    });
  });

  test.each([
    ['ar', 'de;q=0.9', '/ar'],
    [undefined, 'de-AT,de;q=0.9,en;q=0.8', '/de'],
    [undefined, 'xx, AR-eg;q=0.5', '/ar'],
    ['en', 'de', ''],
    ['klingon', 'de', '/de'],
    ['__proto__', undefined, ''],
    ['', '*', ''],
    [undefined, 'en-US,de', ''],
  ])('with the cookie %s and the header %s has the documents of %s', (chosen, accepted, folder) => {
    const cookies = chosen === undefined ? {} : { parley_language: { value: chosen } };
    const headers: Headers = accepted === undefined ? {} : { 'accept-language': { value: accepted } };
    expect(askSite('/', '', cookies, headers)).toEqual({ uri: `${folder}/landing.html`, status: 200 });
    expect(askSite('/terms', '', cookies, headers)).toEqual({ uri: `${folder}/terms.html`, status: 200 });
    expect(askSite('/sw.js', '', cookies, headers)).toEqual({ uri: `${folder}/sw.js`, status: 200 });
    expect(askSite('/manifest.webmanifest', '', cookies, headers)).toEqual({
      uri: `${folder}/manifest.webmanifest`,
      status: 200,
    });
    expect(askSite('/no', '', cookies, headers)).toEqual({ uri: `${folder}/404.html`, status: 404 });
  });

  test('/api/docs is the reference of the API, in English only', () => {
    const cookies = { parley_language: { value: 'de' } };
    expect(askSite('/api/docs', '', cookies)).toEqual({ uri: '/api/docs.html', status: 200 });
  });

  test('/ar is the landing page in Arabic for everybody', () => {
    const cookies = { parley_language: { value: 'de' }, parley_signed_in: { value: '1' } };
    expect(askSite('/ar', '', cookies)).toEqual({ uri: '/ar/landing.html', status: 200 });
    expect(askSite('/en', '', cookies)).toEqual({ uri: '/landing.html', status: 200 });
    expect(askSite('/AR/')).toEqual({ location: '/ar', status: 301 });
  });

  test.each([
    ...files,
    '/assets/index-B1x_2y.js',
    '/assets/ar-1a2b3c4/index-B1x_2y.js',
    '/assets/figtree.woff2',
  ])('%s is a file', (uri) => {
    expect(askSite(uri)).toEqual({ uri, status: 200 });
  });

  test.each([
    ['/landing/', '/landing'],
    ['/landing///', '/landing'],
    ['/Landing', '/landing'],
    ['/SUBSCRIPTION/', '/subscription'],
    ['/%6canding', '/landing'],
    ['/index.html', '/'],
    ['//', '/'],
  ])('%s redirects to %s', (uri, location) => {
    expect(askSite(uri)).toEqual({ location, status: 301 });
  });

  test('keeps its query in a redirect', () => {
    expect(askSite('/Landing', 'a=1&b=%2F')).toEqual({ location: '/landing?a=1&b=%2F', status: 301 });
  });

  test.each([
    '/no-such-page',
    '/landing/more',
    '/SW.js',
    '/sw.js/',
    '/assets/',
    '/assets/../index.html',
    '/assets/.env',
    '/assets/%2e%2e/index.html',
    '/api',
    '//evil.example',
    '/\\evil.example',
    '/landing%00',
    '/landing%2f..%2fsubscription',
    '/%',
    '/%E0%A4%A',
    '/__proto__',
  ])('%s is unknown', (uri) => {
    expect(askSite(uri)).toEqual({ uri: '/404.html', status: 404 });
  });

  test('redirects only to routes', () => {
    const paths = routes.map(({ path }) => path as string);
    const segment = fc.oneof(fc.constantFrom(...paths, '//', '/%2f', '%5c', '/evil.example'), fc.string());
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
        const answer = routeSiteRequest(`/${segments.join('')}`, files, false, 'en');
        if (answer.status === 301)
          expect([...paths, ...interfaceLanguageCodes.map((code) => `/${code}`)]).toContain(answer.location);
        else
          expect(answer.file).toMatch(
            /^\/(favicon\.svg|(?:\w+\/)?(?:sw\.js|manifest\.webmanifest)|assets\/[\w./-]+|(?:\w+\/)?[a-z0-9-]+\.html)$/,
          );
      }),
      { seed: 1 },
    );
  });
});

test('an address made to be slow is judged at once', () => {
  const slow = ['/', '/a', '%2f', '-', '.'].map((part) => `/assets/${part.repeat(16_000 / part.length)}!`);
  const startedAt = performance.now();
  for (const uri of slow) routeSiteRequest(uri, files, false, 'en');
  const referenceAt = performance.now();
  for (const uri of slow) for (let turn = 0; turn < 50; turn++) uri.replace(/[a-z]/g, '');
  expect(referenceAt - startedAt).toBeLessThan(performance.now() - referenceAt);
});

describe('another host than the site’s own', () => {
  const ask = (
    uri: string,
    { host, method = 'GET', query }: { host: string; method?: string; query?: string },
  ) =>
    handlerOf(
      uri.startsWith('/api/') && uri !== '/api/docs' ? 'onApiRequest' : 'onSiteRequest',
      'parley.example',
    )({
      request: { ...edgeRequest(uri, query, { host: { value: host } }), method },
      viewer: { ip: '203.0.113.9' },
    });

  test.each([
    ['/', undefined, 'https://parley.example/'],
    ['/Terms/', 'a=1&b=%2F', 'https://parley.example/Terms/?a=1&b=%2F'],
    ['//evil.example', undefined, 'https://parley.example//evil.example'],
    ['/api/docs', undefined, 'https://parley.example/api/docs'],
    ['/api/login', 'signup', 'https://parley.example/api/login?signup'],
  ])('redirects %s with the query %s for good', (uri, query, location) => {
    for (const host of ['d1.cloudfront.net', 'www.parley.example', 'parley.example.evil.example']) {
      const answer = ask(uri, { host, ...(query && { query }) });
      expect(answer).toMatchObject({ statusCode: 301, headers: { location: { value: location } } });
    }
  });

  test('may call the API other than by GET and HEAD: a redirect would lose the body of a webhook', () => {
    const answer = ask('/api/stripe-webhook', { host: 'd1.cloudfront.net', method: 'POST' });
    expect(answer).toMatchObject({ uri: '/api/stripe-webhook' });
    expect(ask('/api/login', { host: 'd1.cloudfront.net', method: 'HEAD' }).statusCode).toBe(301);
  });

  test('is only looked for where the deployment has a domain', () => {
    expect(ask('/terms', { host: 'PARLEY.example' }).uri).toBe('/terms.html');
    expect(askSite('/terms', '', {}, { host: { value: 'd1.cloudfront.net' } }).status).toBe(200);
  });
});

describe('the response', () => {
  const respond = handlerOf('onSiteResponse');
  const answerTo = (uri: string, statusCode: number) =>
    respond({ request: { uri }, response: { statusCode, statusDescription: 'OK', headers: {} } }).statusCode;

  test.each([
    ['/404.html', 200, 404],
    ['/404.html', 206, 404],
    ['/404.html', 304, 304],
    ['/no-such-page', 200, 404],
    ['/translator.html', 200, 200],
    ['/ar/translator.html', 200, 200],
    ['/ar/404.html', 200, 404],
    ['/landing', 200, 200],
    ['/sw.js', 200, 200],
    ['/sw.js', 206, 206],
  ])('for %s with status %i has status %i', (uri, given, status) => {
    expect(answerTo(uri, given)).toBe(status);
  });
});

test('a response says that it depends on the language', () => {
  const answer = handlerOf('onSiteResponse')({
    request: { uri: '/translator.html' },
    response: { statusCode: 200, statusDescription: 'OK', headers: {} },
  });
  expect(answer.headers.vary?.value).toBe('Accept-Encoding, Accept-Language, Cookie');
});

describe('a call of the API', () => {
  test('carries the viewer’s address and never the client’s header', () => {
    const request = edgeRequest('/api/translate', '', { 'x-viewer-address': { value: '10.0.0.1' } });
    const passed = handlerOf('onApiRequest')({ request, viewer: { ip: '203.0.113.9' } });
    expect(passed.uri).toBe('/api/translate');
    expect(passed.headers).toEqual({ 'x-viewer-address': { value: '203.0.113.9' } });
  });
});

describe('the edge function', () => {
  test.each(['onSiteRequest', 'onSiteResponse', 'onApiRequest'] as const)(
    '%s uses no syntax that the runtime lacks and loads nothing',
    (entry) => {
      const code = compileEdgeFunction(entry, files, 'parley.example');
      expect(code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')).not.toMatch(
        /\bimport\b|\brequire\(|\bexport\b|\bclass\b|\.\.\.|\?\.|\?\?|\bof\b [\w[]/,
      );
      expect(Buffer.byteLength(code)).toBeLessThan(10_240);
    },
  );

  test('fails if there are too many files', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `/file-number-${index}.txt`);
    expect(() => compileEdgeFunction('onSiteRequest', many)).toThrow('too large');
  });
});

const request = handlerOf('onSiteRequest');
const response = handlerOf('onSiteResponse');

/** Through both edge functions, as CloudFront would with everything there. */
function askSite(uri: string, query = '', cookies = {}, headers: Headers = {}) {
  const passed = request({
    request: edgeRequest(uri, query, headers, cookies),
    viewer: { ip: '203.0.113.9' },
  });
  if (passed.statusCode) return { location: passed.headers.location?.value, status: passed.statusCode };
  const answer = response({
    request: { uri: passed.uri },
    response: { statusCode: 200, statusDescription: 'OK', headers: {} },
  });
  return { uri: passed.uri, status: answer.statusCode };
}

function edgeRequest(uri: string, query = '', headers: Headers = {}, cookies = {}) {
  return { method: 'GET', uri, headers, cookies, rawQueryString: () => query || undefined };
}

/** The compiled function, alone in a context that has nothing but the language. */
function handlerOf(
  entry: Parameters<typeof compileEdgeFunction>[0],
  host?: string,
): (event: object) => EdgeAnswer {
  return vm.runInNewContext(`'use strict';${compileEdgeFunction(entry, files, host)};handler`);
}

type Headers = Record<string, { value: string }>;

interface EdgeAnswer {
  readonly uri: string;
  readonly statusCode?: number;
  readonly headers: Headers;
}
