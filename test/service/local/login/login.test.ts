import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { parseSetCookie } from 'cookie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedParley } from '../../../support/parley/shared.ts';

const site = sharedParley.url;
const login = sharedParley.login;
const clientId = 'parley-local';
const confirmation = 'parley-local-confirmation';
const changingScope = 'openid email profile aws.cognito.signin.user.admin';
const callback = `${site}/api/auth/callback`;

test('a code works once, and only with its verifier', async () => {
  const { address, verifier } = newAttempt('/signup');
  const code = (await newBrowser().submit(address, newPerson())).searchParams.get('code');
  expect(await redeem(code, verifier)).toHaveProperty('access_token');
  expect(await redeem(code, verifier)).toMatchObject({ error: 'invalid_grant' });
  const back = await newBrowser().submit(newAttempt('/signup').address, newPerson());
  const anothers = newAttempt('/signup').verifier;
  expect(await redeem(back.searchParams.get('code'), anothers)).toMatchObject({ error: 'invalid_grant' });
});

test('the scope that may change an account is refused to the site’s client', async () => {
  const browser = newBrowser();
  await browser.submit(newAttempt('/signup').address, newPerson());
  const { address } = newAttempt('/oauth2/authorize', { scope: changingScope });
  const back = new URL(locationOf(await browser.get(address)));
  expect(back.origin + back.pathname).toBe(callback);
  expect([back.searchParams.get('error'), back.searchParams.has('code')]).toEqual(['invalid_scope', false]);
});

test('whoever has the browser of a session cannot redeem a code for that scope without the secret', async () => {
  const browser = newBrowser();
  await browser.submit(newAttempt('/signup').address, newPerson());
  const redeemWith = async (secret: Record<string, string>) => {
    // Without `prompt=login`, so the session skips the form.
    const { address, verifier } = newAttempt('/oauth2/authorize', {
      client_id: confirmation,
      scope: changingScope,
    });
    const code = new URL(locationOf(await browser.get(address))).searchParams.get('code');
    expect(code).toEqual(expect.any(String));
    return redeem(code, verifier, { client_id: confirmation, ...secret });
  };
  for (const guess of [{}, { client_secret: '' }, { client_secret: 'guess' }, { client_id: clientId }])
    expect((await redeemWith(guess)).error, JSON.stringify(guess)).toMatch(/^invalid_(client|grant)$/);

  const asked = { UserPoolId: 'us-east-1_local', ClientId: confirmation };
  const { body } = await callCognito('DescribeUserPoolClient', asked);
  const tokens = await redeemWith({ client_secret: body.UserPoolClient?.ClientSecret ?? '' });
  expect(partOf(tokens.access_token ?? '', 1)).toMatchObject({
    client_id: confirmation,
    scope: changingScope,
  });
});

test('there is no code without PKCE', async () => {
  const address = new URL(newAttempt('/oauth2/authorize').address);
  address.searchParams.delete('code_challenge');
  address.searchParams.delete('code_challenge_method');
  const answer = await newBrowser().get(address.href);
  const back = new URL(locationOf(answer));
  expect(back.origin + back.pathname).toBe(callback);
  expect(back.searchParams.get('error')).toBe('invalid_request');
});

test('a session skips the form until signing out', async () => {
  const browser = newBrowser();
  await browser.submit(newAttempt('/signup').address, newPerson());

  const again = newAttempt('/oauth2/authorize');
  const back = new URL(locationOf(await browser.get(again.address)));
  expect(back.origin + back.pathname).toBe(callback);
  expect(await redeem(back.searchParams.get('code'), again.verifier)).toHaveProperty('access_token');

  const out = await browser.get(`${login}/logout?${query({ client_id: clientId, logout_uri: `${site}/` })}`);
  expect(out.status).toBe(302);
  expect(locationOf(out)).toBe(`${site}/`);
  expect(locationOf(await browser.get(newAttempt('/oauth2/authorize').address))).toMatch(/^\/login\?/);
});

test('a mailed code changes the password, once', async () => {
  const person = newPerson();
  await signUp(person);
  const { email } = person;
  const { address } = newAttempt('/login');
  const post = (path: string, fields: Record<string, string>) =>
    newBrowser().submitWrongly(address.replace('/login?', `${path}?`), fields);
  const codeIn = (html: string) => html.match(/<strong>(\d{6})<\/strong>/)?.[1];
  const code = codeIn(await post('/forgotPassword', { email })) ?? '';
  const other = code === '000000' ? '000001' : '000000';
  const password = 'Another-horse-8';
  const weak = await post('/confirmForgotPassword', { email, code, password: 'weak' });
  expect(weak).toContain('Choose a stronger password.');
  const wrong = await post('/confirmForgotPassword', { email, code: other, password });
  expect(wrong).toContain('This code is wrong or has expired.');
  expect(codeIn(wrong)).toBe(code);
  expect(await post('/confirmForgotPassword', { email, code, password })).toContain(
    'Your password has been changed.',
  );
  expect(await post('/confirmForgotPassword', { email, code, password })).toContain('wrong or has expired');
  expect(await post('/login', person)).toContain('Wrong email address or password.');
  const back = await newBrowser().submit(address, { email, password });
  expect(back.searchParams.get('code')).toEqual(expect.any(String));
});

