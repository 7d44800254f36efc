import { apiFiles, buildSecurityHeaders, chooseCacheControl } from '../../../infra/aws/stack/edge/headers.ts';
import { stripePaths } from '../../../shared/routes.ts';
import type { Group } from './check.ts';

/** Reads a few pages and calls a few endpoints, as guests: it leaves nothing behind. */
export const pages: Group = {
  name: 'pages',
  listChecks: () =>
    Object.entries(checks).map(([name, check]) => ({
      name,
      look: 'infra/aws/stack/edge/; infra/aws/RUNBOOK.md',
      run: async ({ site }) => {
        await check(site);
        return undefined;
      },
    })),
};

const checks: Record<string, (site: string) => Promise<void>> = {
  'the landing page is served with its headers': async (site) => {
    const type = { 'content-type': /^text\/html/, 'cache-control': chooseCacheControl('/') };
    const page = await load(site, '/', 200, { ...type, ...buildSecurityHeaders('/') });
    expect((await page.text()).includes('<script'), 'The page loads no script');
  },

  'scripts are cached for a year': async (site) => {
    const asset = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(await (await get(site, '/')).text())?.[1];
    if (!asset) throw new Error('The page names no script under /assets/');
    await load(site, asset, 200, {
      'content-type': /javascript/,
      'cache-control': chooseCacheControl(asset),
    });
  },

  'signed-in visitors get the translator, others the landing page': async (site) => {
    const getText = async (path: string, cookie = '') => (await get(site, path, { cookie })).text();
    expect((await getText('/')) === (await getText('/landing')), 'New visitors do not get the landing page');
    const page = await getText('/', 'parley_signed_in=1');
    expect(page === (await getText('/speech-translator')), 'Signed-in visitors do not get the translator');
  },

  'the site can be installed as an app': async (site) => {
    const types = { '/manifest.webmanifest': /^application\/manifest\+json/, '/sw.js': /javascript/ };
    for (const [path, type] of Object.entries(types)) {
      const headers = { 'content-type': type, 'cache-control': chooseCacheControl(path) };
      await load(site, path, 200, { ...headers, ...buildSecurityHeaders(path) });
    }
  },

  'only the payment pages may load Stripe': async (site) => {
    for (const path of stripePaths) await load(site, path, 200, buildSecurityHeaders(path));
  },

  'a path with capitals or a trailing slash redirects to its route': async (site) => {
    await load(site, '/Privacy-Policy/?from=smoke', 301, { location: /\/privacy-policy\?from=smoke$/ });
  },

  'an unknown path gets the 404 page': async (site) => {
    const headers = { 'content-type': /^text\/html/, ...buildSecurityHeaders('/no-such-page') };
    const page = await load(site, '/no-such-page', 404, headers);
    expect((await page.text()).includes('<title>Page Not Found'), 'It is not the 404 page');
  },

  'every provider is available': async (site) => {
    const response = await load(site, '/api/health', 200, buildSecurityHeaders('/api/health'));
    const health = (await response.json()) as { status: string };
    expect(health.status === 'ok', `The status is ${health.status}`);
  },

  'an unknown endpoint responds with JSON': async (site) => {
    await expectCode(await load(site, '/api/no-such-call', 404), 'not_found');
  },

  'the API’s document and reference are served, and security.txt': async (site) => {
    for (const path of apiFiles) await load(site, path, 200, buildSecurityHeaders(path));
    const security = await load(site, '/.well-known/security.txt', 200, { 'content-type': /^text\/plain/ });
    const expires = /^Expires: (.+)$/m.exec(await security.text())?.[1] ?? '';
    expect(Date.parse(expires) > Date.now(), `security.txt expired: deploy again (${expires})`);
  },

  'signing in leads to the hosted login': async (site) => {
    const redirect = await load(site, '/api/login', 302);
    const login = new URL(redirect.headers.get('location') ?? '', site);
    expect(login.origin !== site, 'The login is on the site’s own origin');
    const callback = new URL(login.searchParams.get('redirect_uri') ?? '', site);
    expect(callback.pathname === '/api/auth/callback', `The login returns to ${callback.pathname}`);
    // The login answers only if the redirect URL is registered.
    expectResponse(await followRedirects(login), 200, { 'content-type': /^text\/html/ });
  },

  'a first visitor becomes a guest, with a cookie that scripts cannot read': async (site) => {
    const response = await load(site, '/api/subscription-status', 200, { 'cache-control': 'no-store' });
    const { isGuest, translationsRemaining } = (await response.json()) as {
      isGuest: boolean;
      translationsRemaining: number;
    };
    expect(isGuest && translationsRemaining > 0, 'The visitor is not a guest with translations left');
    const cookie = response.headers.getSetCookie().find((each) => each.includes('parley_guest=')) ?? '';
    const wanted = new URL(site).protocol === 'https:' ? /^__Host-.*; HttpOnly.*; Secure/ : /; HttpOnly/;
    expect(wanted.test(cookie), 'The guest’s cookie is missing, or scripts or other hosts can read it');
  },

  'English is translated into Spanish': async (site) => {
    const response = await post(site, '/api/translate', 200, {
      text: 'Where is the train station?',
      sourceLanguage: 'en-US',
      targetLanguage: 'es-ES',
    });
    const { translatedText } = (await response.json()) as { translatedText: string };
    expect(/estaci[oó]n/i.test(translatedText), `The translation reads "${translatedText}"`);
  },

  'silence has no transcript': async (site) => {
    const form = new FormData();
    form.append('language', 'en-US');
    form.append('audio', new Blob([wavHeader, Buffer.alloc(32_000)]), 'recording.wav');
    const response = await post(site, '/api/transcribe-amazon', 200, form);
    const { transcript } = (await response.json()) as { transcript: string };
    expect(transcript === '', `A second of silence was transcribed as "${transcript}"`);
  },

  'a call from another site is refused': async (site) => {
    const call = { text: 'Hello', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
    const response = await post(site, '/api/translate', 403, call, {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    });
    await expectCode(response, 'cross_site');
  },

  'payments are set up or unavailable': async (site) => {
    const response = await get(site, '/api/stripe-config');
    if (response.status === 503) return expectCode(response, 'payments_unavailable');
    expectResponse(response, 200);
    const { publishableKey } = (await response.json()) as { publishableKey: string };
    expect(/^pk_(test|live)_/.test(publishableKey), `The publishable key is "${publishableKey}"`);
  },

  'a webhook without a signature is refused': async (site) => {
    // Without keys, no signature can be checked.
    const hasKeys = (await get(site, '/api/stripe-config')).status !== 503;
    const event = { id: 'evt_smoke', type: 'invoice.paid' };
    const response = await post(site, '/api/stripe-webhook', hasKeys ? 400 : 503, event);
    await expectCode(response, hasKeys ? 'invalid_request' : 'payments_unavailable');
  },

  'the server’s voice needs Premium': async (site) => {
    const call = { text: '¿Dónde está la estación?', language: 'es' };
    await expectCode(await post(site, '/api/speak', 403, call), 'premium_required');
  },
};

/** A WAV header for one second of audio: 16 kHz, mono, 16 bits. */
const wavHeader = Buffer.from('UklGRiR9AABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YQB9AAA=', 'base64');

function get(site: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site + path, { redirect: 'manual', headers, signal: AbortSignal.timeout(checkMs) });
}

