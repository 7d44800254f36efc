import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { handler as callback } from '../../../functions/auth/callback.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as readUser } from '../../../functions/auth/user.ts';
import { readCookies } from '../../../functions/request/cookies.ts';
import { ensureGuestId, readGuest } from '../../../functions/request/guest.ts';
import { sign, unseal } from '../../../functions/request/signing.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { apiEvent, siteOrigin } from '../../support/handlers/event.ts';
import {
  beforeRequests,
  breaks,
  loseAnswer,
  premium,
  startInProcess,
} from '../../support/handlers/in-process.ts';
import { type Answer, call, keep, readRedirect } from '../../support/handlers/jar.ts';
import { clientSecret, signToken } from '../../support/handlers/tokens.ts';
import { profileOf } from '../../support/people/profiles.ts';

const { issuer, put, item, items, logged } = await startInProcess();
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = issuer.url;

const { LOGIN_CLIENT_ID: ourClient, LOGIN_CONFIRMATION_CLIENT_ID: confirmationClient } = issuer.environment;

type Jar = Record<string, string>;

test('a new user is signed in, and has a profile', async () => {
  const sub = randomUUID();
  const { state, challenge, jar } = await begin({ returnTo: '/analytics' });
  const answer = await comeBack(jar, { state, code: issuer.issueCode(challenge, { sub }) });
  expect([answer.status, readRedirect(answer)]).toEqual([200, '/analytics']);
  expect(await item('users', `USER#${sub}`, 'PROFILE')).toEqual({
    pk: `USER#${sub}`,
    sk: 'PROFILE',
    kind: 'user',
    createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Byron',
    outbox: {},
  });
  const { access = '', refresh = '', 'signed-in': hint } = keep(jar, answer);
  expect([access, refresh, hint]).toEqual([
    expect.stringMatching(/^ey/),
    expect.stringMatching(/^refresh-/),
    '1',
  ]);
  const user = await call(readUser, { path: '/api/auth/user', cookies: { access, refresh } });
  expect(user.json()).toMatchObject({ id: sub, email: 'ada@example.com' });
});

