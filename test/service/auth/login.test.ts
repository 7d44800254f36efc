import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as callback } from '../../../functions/auth/callback.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { siteOrigin } from '../../support/handlers/event.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { call, cookieName, keep, readRedirect } from '../../support/handlers/jar.ts';

const { issuer, logged } = await startInProcess();

test('the browser is sent to the hosted login, with a unique state and challenge', async () => {
  const answer = await call(login, { path: '/api/login' });
  const location = new URL(String(answer.headers.location));
  expect([answer.status, answer.headers['cache-control'], answer.body]).toEqual([302, 'no-store', '']);
  expect(location.origin + location.pathname).toBe(`${issuer.environment.LOGIN_ORIGIN}/oauth2/authorize`);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    client_id: issuer.environment.LOGIN_CLIENT_ID,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${siteOrigin}/api/auth/callback`,
    state: expect.stringMatching(/^[0-9a-f]{32}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    lang: 'en',
  });
});

test.each([
  ['signup', '/signup'],
  ['reset', '/forgotPassword'],
])('with %s, the browser is sent to the page %s, with the same parameters', async (name, path) => {
  const answer = await call(login, { path: '/api/login', query: { [name]: '' } });
  const location = new URL(String(answer.headers.location));
  expect(location.pathname).toBe(path);
  expect([...location.searchParams.keys()]).toEqual([
    'client_id',
    'response_type',
    'scope',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
    'lang',
  ]);
});

test('with confirm, the login asks for the password, and gives a token that may change the account', async () => {
  const answer = await call(login, { path: '/api/login', query: { confirm: 'second-factor' } });
  const location = new URL(String(answer.headers.location));
  expect(location.pathname).toBe('/oauth2/authorize');
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    client_id: issuer.environment.LOGIN_CONFIRMATION_CLIENT_ID,
    scope: 'openid email profile aws.cognito.signin.user.admin',
    prompt: 'login',
  });
  for (const confirm of ['', 'step-up', 'password'])
    expect((await call(login, { path: '/api/login', query: { confirm } })).status, confirm).toBe(400);
});

test('the browser keeps verifier and return path in one cookie, named by the state', async () => {
  const answer = await call(login, { path: '/api/login', query: { returnTo: '/analytics' } });
  const { state, code_challenge } = parameters(answer);
  expect([...answer.cookies.keys()]).toEqual([`login-${state}`]);
  const cookie = answer.cookies.get(`login-${state}`);
  expect(cookie).toEqual({
    name: cookieName(`login-${state}`),
    value: expect.stringMatching(/^[\w-]{43}:\/analytics$/),
    maxAge: 300,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
  });
  const verifier = cookie?.value?.split(':')[0] ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(code_challenge);
  expect(logged()).not.toContain(verifier);
  expect(logged()).not.toContain(state);
});

test('many attempts do not fill the browser with cookies', async () => {
  let cookies: Record<string, string> = { guest: 'a-guest', 'signed-in': '1' };
  let most = 0;
  for (let attempt = 1; attempt <= 100; attempt++) {
    const answer = await call(login, { path: '/api/login', cookies });
    cookies = keep(cookies, answer);
    expect(cookies).toHaveProperty(`login-${parameters(answer).state}`);
    most = Math.max(most, Object.keys(cookies).length);
  }
  expect(most).toBeLessThan(25);
  expect(cookies).toMatchObject({ guest: 'a-guest', 'signed-in': '1' });
});

test('ten tabs may each be at the login', async () => {
  let cookies: Record<string, string> = {};
  for (let tab = 1; tab <= 10; tab++)
    cookies = keep(cookies, await call(login, { path: '/api/login', cookies }));
  expect(Object.keys(cookies)).toHaveLength(10);
});

test.each([
  ['the cookie', { cookie: 'ja' }, 'ja'],
  ['the cookie before the browser', { cookie: 'zh', browser: 'de' }, 'zh-CN'],
  ['the browser', { browser: 'pt-PT,pt;q=0.9' }, 'pt-BR'],
])('the login has the language of %s', async (_what, { cookie, browser }: Chosen, lang) => {
  const { location, cookies } = await startWith({ cookie, browser });
  expect(new URL(location).searchParams.get('lang')).toBe(lang);
  expect([...cookies.keys()]).toEqual([expect.stringMatching(/^login-/)]);
});

test.each(['ar', 'hi', 'ru'])('managed login has no %s, so no language is passed', async (cookie) => {
  const { location } = await startWith({ cookie });
  expect(new URL(location).searchParams.has('lang')).toBe(false);
});

async function startWith({ cookie, browser }: Chosen) {
  const { headers, cookies } = await call(login, {
    path: '/api/login',
    ...(cookie && { cookies: { language: cookie } }),
    ...(browser && { headers: { 'accept-language': browser } }),
  });
  return { location: String(headers.location), cookies };
}

interface Chosen {
  readonly cookie?: string | undefined;
  readonly browser?: string | undefined;
}

test.each(['', '1', 'true', 'anything'])('with signup=%s it starts at the sign-up form', async (signup) => {
  const plain = await call(login, { path: '/api/login' });
  const answer = await call(login, { path: '/api/login', query: { signup } });
  expect(new URL(String(answer.headers.location)).pathname).toBe('/signup');
  expect(Object.keys(parameters(answer))).toEqual(Object.keys(parameters(plain)));
});

test('another site may link here', async () => {
  const answer = await call(login, { path: '/api/login', headers: { 'sec-fetch-site': 'cross-site' } });
  expect(answer.status).toBe(302);
});

/** As received, percent-decoded once. A return path must equal one of our routes. */
const elsewhere = {
  'another site': 'https://evil.example/',
  'a backslash': '/\\evil.example/',
  'a line break': '/\r\nLocation: https://evil.example/',
  'our origin as user': `${siteOrigin}@evil.example/`,
  'a script': 'javascript:alert(1)',
  'two good ways, joined as the platform does': '/,/analytics',
  'a trailing slash': '/analytics/',
  markup: '/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  capitals: '/Analytics',
  nothing: '',
  'the prototype': '__proto__',
  'a very long one': `/${'a'.repeat(5_000)}`,
};

describe('a return path outside our pages', () => {
  test.each(Object.entries(elsewhere))('%s is refused, without an attempt', async (_what, returnTo) => {
    const answer = await call(login, { path: '/api/login', query: { returnTo } });
    expect([answer.status, answer.json().code]).toEqual([400, 'invalid_request']);
    expect([answer.headers.location, answer.cookies.size]).toEqual([undefined, 0]);
    if (returnTo.length > 1) expect(answer.json().error).not.toContain(returnTo);
  });

  test.each(Object.entries(elsewhere))(
    '%s is refused in a forged cookie as well',
    async (_what, returnTo) => {
      const begun = await call(login, { path: '/api/login' });
      const { state = '', code_challenge = '' } = parameters(begun);
      const [verifier] = begun.cookies.get(`login-${state}`)?.value?.split(':') ?? [];
      const forged = { [`login-${state}`]: encodeURIComponent(`${verifier}:${returnTo}`) };
      const code = issuer.issueCode(code_challenge);
      const answer = await call(callback, {
        path: '/api/auth/callback',
        query: { state, code },
        cookies: forged,
      });
      expect([answer.status, readRedirect(answer)]).toEqual([200, '/?signin=failed']);
    },
  );
});

function parameters(answer: Awaited<ReturnType<typeof call>>): Partial<Record<string, string>> {
  return Object.fromEntries(new URL(String(answer.headers.location)).searchParams);
}
