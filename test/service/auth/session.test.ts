import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { renew } from '../../../functions/auth/renewal.ts';
import { handler as readUser } from '../../../functions/auth/user.ts';
import { endpoint } from '../../../functions/endpoint.ts';
import { status as statusContract } from '../../../shared/api/billing.schema.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { call, cookieName, listCleared } from '../../support/handlers/jar.ts';
import { signToken } from '../../support/handlers/tokens.ts';

const { issuer, user, logged } = await startInProcess();

/** A row that also serves guests: a broken session must not become a guest. */
const guestRow = endpoint('billing.status', statusContract, async (_input, caller) => {
  return { isGuest: caller.kind === 'guest' } as never;
});

const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { id: userId } = await user();
const sessionId = randomUUID();

const claims = (changes: Record<string, unknown> = {}) => ({
  sub: userId,
  origin_jti: sessionId,
  ...changes,
});
const expired = (changes: Record<string, unknown> = {}) =>
  issuer.mint(claims({ iat: seconds() - 4_000, exp: seconds() - 400, ...changes }));
const ask = (cookies: Record<string, string>) => call(readUser, { path: '/api/auth/user', cookies });
const mint = (changes: Record<string, unknown>, header: Record<string, unknown> = {}) =>
  issuer.mint(claims(changes), header);
const {
  LOGIN_CLIENT_ID: ourClient,
  LOGIN_CONFIRMATION_CLIENT_ID: confirmationClient,
  LOGIN_ISSUER: ourIssuer,
} = issuer.environment;
const asked = (path: string) => issuer.asked.filter((each) => each === path).length;

const valid = await issuer.mint(claims());
const [header = '', payload = '', signature = ''] = valid.split('.');
const edit = (part: string, changes: object) =>
  encode({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...changes });
const publicPem = issuer.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const hs256 = `${edit(header, { alg: 'HS256' })}.${payload}`;