test('an account needs no name', async () => {
  const { email, password } = newPerson();
  const back = await newBrowser().submit(newAttempt('/signup').address, { email, password });
  expect(back.searchParams.get('code')).toEqual(expect.any(String));
  const form = await (await newBrowser().get(newAttempt('/signup').address)).text();
  const required = [...form.matchAll(/<input id="(\w+)"[^>]*\brequired\b/g)].map(([, name]) => name);
  expect(required).toEqual(['email', 'password']);
});

test('the rule for a new password is at its field, and is no complaint', async () => {
  const form = await (await newBrowser().get(newAttempt('/signup').address)).text();
  const [, note] = /<p class="hint" id="password-note">([^<]*)</.exec(form) ?? [];
  expect(note).toBe('At least 8 characters, with a number, a lowercase and an uppercase letter.');
});

test.for([
  ['an invalid address', { email: 'ada at example' }, 'Enter an email address'],
  ['a short password', { password: 'Abcdef1' }, 'Choose a stronger password.'],
  ['a huge password', { password: `Aa1${'x'.repeat(260)}` }, 'Use at most 256'],
] as const)('signing up with %s is explained in the form', async ([, wrong, sentence]) => {
  const person = { ...newPerson(), family_name: 'O’"<b>Hara', ...wrong };
  const html = await newBrowser().submitWrongly(newAttempt('/signup').address, person);
  expect(html).toContain(sentence);
  expect(html).not.toContain(person.password);
  expect(textOf(html)).toContain(`value="${person.email}"`);
  expect(html).not.toContain('<b>Hara');
});

test.for([
  ['another callback', { redirect_uri: 'https://evil.example/api/auth/callback' }],
  ['a path below the callback', { redirect_uri: `${callback}/x` }],
  ['another client', { client_id: 'somebody' }],
] as const)('%s is refused with a page and no redirect', async ([, wrong]) => {
  for (const path of ['/oauth2/authorize', '/login', '/signup']) {
    const address = new URL(newAttempt(path).address);
    for (const [name, value] of Object.entries(wrong)) address.searchParams.set(name, value);
    const answer = await newBrowser().get(address.href);
    expect(answer.status, path).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('<h1>That didn’t work</h1>');
  }
});

test('the form is in the language that the site asks for', async () => {
  const asked = await newBrowser().get(`${newAttempt('/oauth2/authorize').address}&lang=ar`);
  const form = await (await newBrowser().get(locationOf(asked))).text();
  expect(form).toContain('<html lang="ar" dir="rtl">');
  expect(form).toContain('كلمة المرور');
  const wrong = await newBrowser().submitWrongly(`${login}${locationOf(asked)}`, { email: 'nobody' });
  expect(wrong).toContain('<title>خطأ: تسجيل الدخول · Parley</title>');
  expect(wrong).toContain('البريد الإلكتروني أو كلمة المرور غير صحيحة.');
  const refused = await newBrowser().get(`${login}/login?lang=ja`);
  expect(await refused.text()).toContain('Parleyに戻る');
});