test('the answer is a page that redirects, without scripts, styles or the code', async () => {
  const { answer, code, state } = await signIn({ returnTo: '/performance' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(answer.headers.location).toBeUndefined();
  expect(answer.body).toContain('<meta http-equiv="refresh" content="0; url=/performance">');
  expect(answer.body).toContain('<a href="/performance">');
  expect(answer.body).toContain('<meta name="referrer" content="no-referrer">');
  expect(answer.body).not.toMatch(/<script|<style|style=|javascript:| on\w+=/i);
  for (const secret of [code, state]) expect(answer.body).not.toContain(secret);
});

test('nothing of the attempt or the tokens is logged', async () => {
  const { answer, code, state, verifier } = await signIn();
  const tokens = [answer.cookies.get('access')?.value, answer.cookies.get('refresh')?.value];
  for (const secret of [code, state, verifier, ...tokens]) {
    expect(secret).toBeTruthy();
    expect(logged()).not.toContain(secret);
  }
  expect(logged()).not.toContain('ada@example.com');
  expect(logged()).toContain('"event":"signed-in"');
});

test('a returning user keeps everything but name and address, which follow the login', async () => {
  const sub = randomUUID();
  const before = {
    ...profileOf(sub, { ...premium, createdAt: '2026-01-02T03:04:05.000Z' }),
    revokedSessions: { earlier: 1_900_000_000 },
    stripeCustomer: 'cus_1',
  };
  await put('users', before);
  await signIn({ claims: { sub, email: 'new@example.com', given_name: 'New', family_name: undefined } });
  expect(await item('users', `USER#${sub}`, 'PROFILE')).toEqual({
    ...before,
    email: 'new@example.com',
    countedAs: expect.any(String),
    firstName: 'New',
    lastName: '',
  });
});

test('a sign-in is listed with the names of its browser and system, and nothing else of its header', async () => {
  const sub = randomUUID();
  const before = Date.now();
  const { answer } = await signIn({ claims: { sub } });
  const { origin_jti: sessionId } = decodeJwt(answer.cookies.get('access')?.value ?? '');
  const [session, ...more] = (await items('users', `USER#${sub}`)).filter(({ sk }) => sk !== 'PROFILE');
  expect(more).toEqual([]);
  expect(session).toEqual({
    pk: `USER#${sub}`,
    sk: `SESSION#${sessionId}`,
    begunAt: expect.any(String),
    usedAt: session?.begunAt,
    browser: 'Chrome',
    system: 'Linux',
    expiresAt: expect.any(Number),
  });
  const lifeMs = Number(session?.expiresAt) * 1_000 - before;
  expect(lifeMs / 86_400_000, 'days, as its refresh token').toBeCloseTo(30, 2);
});

describe('a sign-in that only confirms who it is', () => {
  test('gives a token for the account in an encrypted cookie, and begins no session', async () => {
    const sub = randomUUID();
    const before = issuer.revoked.length;
    const { answer, jar, state } = await signIn({
      change: 'second-factor',
      returnTo: '/subscription',
      claims: { sub },
    });
    expect([answer.status, readRedirect(answer)]).toEqual([
      200,
      '/subscription?account=second-factor-confirmed',
    ]);
    expect([...answer.cookies.keys()].sort()).toEqual([`login-${state}`, 'step-up']);
    expect(jar[`login-${state}`]).toMatch(/^[\w-]{43}:\/subscription:second-factor$/);
    const cookie = answer.cookies.get('step-up');
    expect(cookie).toMatchObject({ maxAge: 900, httpOnly: true, secure: true, sameSite: 'strict' });
    const sealed = cookie?.value ?? '';
    const token = unseal('step-up', sealed, sub) ?? '';
    expect(decodeJwt(token)).toMatchObject({ sub, token_use: 'access', client_id: confirmationClient });
    expect(sealed).not.toContain(token.slice(0, 20));
    expect(unseal('step-up', sealed, randomUUID())).toBeUndefined();
    expect(await items('users', `USER#${sub}`)).toEqual([]);
    // It would end the token, too.
    expect(issuer.revoked).toHaveLength(before);
    for (const secret of [sealed, token, clientSecret]) expect(logged()).not.toContain(secret);
  });

  test.each([
    ['is older than its request', { auth_time: Math.floor(Date.now() / 1_000) - 601 }],
    ['does not say when it was', { auth_time: undefined }],
  ])('is refused if it %s', async (_why, claims) => {
    const { answer } = await signIn({ change: 'email', claims });
    expect([answer.status, readRedirect(answer)]).toEqual([200, '/?account=email-unconfirmed']);
    expect(answer.cookies.has('step-up')).toBe(false);
    expect(logged()).toContain('"why":"tokens-refused"');
  });

  test('asks for the client’s secret again only after a failure', async () => {
    vi.resetModules();
    const { readClientSecret } = await import('../../../functions/auth/client-secret.ts');
    issuer.faults.set('/', 500);
    await expect(readClientSecret()).rejects.toThrow();
    issuer.faults.clear();
    const before = issuer.asked.length;
    const secrets = await Promise.all([readClientSecret(), readClientSecret()]);
    expect([...secrets, await readClientSecret()]).toEqual(Array(3).fill(clientSecret));
    expect(issuer.asked.slice(before)).toEqual(['POST /']);
  });

  test.each([
    ['an access token', { access_token: { client_id: ourClient } }],
    ['an ID token', { id_token: { aud: ourClient } }],
  ])('is refused with %s of the sessions’ client', async (_what, wrong) => {
    const { jar, state } = await begin({ change: 'email' });
    issuer.replies.set('/oauth2/token', [200, await confirmationTokens(wrong)]);
    const refused = await comeBack(jar, { state, code: 'x' });
    const other = await begin({ change: 'email' });
    issuer.replies.set('/oauth2/token', [200, await confirmationTokens({})]);
    const accepted = await comeBack(other.jar, { state: other.state, code: 'x' });
    issuer.replies.clear();
    expect([readRedirect(refused), refused.cookies.has('step-up')]).toEqual([
      '/?account=email-unconfirmed',
      false,
    ]);
    expect([readRedirect(accepted), accepted.cookies.has('step-up')]).toEqual([
      '/?account=email-confirmed',
      true,
    ]);
  });

  test('says so on the page that asked, if it was given up', async () => {
    const { jar, state } = await begin({ change: 'email', returnTo: '/analytics' });
    const answer = await comeBack(jar, { state, error: 'access_denied' });
    expect(readRedirect(answer)).toBe('/analytics?account=email-unconfirmed');
  });
});

test('an address that the login has changed goes on counting for the first mailbox', async () => {
  const sub = randomUUID();
  const email = `${sub}@example.com`;
  await put('users', { ...profileOf(sub, { email }) });
  await signIn({ claims: { sub, email: email.toUpperCase() } });
  expect(await item('users', `USER#${sub}`, 'PROFILE')).not.toHaveProperty('countedAs');
  const first = sign('person', email);
  for (const changed of ['new@example.com', 'newer@example.com', email]) {
    await signIn({ claims: { sub, email: changed } });
    expect(await item('users', `USER#${sub}`, 'PROFILE')).toMatchObject({ email: changed, countedAs: first });
  }
});

test('without its session in the list, nobody is signed in', async () => {
  beforeRequests(documentClient, breaks(/Put.*SESSION#/));
  const { answer, state } = await signIn();
  expectFailure(answer, state);
});

test('a half-deleted profile stays when its owner returns', async () => {
  const sub = randomUUID();
  const tomorrow = Math.floor(Date.now() / 1_000) + 86_400;
  await put('users', { ...profileOf(sub, { expiresAt: tomorrow }) });
  await signIn({ claims: { sub } });
  expect(await item('users', `USER#${sub}`, 'PROFILE')).not.toHaveProperty('expiresAt');
});

test('a new user is counted once in totals and day, and a failure does not stop the sign-in', async () => {
  const before = await item('users', 'STATS', 'TOTALS');
  const sub = randomUUID();
  await signIn({ claims: { sub } });
  await signIn({ claims: { sub } });
  const { createdAt = '' } = (await item('users', `USER#${sub}`, 'PROFILE')) ?? {};
  expect(await item('users', 'STATS', 'TOTALS')).toMatchObject({ users: Number(before?.users ?? 0) + 1 });
  const entries = await items('users', `LEDGER#${String(createdAt).slice(0, 10)}`);
  expect(entries.filter(({ at }) => at === createdAt)).toHaveLength(1);

  beforeRequests(documentClient, breaks(/STATS|LEDGER#/));
  const late = randomUUID();
  const { answer } = await signIn({ claims: { sub: late } });
  expect(readRedirect(answer)).toBe('/');
  const { outbox } = (await item('users', `USER#${late}`, 'PROFILE')) ?? {};
  expect(Object.keys(outbox ?? {})).toEqual([expect.stringMatching(/^SIGNUP#/)]);
});

test('concurrent callbacks of a new user create one profile', async () => {
  const sub = randomUUID();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn({ claims: { sub } })));
  expect(answers.map(({ answer }) => readRedirect(answer))).toEqual(Array(6).fill('/'));
  const made = logged().match(/"event":"signed-in"[^\n]*"isNew":true/g) ?? [];
  expect(made).toHaveLength(1);
  expect(logged().match(/"event":"signed-up"/g)).toHaveLength(1);
});

describe('a guest’s settings', () => {
  const preferred = { ...defaultSettings, speechRate: 17, autoPlay: false };
  const inOneDay = () => Math.floor(Date.now() / 1_000) + 86_400;

  test('move to the new account, for good', async () => {
    const { guestId, guest } = newGuest();
    await put('users', { pk: `GUEST#${guestId}`, sk: 'SETTINGS', ...preferred, expiresAt: inOneDay() });
    const sub = randomUUID();
    const { answer, jar } = await signIn({ claims: { sub }, jar: { guest } });
    expect(await item('users', `USER#${sub}`, 'SETTINGS')).toEqual({
      pk: `USER#${sub}`,
      sk: 'SETTINGS',
      ...preferred,
    });
    expect(await item('users', `GUEST#${guestId}`, 'SETTINGS')).toBeUndefined();
    expect(answer.cookies.has('guest'), 'the guest is still this guest after signing out').toBe(false);
    expect(keep(jar, answer).guest).toBe(guest);
  });

  test('move where the answer to the new profile’s write is lost', async () => {
    const { guestId, guest } = newGuest();
    await put('users', { pk: `GUEST#${guestId}`, sk: 'SETTINGS', ...preferred, expiresAt: inOneDay() });
    const before = await item('users', 'STATS', 'TOTALS');
    const sub = randomUUID();
    loseAnswer(documentClient, 'SIGNUP#');
    await signIn({ claims: { sub }, jar: { guest } });
    expect(await item('users', `USER#${sub}`, 'SETTINGS')).toMatchObject(preferred);
    expect(await item('users', 'STATS', 'TOTALS')).toMatchObject({ users: Number(before?.users ?? 0) + 1 });
    expect(logged().match(/"signed-up"/g)).toHaveLength(1);
  });

  test('do not move to an existing account', async () => {
    const { guestId, guest } = newGuest();
    const sub = randomUUID();
    await signIn({ claims: { sub } });
    await put('users', { pk: `GUEST#${guestId}`, sk: 'SETTINGS', ...preferred, expiresAt: inOneDay() });
    await signIn({ claims: { sub }, jar: { guest } });
    expect(await item('users', `USER#${sub}`, 'SETTINGS')).toBeUndefined();
    expect(await item('users', `GUEST#${guestId}`, 'SETTINGS')).toBeDefined();
  });

  test('do not replace existing settings', async () => {
    const { guestId, guest } = newGuest();
    const sub = randomUUID();
    await put('users', { pk: `USER#${sub}`, sk: 'SETTINGS', ...defaultSettings, speechRate: 5 });
    await put('users', { pk: `GUEST#${guestId}`, sk: 'SETTINGS', ...preferred, expiresAt: inOneDay() });
    await signIn({ claims: { sub }, jar: { guest } });
    expect(await item('users', `USER#${sub}`, 'SETTINGS')).toMatchObject({ speechRate: 5 });
  });

  test('do not move once expired', async () => {
    const { guestId, guest } = newGuest();
    await put('users', { pk: `GUEST#${guestId}`, sk: 'SETTINGS', ...preferred, expiresAt: 1_700_000_000 });
    const sub = randomUUID();
    await signIn({ claims: { sub }, jar: { guest } });
    expect(await item('users', `USER#${sub}`, 'SETTINGS')).toBeUndefined();
  });

  test('do not move with a forged cookie', async () => {
    const { guestId, guest } = newGuest();
    await put('users', { pk: `GUEST#${guestId}`, sk: 'SETTINGS', ...preferred, expiresAt: inOneDay() });
    const sub = randomUUID();
    const forged = guest.replace(/.(?=..$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    const { answer } = await signIn({ claims: { sub }, jar: { guest: forged } });
    expect(readRedirect(answer)).toBe('/');
    expect(await item('users', `USER#${sub}`, 'SETTINGS')).toBeUndefined();
  });
});

describe('a sign-in attempt', () => {
  test('can be used once', async () => {
    const first = await begin();
    const answer = await comeBack(first.jar, { state: first.state, code: issuer.issueCode(first.challenge) });
    expect(answer.cookies.get(`login-${first.state}`)).toMatchObject({ value: '', maxAge: 0 });
    const jar = keep(first.jar, answer);
    const { 'signed-in': _hint, ...withoutHint } = jar;
    const again = { state: first.state, code: issuer.issueCode(first.challenge) };
    expect(readRedirect(await comeBack(withoutHint, again))).toBe('/?signin=failed');
  });

  test('belongs to the browser that started it', async () => {
    const victim = await begin();
    const attacker = await begin();
    const code = issuer.issueCode(attacker.challenge);
    for (const jar of [{}, victim.jar]) {
      const answer = await comeBack(jar, { state: attacker.state, code });
      expect(readRedirect(answer)).toBe('/?signin=failed');
      expect(answer.cookies.has('access')).toBe(false);
    }
    expect(readRedirect(await comeBack(attacker.jar, { state: attacker.state, code })), 'unspent').toBe('/');
  });

  test('does not take another attempt’s code', async () => {
    const [mine, other] = [await begin(), await begin()];
    const answer = await comeBack(mine.jar, { state: mine.state, code: issuer.issueCode(other.challenge) });
    expectFailure(answer, mine.state);
  });

  test('in one tab does not affect another tab’s', async () => {
    const [first, second] = [
      await begin({ returnTo: '/analytics' }),
      await begin({ returnTo: '/performance' }),
    ];
    let jar: Jar = { ...first.jar, ...second.jar };
    const answer = await comeBack(jar, { state: second.state, code: issuer.issueCode(second.challenge) });
    expect(readRedirect(answer)).toBe('/performance');
    jar = keep(jar, answer);
    const other = await comeBack(jar, { state: first.state, code: issuer.issueCode(first.challenge) });
    expect(readRedirect(other)).toBe('/analytics');
  });

  test('leads to the first page after signing in', async () => {
    const { answer, jar, state, code } = await signIn({ returnTo: '/analytics' });
    const asked = issuer.asked.length;
    const again = await comeBack(keep(jar, answer), { state, code });
    expect(readRedirect(again)).toBe('/');
    expect([again.cookies.size, issuer.asked.length]).toEqual([0, asked]);
  });

  test.each([
    {},
    { state: 'x', code: 'x' },
    { state: '../guest', code: 'x' },
    { state: 'a\r\nSet-Cookie: b=c', code: 'x' },
    { state: '0'.repeat(32), code: 'x' },
    { state: `${'0'.repeat(32)},${'1'.repeat(32)}`, code: 'x,y' },
    { error: 'access_denied' },
  ])('that is unknown fails: %j', async (query) => {
    const answer = await call(callback, { path: '/api/auth/callback', query });
    expect([answer.status, readRedirect(answer), answer.cookies.size]).toEqual([200, '/?signin=failed', 0]);
  });

  test.each(['x', 'ä', 'A'.repeat(32)])(
    'with an invalid state is not looked up, even with a cookie of its name: %s',
    async (state) => {
      const { jar, challenge, verifier } = await begin();
      const answer = await comeBack(
        { ...jar, [`login-${state}`]: `${verifier}:/` },
        { state, code: issuer.issueCode(challenge) },
      );
      expect([readRedirect(answer), answer.cookies.size]).toEqual(['/?signin=failed', 0]);
    },
  );

  test.each([
    ['cancelled', { error: 'access_denied', error_description: 'canarybird' }],
    ['answered by an error and a code', { error: 'server_error', code: 'x' }],
    ['answered by an empty code', { code: '' }],
    ['answered by a wrong code', { code: 'wrong' }],
  ])('that was %s fails', async (_what, query: Record<string, string>) => {
    const { jar, state } = await begin();
    expectFailure(await comeBack(jar, { state, ...query }), state);
    expect(logged()).not.toContain('canarybird');
  });
});

const strangeAnswers: [string, object][] = [
  ['nothing', {}],
  ['null', null as never],
  ['no refresh token', { access_token: await issuer.mint(), id_token: issuer.mintId() }],
  ['garbage', { access_token: 'a', id_token: 'b', refresh_token: 'c' }],
];

const stranger = randomUUID();
const rightTokens = {
  access_token: await issuer.mint({ sub: stranger }),
  id_token: issuer.mintId({ sub: stranger }),
  refresh_token: issuer.issueRefreshToken({ sub: stranger }),
};
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const now = Math.floor(Date.now() / 1_000);
const wrongTokens: [string, Partial<typeof rightTokens>][] = [
  ['an ID token of another person', { id_token: issuer.mintId() }],
  ['an ID token for another client', { id_token: issuer.mintId({ sub: stranger, aud: 'another' }) }],
  ['a confirmation’s ID token', { id_token: issuer.mintId({ sub: stranger, aud: confirmationClient }) }],
  [
    'a confirmation’s access token',
    { access_token: await issuer.mint({ sub: stranger, client_id: confirmationClient }) },
  ],
  [
    'an ID token of another issuer',
    { id_token: issuer.mintId({ sub: stranger, iss: 'https://evil.example' }) },
  ],
  ['an expired ID token', { id_token: issuer.mintId({ sub: stranger, exp: now - 9 }) }],
  ['an ID token of another use', { id_token: issuer.mintId({ sub: stranger, token_use: 'access' }) }],
  ['an access token for an ID token', { id_token: rightTokens.access_token }],
  ['an ID token for an access token', { access_token: rightTokens.id_token }],
  ['a forged ID token', { id_token: signToken({ sub: stranger, token_use: 'id' }, foreign) }],
  ['a forged access token', { access_token: signToken({ sub: stranger, token_use: 'access' }, foreign) }],
  ['an expired access token', { access_token: await issuer.mint({ sub: stranger, exp: now - 9 }) }],
  [
    'an access token of another client',
    { access_token: await issuer.mint({ sub: stranger, client_id: 'another' }) },
  ],
];

describe('when the login', () => {
  test.each([
    ['answers 500', 500],
    ['answers 404', 404],
    ['hangs up', 'reset'],
    ['says nothing', 'hang'],
  ] as const)('%s, signing in fails with a sentence', async (_what, fault) => {
    const { jar, state, challenge } = await begin();
    issuer.faults.set('/oauth2/token', fault);
    const answer = await comeBack(jar, { state, code: issuer.issueCode(challenge) });
    issuer.faults.clear();
    expectFailure(answer, state);
  });

  test.each(strangeAnswers)('gives %s for tokens, signing in fails', async (_what, body) => {
    const { jar, state } = await begin();
    issuer.replies.set('/oauth2/token', [200, body]);
    const answer = await comeBack(jar, { state, code: 'x' });
    issuer.replies.clear();
    expectFailure(answer, state);
  });

  test.each(wrongTokens)('gives %s, signing in fails and creates no profile', async (_what, wrong) => {
    const { jar, state } = await begin();
    issuer.replies.set('/oauth2/token', [200, { ...rightTokens, ...wrong }]);
    const answer = await comeBack(jar, { state, code: 'x' });
    issuer.replies.clear();
    expectFailure(answer, state);
    expect(await item('users', `USER#${stranger}`, 'PROFILE')).toBeUndefined();
  });
});

test('without the table, signing in fails, and the fault is logged', async () => {
  const { jar, state, challenge } = await begin();
  vi.stubEnv('USERS_TABLE', 'no-such-table');
  const answer = await comeBack(jar, { state, code: issuer.issueCode(challenge) });
  vi.stubEnv('USERS_TABLE', 'users');
  expectFailure(answer, state);
  expect(logged()).toMatch(
    /"level":"error","event":"sign-in-failed".*"why":"fault".*ResourceNotFoundException/,
  );
});

async function begin({ returnTo, change }: { returnTo?: string; change?: string } = {}) {
  const query = { ...(returnTo && { returnTo }), ...(change && { confirm: change }) };
  const answer = await call(login, { path: '/api/login', query });
  const { searchParams } = new URL(String(answer.headers.location));
  const state = searchParams.get('state') ?? '';
  const jar: Jar = keep({}, answer);
  const verifier = jar[`login-${state}`]?.split(':')[0] ?? '';
  const client = searchParams.get('client_id') ?? '';
  return { state, challenge: searchParams.get('code_challenge') ?? '', jar, verifier, client };
}

/** From the hosted login: another site. */
function comeBack(cookies: Jar, query: Record<string, string>): Promise<Answer> {
  return call(callback, {
    path: '/api/auth/callback',
    query,
    cookies,
    headers: { 'sec-fetch-site': 'cross-site', origin: undefined },
  });
}

async function signIn(
  options: { returnTo?: string; change?: string; claims?: Record<string, unknown>; jar?: Jar } = {},
) {
  const { state, challenge, jar: begun, verifier, client } = await begin(options);
  const code = issuer.issueCode(challenge, options.claims, client);
  const jar = { ...options.jar, ...begun };
  return { answer: await comeBack(jar, { state, code }), jar, state, code, verifier };
}

/** As the login gives them for a change of the account. */
async function confirmationTokens(wrong: { access_token?: object; id_token?: object }) {
  const sub = randomUUID();
  return {
    access_token: await issuer.mint({ sub, client_id: confirmationClient, ...wrong.access_token }),
    id_token: issuer.mintId({ sub, aud: confirmationClient, ...wrong.id_token }),
    refresh_token: issuer.issueRefreshToken({ sub }),
  };
}

function decodeJwt(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function newGuest(): { guestId: string; guest: string } {
  const cookies = readCookies(apiEvent({ method: 'GET', path: '/' }), siteOrigin);
  const guestId = ensureGuestId(cookies, { setsCookie: true });
  expect(readGuest(cookies)).toBe(guestId);
  return { guestId, guest: cookies.get('guest') ?? '' };
}

function expectFailure(answer: Answer, state: string): void {
  expect([answer.status, readRedirect(answer)]).toEqual([200, '/?signin=failed']);
  expect([...answer.cookies.keys()], 'the attempt is over, and nobody is signed in').toEqual([
    `login-${state}`,
  ]);
  expect(answer.cookies.get(`login-${state}`)).toMatchObject({ value: '', maxAge: 0 });
}