/** Each with the word that the log tells operators. */
const refusedTokens: Record<string, readonly [why: string, token: string]> = {
  'with another user in it': ['signature', `${header}.${edit(payload, { sub: randomUUID() })}.${signature}`],
  'with a longer life in it': [
    'signature',
    `${header}.${edit(payload, { exp: seconds() + 9_999 })}.${signature}`,
  ],
  'with a signature of zeros': [
    'signature',
    `${header}.${payload}.${Buffer.alloc(256).toString('base64url')}`,
  ],
  'with a cut signature': ['signature', valid.slice(0, -8)],
  'with a signature of one letter': ['signature', `${header}.${payload}.A`],
  'of another key under the same kid': ['signature', signToken(decode(payload), otherKey)],
  'of another key that brings itself along': [
    'signature',
    signToken(decode(payload), otherKey, {
      jwk: otherKey.export({ format: 'jwk' }),
      jku: 'https://evil.example/jwks.json',
    }),
  ],
  'of another kid': ['key', await mint({}, { kid: 'another' })],
  'without a kid': ['key', await mint({}, { kid: undefined })],
  'whose kid is no string': ['malformed', await mint({}, { kid: 7 })],
  'of another issuer': ['iss', await mint({ iss: 'https://another.example' })],
  'of an issuer that begins like ours': ['iss', await issuer.mint(claims({ iss: `${ourIssuer}2` }))],
  'without the time of its issue': ['iat', await mint({ iat: undefined })],
  'without an issuer': ['iss', await mint({ iss: undefined })],
  'of another client': ['client_id', await mint({ client_id: 'another' })],
  'of the client that confirms changes': ['client_id', await mint({ client_id: confirmationClient })],
  'with our client only as the audience': ['client_id', await mint({ client_id: undefined, aud: ourClient })],
  'that is an ID token': ['token_use', issuer.mintId(claims())],
  'that is an ID token with a client': ['token_use', issuer.mintId(claims({ client_id: ourClient }))],
  'of another use': ['token_use', await mint({ token_use: 'refresh' })],
  'of no use': ['token_use', await mint({ token_use: undefined })],
  'that begins to count later': ['nbf', await mint({ nbf: seconds() + 60 })],
  'that began to count after it ended': ['nbf', await expired({ nbf: seconds() + 60 })],
  'that never ends': ['exp', await mint({ exp: undefined })],
  'that ends in words': ['malformed', await mint({ exp: 'tomorrow' })],
  'without a user id': ['sub', await mint({ sub: undefined })],
  'with a user id that is not a string': ['malformed', await mint({ sub: [userId] })],
  'with an empty user id': ['sub', await mint({ sub: '' })],
  'of no sign-in': ['origin_jti', await mint({ origin_jti: undefined })],
  'of a sign-in without a name': ['origin_jti', await mint({ origin_jti: '' })],
  'of a user without a profile': ['no profile', await issuer.mint({ sub: randomUUID() })],
  'that calls itself unsigned': ['alg', `${edit(header, { alg: 'none' })}.${payload}.${signature}`],
  'that is unsigned': ['malformed', `${edit(header, { alg: 'none' })}.${payload}.`],
  'without an algorithm': ['alg', await mint({}, { alg: undefined })],
  'signed by HS256 with the public key': [
    'alg',
    `${hs256}.${createHmac('sha256', publicPem).update(hs256).digest('base64url')}`,
  ],
  'that calls itself RS512': ['alg', await mint({}, { alg: 'RS512' })],
  'expired, of another key': ['signature', signToken({ ...decode(payload), exp: seconds() - 9 }, otherKey)],
  'expired, of another client': ['client_id', await expired({ client_id: 'another' })],
  'expired, of another issuer': ['iss', await expired({ iss: 'https://evil.example/' })],
  'expired, of another use': ['token_use', await expired({ token_use: 'id' })],
  'in two parts': ['malformed', `${header}.${payload}`],
  'in four parts': ['malformed', `${valid}.x`],
  'with a payload that is no JSON': [
    'malformed',
    `${header}.${Buffer.from('{"sub":').toString('base64url')}.${signature}`,
  ],
  'with a list as its payload': ['malformed', `${header}.${encode([])}.${signature}`],
  'with null as its payload': [
    'malformed',
    `${header}.${Buffer.from('null').toString('base64url')}.${signature}`,
  ],
  'that is garbage': ['malformed', 'garbage'],
  'that is “undefined”': ['malformed', 'undefined'],
  'that is empty': ['malformed', ''],
  'that is one dot': ['malformed', '.'],
  'that is two dots': ['malformed', '..'],
  'that is cut percent-encoding': ['malformed', '%E0%A4'],
  'with line breaks': ['malformed', '%0d%0aSet-Cookie:%20a=b'],
  'of 200,000 letters': ['malformed', 'x'.repeat(200_000)],
  'of 200,000 letters in three parts': ['malformed', `${header}.${'x'.repeat(200_000)}.${signature}`],
};

describe('an invalid token', () => {
  test.each(Object.entries(refusedTokens).map(([what, refused]) => [what, ...refused] as const))(
    '%s ends the session without minting a guest; the log says %s',
    async (_what, why, access) => {
      const refresh = issuer.issueRefreshToken(claims());
      const before = asked('POST /');
      for (const handler of [readUser, guestRow]) {
        const answer = await call(handler, {
          path: '/api/auth/user',
          cookies: { access, refresh, guest: 'x' },
        });
        const code = why === 'no profile' ? 'account_deleted' : 'session_expired';
        expect([answer.status, answer.json().code]).toEqual([401, code]);
        expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
      }
      expect(asked('POST /'), 'renewals').toBe(before);
      expect(refusals()).toEqual([why, why]);
      if (access.length > 20) expect(logged()).not.toContain(access.slice(0, 20_000));
    },
  );

  test('a refresh cookie alone ends the session, too', async () => {
    for (const refresh of [issuer.issueRefreshToken(claims()), '', 'garbage']) {
      const answer = await ask({ refresh });
      expect([answer.status, answer.json().code]).toEqual([401, 'session_expired']);
      expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
    }
  });

  test('many unknown key ids fetch the issuer’s keys once', async () => {
    const before = asked(keysPath());
    for (let index = 0; index < 50; index++) {
      const access = await issuer.mint(claims(), { kid: `unknown-${index}` });
      expect((await ask({ access })).status).toBe(401);
    }
    expect(asked(keysPath()) - before).toBeLessThanOrEqual(1);
    expect((await ask({ access: valid })).status).toBe(200);
  });
});

