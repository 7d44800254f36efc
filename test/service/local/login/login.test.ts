import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { JwtVerifier } from 'aws-jwt-verify';
import { parseSetCookie } from 'cookie';
import { expect, test } from 'vitest';
import { sharedParley } from '../../../support/parley/shared.ts';

const site = sharedParley.url;
const login = sharedParley.login;
const issuer = `${login}/us-east-1_local`;
const clientId = 'parley-local';
const callback = `${site}/api/auth/callback`;

test('access tokens have Cognito’s claims, and no audience', async () => {
  const { access_token: accessToken } = await signUp();
  const verify = JwtVerifier.create({ issuer, audience: null, jwksUri: `${issuer}/.well-known/jwks.json` });
  verify.cacheJwks(JSON.parse(await (await fetch(`${issuer}/.well-known/jwks.json`)).text()));
  const claims = await verify.verify(accessToken);
  expect(claims).toEqual({
    sub: expect.stringMatching(uuid),
    iss: issuer,
    client_id: clientId,
    origin_jti: expect.stringMatching(uuid),
    event_id: expect.stringMatching(uuid),
    token_use: 'access',
    scope: 'openid email profile',
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: (claims.iat as number) + 900,
    jti: expect.stringMatching(uuid),
    username: claims.sub,
  });
  expect(partOf(accessToken, 0)).toEqual({ alg: 'RS256', kid: expect.any(String) });
});

test('a code works once, and only with its verifier', async () => {
  const { address, verifier } = newAttempt('/signup');
  const code = (await newBrowser().submit(address, newPerson())).searchParams.get('code');
  expect(await redeem(code, verifier)).toHaveProperty('access_token');
  expect(await redeem(code, verifier)).toMatchObject({ error: 'invalid_grant' });
  const back = await newBrowser().submit(newAttempt('/signup').address, newPerson());
  const anothers = newAttempt('/signup').verifier;
  expect(await redeem(back.searchParams.get('code'), anothers)).toMatchObject({ error: 'invalid_grant' });
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
    'Your password is changed.',
  );
  expect(await post('/confirmForgotPassword', { email, code, password })).toContain('wrong or has expired');
  expect(await post('/login', person)).toContain('Wrong email address or password.');
  const back = await newBrowser().submit(address, { email, password });
  expect(back.searchParams.get('code')).toEqual(expect.any(String));
});

test.for([
  ['revoked by form', (token: string) => postForm('/oauth2/revoke', { client_id: clientId, token })],
  ['revoked by API', (Token: string) => callCognito('RevokeToken', { ClientId: clientId, Token })],
] as const)('a refresh token %s ends with its session', async ([, revoke]) => {
  const tokens = await signUp();
  const userInfo = () =>
    fetch(`${login}/oauth2/userInfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect((await userInfo()).status).toBe(200);
  expect((await revoke(tokens.refresh_token)).status).toBe(200);
  expect((await userInfo()).status).toBe(401);
  const { status, body, type } = await callCognito('GetTokensFromRefreshToken', {
    ClientId: clientId,
    RefreshToken: tokens.refresh_token,
  });
  expect(status).toBe(400);
  expect(type).toMatch(/^NotAuthorizedException/);
  expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' });
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const service = 'AWSCognitoIdentityProviderService.';

function newAttempt(path: string) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid email profile',
    state: randomUUID(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { address: `${login}${path}?${query}`, verifier };
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
    const headers = { ...init.headers, ...(cookie && { cookie }) };
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

async function signUp(person = newPerson()) {
  const { address, verifier } = newAttempt('/signup');
  const back = await newBrowser().submit(address, person);
  return (await redeem(back.searchParams.get('code'), verifier)) as Record<
    'access_token' | 'id_token' | 'refresh_token',
    string
  >;
}

async function redeem(code: string | null, verifier: string) {
  const answer = await postForm('/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code: code ?? '',
    code_verifier: verifier,
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
  const type = response.headers.get('x-amzn-errortype');
  return { status: response.status, type, body: await response.json() };
}

function partOf(token: string, part: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());
}

function locationOf(response: Response): string {
  return response.headers.get('location') ?? '';
}
