import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as callback } from '../../../functions/auth/callback.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { routes } from '../../../shared/routes.ts';
import { siteOrigin } from '../../support/handlers/event.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { call, cookieName, keep } from '../../support/handlers/jar.ts';

const { issuer, logged } = await startInProcess();

test('the browser is sent to the hosted login, with a state and a challenge of its own', async () => {
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
  });
});

test('the browser keeps verifier and way back in one cookie, named by the state', async () => {
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

test('a page that begins one attempt after another fills nobody’s browser with cookies', async () => {
  let cookies: Record<string, string> = { guest: 'somebody', 'signed-in': '1' };
  let most = 0;
  for (let attempt = 1; attempt <= 100; attempt++) {
    const answer = await call(login, { path: '/api/login', cookies });
    cookies = keep(cookies, answer);
    expect(cookies).toHaveProperty(`login-${parameters(answer).state}`);
    most = Math.max(most, Object.keys(cookies).length);
  }
  expect(most).toBeLessThan(25);
  expect(cookies).toMatchObject({ guest: 'somebody', 'signed-in': '1' });
});

test('ten tabs may each be at the login', async () => {
  let cookies: Record<string, string> = {};
  for (let tab = 1; tab <= 10; tab++)
    cookies = keep(cookies, await call(login, { path: '/api/login', cookies }));
  expect(Object.keys(cookies)).toHaveLength(10);
});

test.each(['', '1', 'true', 'anything'])(
  'with signup=%s it begins with making an account',
  async (signup) => {
    const plain = await call(login, { path: '/api/login' });
    const answer = await call(login, { path: '/api/login', query: { signup } });
    expect(new URL(String(answer.headers.location)).pathname).toBe('/signup');
    expect(Object.keys(parameters(answer))).toEqual(Object.keys(parameters(plain)));
  },
);

test('another site may send somebody here: they only see the login', async () => {
  const answer = await call(login, { path: '/api/login', headers: { 'sec-fetch-site': 'cross-site' } });
  expect(answer.status).toBe(302);
});

test.each(routes.map(({ path }) => path))('the way back may be %s', async (returnTo) => {
  const answer = await call(login, { path: '/api/login', query: { returnTo } });
  expect(answer.status).toBe(302);
  expect(await pathAfterSignIn(answer)).toBe(returnTo);
});

test('without a way back it is the first page', async () => {
  expect(await pathAfterSignIn(await call(login, { path: '/api/login' }))).toBe('/');
});

/** As they arrive: percent-encoding is already undone once. */
const elsewhere = {
  'another site': 'https://evil.example/',
  'another site by http': 'http://evil.example/',
  'no scheme': '//evil.example/',
  'no scheme, three slashes': '///evil.example/',
  'no scheme, four slashes': '////evil.example',
  'a backslash': '/\\evil.example/',
  'two backslashes': '\\\\evil.example/',
  'backslash, slash': '\\/evil.example/',
  'slash, tab, slash': '/\t/evil.example/',
  'slash, line feed, slash': '/\n/evil.example/',
  'carriage return, line feed': '/\r\nLocation: https://evil.example/',
  'a scheme without slashes': 'https:evil.example',
  'a scheme with one slash': 'https:/evil.example',
  'a scheme in capitals': 'HTTPS://evil.example',
  'a leading space': ' https://evil.example',
  'a leading control character': '\u0001https://evil.example',
  'a leading no-break space': '\u00a0//evil.example',
  'a leading zero-width space': '\u200b//evil.example',
  'a byte order mark': '\ufeff//evil.example',
  'a NUL': '/\u0000/evil.example',
  'slashes encoded': '/%2fevil.example',
  'slashes encoded twice': '%252f%252fevil.example',
  'all encoded': '%2F%2Fevil.example',
  'a backslash encoded': '/%5cevil.example',
  'a tab encoded': '/%09/evil.example',
  'a line break encoded': '/%0d%0aLocation:%20https://evil.example',
  'our origin as user': `${siteOrigin}@evil.example/`,
  'our origin as user, with a password': 'https://parley.example:x@evil.example/',
  'our origin as a subdomain': 'https://parley.example.evil.example/',
  'our origin as a prefix': 'https://parley.example.evil/',
  'our own origin': `${siteOrigin}/analytics`,
  'our own origin by http': 'http://parley.example/analytics',
  'our own origin on another port': `${siteOrigin}:8443/`,
  'a full-width slash': '/\uff0fevil.example',
  'a division slash': '/\u2215evil.example',
  'a fraction slash': '\u2044\u2044evil.example',
  'a full-width full stop': '//evil\uff0eexample',
  'an ideographic full stop': '//evil\u3002example',
  'a script': 'javascript:alert(1)',
  'a script in mixed letters': 'JaVaScRiPt:alert(1)',
  'a script with a line break': 'java\nscript:alert(1)',
  'a script behind slashes': '//javascript:alert(1)',
  'a data address': 'data:text/html,<script>alert(1)</script>',
  'a blob address': 'blob:https://parley.example/x',
  'a file': 'file:///etc/passwd',
  'a vbscript': 'vbscript:msgbox(1)',
  'a view of the source': 'view-source:https://evil.example',
  'two ways, joined as the platform does': '/,https://evil.example',
  'two good ways, joined': '/,/analytics',
  'a list': '["/"]',
  'an object': '[object Object]',
  'dots up': '/../../evil.example',
  'dots up to another host': '/..//evil.example',
  'a dot': '/./',
  'dots behind a good way': '/analytics/..//evil.example',
  'dots encoded': '/%2e%2e//evil.example',
  'a trailing space': '/analytics ',
  'a trailing slash': '/analytics/',
  'a query': '/analytics?next=https://evil.example',
  'a fragment': '/analytics#//evil.example',
  'a semicolon': '/analytics;url=https://evil.example',
  'an entity': '/analytics&#34;',
  markup: '/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  'a quote': "/'",
  capitals: '/Analytics',
  'no slash': 'analytics',
  'a name of our own': 'evil',
  'an IPv4 address': '//127.0.0.1:1/',
  'an IPv4 address as a number': '//2130706433/',
  'an IPv6 address': '//[::1]/',
  'an at sign': '@evil.example',
  'a colon': ':evil.example',
  'a question mark': '?https://evil.example',
  'a hash': '#https://evil.example',
  'the API': '/api/logout',
  'the callback': '/api/auth/callback',
  nothing: '',
  'a space': ' ',
  'a star': '*',
  'the prototype': '__proto__',
  'the constructor': 'constructor',
  'right to left': '/\u202egnp.elpmaxe',
  'a very long one': `/${'a'.repeat(5_000)}`,
};

describe('a way back that is not a page of ours', () => {
  test.each(Object.entries(elsewhere))('%s is refused, and begins nothing', async (_what, returnTo) => {
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
      expect([answer.status, onward(answer.body)]).toEqual([200, '/?signin=failed']);
    },
  );
});

/** Follows the attempt through the login and the callback. */
async function pathAfterSignIn(begun: Awaited<ReturnType<typeof call>>): Promise<string | undefined> {
  const { state = '', code_challenge = '' } = parameters(begun);
  const answer = await call(callback, {
    path: '/api/auth/callback',
    query: { state, code: issuer.issueCode(code_challenge) },
    headers: { 'sec-fetch-site': 'cross-site' },
    cookies: { [`login-${state}`]: begun.cookies.get(`login-${state}`)?.value ?? '' },
  });
  return onward(answer.body);
}

function parameters(answer: Awaited<ReturnType<typeof call>>): Partial<Record<string, string>> {
  return Object.fromEntries(new URL(String(answer.headers.location)).searchParams);
}

function onward(body: string): string | undefined {
  return /content="0; url=([^"]*)"/.exec(body)?.[1];
}