describe('an access token like Cognito’s', () => {
  const common = {
    sub: userId,
    iss: issuer.environment.LOGIN_ISSUER,
    client_id: issuer.environment.LOGIN_CLIENT_ID,
    origin_jti: '7d1a4b1e-5c3f-4b0a-9d5e-0f5b0c1d2e3f',
    event_id: '5d7c5f0e-9a0e-4c37-8c35-1c3f2b4a5d6e',
    token_use: 'access',
    auth_time: seconds(),
    iat: seconds(),
    exp: seconds() + 3_600,
    jti: 'c7e2d0a4-2b1c-4f3d-8e9a-6b5c4d3e2f1a',
    username: userId,
  };

  test.each([
    ['of the hosted login', { version: 2, scope: 'openid profile email' }, []],
    ['of a user in groups', { version: 2, scope: 'openid', 'cognito:groups': ['operators'] }, ['operators']],
    ['of the pool’s own API', { scope: 'aws.cognito.signin.user.admin' }, []],
    ['with a device', { version: 2, scope: 'openid', device_key: 'us-east-1_d' }, []],
    ['with groups that are not a list', { scope: 'openid', 'cognito:groups': 'operators' }, []],
    ['with groups that are not all strings', { 'cognito:groups': [7, 'operators', null] }, ['operators']],
  ])('%s is accepted', async (_what, more, groups) => {
    const answer = await ask({ access: await issuer.mint({ ...common, ...more }) });
    expect([answer.status, answer.json().id, answer.json().groups]).toEqual([200, userId, groups]);
  });

  test('is valid from its first millisecond on', async () => {
    const from = seconds() + 60;
    const access = await issuer.mint(claims({ nbf: from }));
    vi.useFakeTimers({ now: from * 1_000 - 1, toFake: ['Date'] });
    const early = (await ask({ access })).status;
    vi.setSystemTime(from * 1_000);
    const inTime = (await ask({ access })).status;
    vi.useRealTimers();
    expect([early, inTime]).toEqual([401, 200]);
  });
});

test('a caller without session cookies is a guest', async () => {
  const answer = await call(guestRow, { path: '/api/billing/status' });
  expect([answer.status, answer.json().isGuest]).toEqual([200, true]);
  expect([listCleared(answer), refusals()]).toEqual([[], []]);
});