test('signing out redirects only to the site', async () => {
  for (const wrong of [
    { client_id: clientId, logout_uri: 'https://evil.example/' },
    { client_id: clientId, logout_uri: site },
    { client_id: 'somebody', logout_uri: `${site}/` },
    { client_id: clientId },
  ]) {
    const answer = await newBrowser().get(`${login}/logout?${query(wrong)}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  }
});

test('a form on another site cannot sign in', async () => {
  const person = newPerson();
  await signUp(person);
  const { email, password } = person;
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
    const answer = await fetch(newAttempt('/login').address, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email, password }),
      redirect: 'manual',
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test('its pages allow no scripts, frames or caching', async () => {
  const { headers } = await fetch(newAttempt('/login').address);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('refreshing needs no secret and keeps the session', async () => {
  const tokens = await signUp();
  const before = partOf(tokens.access_token, 1);
  const refresh = () =>
    callCognito('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: tokens.refresh_token });
  const { status, body } = await refresh();
  expect(status).toBe(200);
  expect(body.AuthenticationResult).toEqual({
    AccessToken: expect.any(String),
    IdToken: expect.any(String),
    ExpiresIn: 900,
    TokenType: 'Bearer',
  });
  // Until it is of another second, its times would be equal anyway.
  const later = await vi.waitUntil(
    async () => {
      const { AuthenticationResult: again } = (await refresh()).body;
      return again && partOf(again.AccessToken, 1).iat !== before.iat && again;
    },
    { timeout: 40_000 },
  );
  const after = partOf(later.AccessToken, 1);
  const same = ['sub', 'origin_jti', 'auth_time', 'scope', 'client_id', 'username'] as const;
  for (const name of same) expect(after[name], name).toEqual(before[name]);
  expect(after.jti).not.toBe(before.jti);
  expect(after).not.toHaveProperty('aud');
  expect(partOf(later.IdToken, 1)).toMatchObject({ aud: clientId, origin_jti: before.origin_jti });
});

test('a revoked refresh token is refused', async () => {
  const { refresh_token: token } = await signUp();
  expect((await postForm('/oauth2/revoke', { client_id: clientId, token })).status).toBe(200);
  const { status, body, type } = await callCognito('GetTokensFromRefreshToken', {
    ClientId: clientId,
    RefreshToken: token,
  });
  expect(status).toBe(400);
  expect(type).toMatch(/^NotAuthorizedException/);
  expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' });
});

test('a deleted account cannot sign in, refresh or be deleted again', async () => {
  const person = newPerson();
  const browser = newBrowser();
  const tokens = await signUp(person, browser);
  const { sub } = partOf(tokens.access_token, 1);
  const cognito = new CognitoIdentityProviderClient({
    endpoint: login,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  onTestFinished(() => cognito.destroy());
  const remove = () =>
    cognito.send(new AdminDeleteUserCommand({ UserPoolId: 'us-east-1_local', Username: String(sub) }));
  await remove();

  await expect(remove()).rejects.toMatchObject({ name: 'UserNotFoundException' });
  const renewal = { ClientId: clientId, RefreshToken: tokens.refresh_token };
  expect((await callCognito('GetTokensFromRefreshToken', renewal)).body.__type).toBe(
    'NotAuthorizedException',
  );
  expect(locationOf(await browser.get(newAttempt('/oauth2/authorize').address))).toMatch(/^\/login\?/);
  const { email, password } = person;
  const html = await newBrowser().submitWrongly(newAttempt('/login').address, { email, password });
  expect(html).toContain('Wrong email address or password.');
  // The address is free again.
  expect(partOf((await signUp(person)).access_token, 1).sub).not.toBe(sub);
});

test('requests with another host name are refused', async () => {
  const answers = await Promise.all(
    ['evil.example', 'localhost'].map((host) => rawRequest(`GET /login HTTP/1.1\r\nhost: ${host}`)),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 421 /);
});

const service = 'AWSCognitoIdentityProviderService.';

function newAttempt(path: string, parameters: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const search = query({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email profile',
    state: randomUUID(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { address: `${login}${path}?${search}`, verifier };
}

function newPerson() {
  return {
    email: `${randomUUID()}@parley.example`,
    password: 'Correct-horse-7',
    given_name: 'Ada',
    family_name: 'Lovelace',
  };
}

/** Keeps cookies. */
function newBrowser() {
  const cookies = new Map<string, string>();
  const send = async (address: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = new Headers(init.headers);
    if (cookie) headers.set('cookie', cookie);
    const response = await fetch(new URL(address, login), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '', expires } = parseSetCookie(line);
      if (expires && expires <= new Date()) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const submitted = (address: string, fields: Record<string, string>) =>
    send(address, { method: 'POST', headers: { origin: login }, body: new URLSearchParams(fields) });
  return {
    get: send,
    /** @returns the last redirect, not followed */
    submit: async (address: string, fields: Record<string, string>) => {
      const toCode = await submitted(address, fields);
      return new URL(locationOf(await send(locationOf(toCode))));
    },
    /** @returns the form with its errors */
    submitWrongly: async (address: string, fields: Record<string, string>) => {
      const again = await submitted(address, fields);
      expect(again.status).toBe(200);
      return again.text();
    },
  };
}

async function signUp(person = newPerson(), browser = newBrowser()) {
  const { address, verifier } = newAttempt('/signup');
  const back = await browser.submit(address, person);
  return (await redeem(back.searchParams.get('code'), verifier)) as Record<
    'access_token' | 'id_token' | 'refresh_token',
    string
  >;
}

async function redeem(code: string | null, verifier: string, form: Record<string, string> = {}) {
  const answer = await postForm('/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code: code ?? '',
    code_verifier: verifier,
    ...form,
  });
  return (await answer.json()) as Record<string, string>;
}

function postForm(path: string, form: Record<string, string>) {
  return fetch(login + path, { method: 'POST', body: new URLSearchParams(form) });
}

/** Unsigned, as Amplify sends it. */
async function callCognito(action: string, input: object) {
  const response = await fetch(`${login}/`, {
    method: 'POST',
    headers: { 'x-amz-target': service + action, 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as {
    AuthenticationResult?: { AccessToken: string; IdToken: string };
    UserPoolClient?: { ClientSecret: string };
    __type?: string;
    message?: string;
  };
  return { status: response.status, type: response.headers.get('x-amzn-errortype'), body };
}

async function rawRequest(head: string): Promise<string> {
  const socket = connect(Number(new URL(login).port), '127.0.0.1');
  await new Promise((written) => socket.write(`${head}\r\nconnection: close\r\n\r\n`, written));
  return (await socket.setEncoding('utf8').toArray()).join('');
}

function partOf(token: string, part: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());
}

function locationOf(response: Response): string {
  return response.headers.get('location') ?? '';
}

function query(parameters: Record<string, string>): URLSearchParams {
  return new URLSearchParams(parameters);
}

/** Decodes HTML entities. */
function textOf(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