async function load(site: string, path: string, status: number, wanted?: WantedHeaders): Promise<Response> {
  return expectResponse(await get(site, path), status, wanted);
}

async function followRedirects(start: URL): Promise<Response> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await get(url.origin, url.pathname + url.search, { accept: 'text/html', cookie });
    const location = response.headers.get('location');
    if (!location) return response;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    url = new URL(location, url);
  }
  throw new Error('The login redirects endlessly');
}

async function post(
  site: string,
  path: string,
  status: number,
  body: object,
  headers?: Record<string, string>,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(site + path, {
    method: 'POST',
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      origin: site,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(checkMs),
  });
  return expectResponse(response, status);
}

const checkMs = 30_000;

function expect(isOk: boolean, failure: string): void {
  if (!isOk) throw new Error(failure);
}

function expectResponse(response: Response, status: number, wanted: WantedHeaders = {}): Response {
  const { pathname } = new URL(response.url);
  expect(response.status === status, `${pathname} answered ${response.status}, not ${status}`);
  for (const [name, value] of Object.entries(wanted)) {
    const given = response.headers.get(name);
    const fits = typeof value === 'string' ? given === value : value.test(given ?? '');
    expect(fits, `${pathname} has ${name}: ${given ?? '(none)'}, not ${value}`);
  }
  return response;
}

type WantedHeaders = Readonly<Record<string, string | RegExp>>;

async function expectCode(response: Response, code: string): Promise<void> {
  const body = (await response.json()) as { code?: string };
  expect(body.code === code, `The code is ${body.code}, not ${code}`);
}