describe('an expired access token', () => {
  test('is renewed, and the answer sets all session cookies', async () => {
    const refresh = issuer.issueRefreshToken(claims({ 'cognito:groups': ['operators'] }));
    const answer = await ask({ access: await expired(), refresh });
    expect([answer.status, answer.json().groups]).toEqual([200, ['operators']]);
    const attributes = { maxAge: 2_592_000, path: '/', secure: true };
    expect(Object.fromEntries(answer.cookies)).toEqual({
      access: {
        ...attributes,
        name: cookieName('access'),
        value: expect.stringMatching(/^ey/),
        httpOnly: true,
        sameSite: 'strict',
      },
      refresh: {
        ...attributes,
        name: cookieName('refresh'),
        value: refresh,
        httpOnly: true,
        sameSite: 'strict',
      },
      'signed-in': { ...attributes, name: 'parley_signed_in', value: '1', sameSite: 'lax' },
    });
    const access = answer.cookies.get('access')?.value ?? '';
    const next = await ask({ access, refresh });
    expect([next.status, next.cookies.size]).toEqual([200, 0]);
  });

  test('is renewed once for 50 requests at the same time and 20 later ones with the old cookies', async () => {
    const refresh = issuer.issueRefreshToken(claims());
    const access = await expired();
    const before = asked('POST /');
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ access, refresh })));
    for (let index = 0; index < 20; index++) answers.push(await ask({ access, refresh }));
    expect(answers.map(({ status }) => status)).toEqual(Array(70).fill(200));
    expect(new Set(answers.map(({ cookies }) => cookies.get('access')?.value)).size).toBe(1);
    expect(asked('POST /') - before).toBe(1);
  });

  test('is renewed again after the new one expires', async () => {
    const refresh = issuer.issueRefreshToken(claims());
    const access = await expired();
    const before = asked('POST /');
    const renewed = (await ask({ access, refresh })).cookies.get('access')?.value ?? '';
    const { exp } = decode(renewed.split('.')[1] ?? '');
    vi.useFakeTimers({ now: Number(exp) * 1_000 - 1, toFake: ['Date'] });
    expect((await ask({ access, refresh })).status).toBe(200);
    expect(asked('POST /') - before).toBe(1);
    vi.setSystemTime(Number(exp) * 1_000);
    expect((await ask({ access, refresh })).status).toBe(200);
    vi.useRealTimers();
    expect(asked('POST /') - before).toBe(2);
  });

  test('is renewed for each of 102 sessions, of which the latest 100 are cached', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 102 }, async () => ({
        access: await expired(),
        refresh: issuer.issueRefreshToken(claims()),
      })),
    );
    const renewals = async (...chosen: typeof sessions) => {
      const before = asked('POST /');
      for (const cookies of chosen) expect((await ask(cookies)).status).toBe(200);
      return asked('POST /') - before;
    };
    expect(await renewals(...sessions)).toBe(102);
    expect(await renewals(...sessions.slice(-100))).toBe(0);
    const [forgotten, oldest] = [sessions.slice(0, 1), sessions.slice(3, 4)];
    expect(await renewals(...forgotten)).toBe(1);

    // Renewing the oldest makes it the newest, so another one is evicted.
    vi.useFakeTimers({ now: Date.now() + 3_700_000, toFake: ['Date'] });
    expect(await renewals(...oldest)).toBe(1);
    expect(await renewals(...sessions.slice(1, 2))).toBe(1);
    expect(await renewals(...oldest)).toBe(0);
    vi.useRealTimers();
  });

  test('without a refresh token ends the session', async () => {
    const answer = await ask({ access: await expired() });
    expect([answer.status, answer.json().code]).toEqual([401, 'session_expired']);
    expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
    expect(refusals()).toEqual(['expired']);
  });

  test('works without a refresh token until then', async () => {
    const exp = seconds() + 60;
    const access = await issuer.mint(claims({ exp }));
    vi.useFakeTimers({ now: exp * 1_000 - 1, toFake: ['Date'] });
    const inTime = (await ask({ access })).status;
    vi.setSystemTime(exp * 1_000);
    const late = (await ask({ access })).status;
    vi.useRealTimers();
    expect([inTime, late]).toEqual([200, 401]);
  });

  test.each([
    'NotAuthorizedException',
    'UserNotFoundException',
    'TokenRevokedException',
    'RefreshTokenReuseException',
    'PasswordResetRequiredException',
    'UserNotConfirmedException',
  ])('ends the session if the login answers %s', async (name) => {
    issuer.replies.set('/', [400, { __type: name, message: 'No.' }]);
    const answer = await ask({ access: await expired(), refresh: issuer.issueRefreshToken(claims()) });
    issuer.replies.clear();
    expect([answer.status, answer.json().code]).toEqual([401, 'session_expired']);
    expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
    expect(refusals()).toEqual(['renewal']);
  });

  test('ends the session if the refresh token belongs to another user or sign-in', async () => {
    for (const other of [{ sub: (await user()).id }, { origin_jti: randomUUID() }]) {
      const answer = await ask({ access: await expired(), refresh: issuer.issueRefreshToken(claims(other)) });
      expect([answer.status, answer.json().code]).toEqual([401, 'session_expired']);
    }
    expect(refusals()).toEqual(['mixed', 'mixed']);
  });

  test.each([
    ['of another client', { client_id: 'another' }],
    ['of another use', { token_use: 'id' }],
    ['of another issuer', { iss: 'https://evil.example' }],
  ])('ends the session if the renewed token is %s', async (_what, wrong) => {
    const answer = await ask({ access: await expired(), refresh: issuer.issueRefreshToken(claims(wrong)) });
    expect([answer.status, answer.json().code]).toEqual([401, 'session_expired']);
  });
});

test('a renewal checks the token itself', async () => {
  const forged = signToken({ sub: userId, exp: seconds() - 9 }, otherKey);
  const before = asked('POST /');
  await expect(renew(forged, issuer.issueRefreshToken(claims()))).rejects.toThrow('renewal');
  expect(asked('POST /')).toBe(before);
});

describe('while the login is down', () => {
  test.each([
    ['answers 500', 500, 502, 'provider_failed'],
    ['answers 429', 429, 502, 'provider_failed'],
    ['answers 404', 404, 502, 'provider_failed'],
    ['hangs up', 'reset', 502, 'provider_failed'],
    ['says nothing', 'hang', 504, 'provider_timeout'],
  ] as const)(
    'and %s, the session stays, and the next request tries again',
    async (_what, fault, status, code) => {
      const cookies = { access: await expired(), refresh: issuer.issueRefreshToken(claims()) };
      issuer.faults.set('/', fault);
      const answer = await ask(cookies);
      issuer.faults.clear();
      expect([answer.status, answer.json().code]).toEqual([status, code]);
      expect(answer.cookies.size).toBe(0);
      expect(told('provider-failed')).toEqual([expect.objectContaining({ provider: 'cognito', code })]);
      expect((await ask(cookies)).status).toBe(200);
    },
  );
});

test('a signed-out session is over, renewed or not', async () => {
  const gone = randomUUID();
  const { id: sub } = await user({ revokedSessions: { [gone]: seconds() + 99 } });
  const dead = { sub, origin_jti: gone };
  const cookies = [
    { access: await issuer.mint(dead) },
    { access: await expired(dead), refresh: issuer.issueRefreshToken(dead) },
  ];
  for (const each of cookies) {
    const answer = await ask(each);
    expect([answer.status, answer.json().code]).toEqual([401, 'session_expired']);
    expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  }
  expect(refusals()).toEqual(['revoked', 'revoked']);
  expect((await ask({ access: await issuer.mint({ sub }) })).status, 'another sign-in').toBe(200);
});

test('a half-deleted account ends at its expiry, also before DynamoDB removes it', async () => {
  const expiresAt = seconds() + 99;
  const { id: sub } = await user({ expiresAt });
  const access = await issuer.mint({ sub });
  vi.useFakeTimers({ now: expiresAt * 1_000 - 1, toFake: ['Date'] });
  const before = await ask({ access });
  vi.setSystemTime(expiresAt * 1_000);
  const answer = await ask({ access });
  vi.useRealTimers();
  expect(before.status).toBe(200);
  expect([answer.status, answer.json().code]).toEqual([401, 'account_deleted']);
  expect(refusals()).toEqual(['no profile']);
});

test('a deleted account gets its own error, also when its session must be renewed', async () => {
  const deleted = claims({ sub: randomUUID() });
  const cookies = {
    access: await issuer.mint({ ...deleted, exp: seconds() - 9 }),
    refresh: issuer.issueRefreshToken(deleted),
  };
  const before = asked('POST /');
  const answer = await call(guestRow, { path: '/api/auth/user', cookies });
  expect([answer.status, answer.json()]).toEqual([
    401,
    {
      code: 'account_deleted',
      error: 'This account was deleted. Sign up again, or continue as a guest.',
      requestId: expect.any(String),
      reason: 'accountDeleted',
      values: {},
      cost: 'free',
    },
  ]);
  expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  expect(asked('POST /'), 'renewals').toBe(before);
});

/** Logged reasons of refused sessions in this test. */
function refusals(): unknown[] {
  return told('session-refused').map(({ why }) => why);
}

/** This test's log lines of an event. */
function told(event: string): Record<string, unknown>[] {
  const lines = logged().trim().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

function keysPath(): string {
  return `GET ${new URL(issuer.environment.LOGIN_ISSUER ?? '').pathname}/.well-known/jwks.json`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
