import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { handler as readUser } from '../../../functions/auth/user.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { siteOrigin } from '../../support/handlers/event.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { type Answer, call, keep, listCleared } from '../../support/handlers/jar.ts';

const { issuer, user, item, remove, logged } = await startInProcess();

const hostedLogout =
  `${issuer.environment.LOGIN_ORIGIN}/logout?client_id=${issuer.environment.LOGIN_CLIENT_ID}` +
  `&logout_uri=${encodeURIComponent(`${siteOrigin}/`)}`;
const day = 86_400;

test('signing out ends the session here and at the login, and redirects to the hosted logout', async () => {
  const { userId, sessionId, cookies } = await session();
  const answer = await signOut({ ...cookies, guest: 'a-guest' });
  expect([answer.status, answer.headers.location]).toEqual([302, hostedLogout]);
  expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  expect(keep({ guest: 'a-guest' }, answer)).toEqual({ guest: 'a-guest' });
  expect(issuer.revoked).toContain(cookies.refresh);
  expect((await ask(cookies)).json().code).toBe('session_expired');
  const until = (await revokedSessions(userId))[sessionId] ?? 0;
  expect(until - seconds(), 'until the last access token has died').toBeGreaterThan(0.9 * day);
  expect(until - seconds()).toBeLessThan(2 * day);
});

test('without a session it does the same', async () => {
  for (const cookies of [{}, { 'signed-in': '1' }, { access: '' }]) {
    const answer = await signOut(cookies);
    expect([answer.status, answer.headers.location]).toEqual([302, hostedLogout]);
    expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  }
});

test('an expired session is signed out too', async () => {
  const { userId, sessionId, cookies } = await session({ exp: seconds() - 9_000 });
  await signOut(cookies);
  expect(await revokedSessions(userId)).toHaveProperty(sessionId);
  expect(issuer.revoked).toContain(cookies.refresh);
});

test('a forged token signs out only its sender', async () => {
  const { userId, cookies } = await session();
  const forged = `${cookies.access.slice(0, -10)}AAAAAAAAAA`;
  const answer = await signOut({ access: forged });
  expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  expect(await item('users', `USER#${userId}`, 'PROFILE')).not.toHaveProperty('revokedSessions');
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['an old browser on another site', { 'sec-fetch-site': undefined, referer: 'https://evil.example/' }],
])('a call from %s only leads to the first page', async (_what, headers) => {
  const { userId, cookies } = await session();
  const before = issuer.asked.length;
  const answer = await call(logout, { path: '/api/logout', cookies, headers });
  expect([answer.status, answer.headers.location]).toEqual([302, `${siteOrigin}/`]);
  expect([answer.cookies.size, issuer.asked.length]).toEqual([0, before]);
  expect(await item('users', `USER#${userId}`, 'PROFILE')).not.toHaveProperty('revokedSessions');
  expect((await ask(cookies)).status).toBe(200);
});

describe('while the login does not revoke', () => {
  test.each([
    ['answers 500', 500],
    ['hangs up', 'reset'],
    ['says nothing', 'hang'],
  ] as const)('although it %s, the visitor is signed out', async (_what, fault) => {
    const { userId, sessionId, cookies } = await session();
    issuer.faults.set('/oauth2/revoke', fault);
    const before = seconds();
    const answer = await signOut(cookies);
    issuer.faults.clear();
    expect([answer.status, answer.headers.location]).toEqual([302, hostedLogout]);
    expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
    const until = (await revokedSessions(userId))[sessionId] ?? 0;
    expect(until - before, 'as long as the refresh token may live').toBeGreaterThanOrEqual(31 * day);
    expect((await ask(cookies)).json().code).toBe('session_expired');
    expect(logged()).toMatch(/"event":"sign-out-failed".*"step":"revoke"/);
    for (const secret of Object.values(cookies)) expect(logged()).not.toContain(secret);
  });

  test('a renewal in another process changes nothing', async () => {
    const { userId, sessionId, cookies } = await session();
    issuer.faults.set('/oauth2/revoke', 500);
    await signOut(cookies);
    issuer.faults.clear();
    vi.resetModules();
    const { handler } = await import('../../../functions/auth/user.ts');
    const old = { ...cookies, access: await mintFor(userId, sessionId, { exp: seconds() - 9 }) };
    const answer = await call(handler, { path: '/api/auth/user', cookies: old });
    expect(answer.json().code).toBe('session_expired');
  });
});

test('another session of the same user continues', async () => {
  const { userId, cookies } = await session();
  const elsewhere = { access: await mintFor(userId, randomUUID()) };
  await signOut(cookies);
  expect((await ask(elsewhere)).status).toBe(200);
});

test('20 concurrent sign-outs of one user are all remembered', async () => {
  const { id: userId } = await user();
  const sessions = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const sessionId = randomUUID();
      return { sessionId, access: await mintFor(userId, sessionId) };
    }),
  );
  await Promise.all(sessions.map(({ access }) => signOut({ access })));
  expect(Object.keys(await revokedSessions(userId)).sort()).toEqual(
    sessions.map((each) => each.sessionId).sort(),
  );
});

test('only sessions with expired tokens are forgotten', async () => {
  const later = seconds() + 99;
  const { id: userId } = await user({ revokedSessions: { dead: seconds() - 99, deader: 5, alive: later } });
  const sessionId = randomUUID();
  await signOut({ access: await mintFor(userId, sessionId) });
  expect(await revokedSessions(userId)).toEqual({ alive: later, [sessionId]: expect.any(Number) });
});

test('signing out does not bring back an account that is deleted at the same time', async () => {
  const { userId, cookies } = await session();
  const send = vi.spyOn(documentClient, 'send');
  send.mockImplementationOnce(async (command) => {
    send.mockRestore();
    const profile = await documentClient.send(command);
    await remove('users', `USER#${userId}`, 'PROFILE');
    return profile;
  });
  expect((await signOut(cookies)).headers.location).toBe(hostedLogout);
  expect(await item('users', `USER#${userId}`, 'PROFILE')).toBeUndefined();
});

test('without the table the cookies are cleared, and the fault is logged', async () => {
  const { cookies } = await session();
  vi.stubEnv('USERS_TABLE', 'no-such-table');
  const answer = await signOut(cookies);
  vi.stubEnv('USERS_TABLE', 'users');
  expect([answer.status, answer.headers.location]).toEqual([302, hostedLogout]);
  expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  expect(issuer.revoked).toContain(cookies.refresh);
  expect(logged()).toMatch(/"level":"error","event":"sign-out-failed".*"step":"block"/);
});

test('without the issuer’s keys the cookies are cleared', async () => {
  const { cookies } = await session();
  const keys = `${new URL(issuer.environment.LOGIN_ISSUER ?? '').pathname}/.well-known/jwks.json`;
  vi.resetModules();
  const { handler } = await import('../../../functions/auth/logout.ts');
  issuer.faults.set(keys, 500);
  const answer = await call(handler, { path: '/api/logout', cookies });
  issuer.faults.clear();
  expect([answer.status, answer.headers.location]).toEqual([302, hostedLogout]);
  expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  expect(issuer.revoked).toContain(cookies.refresh);
  expect(logged()).toMatch(/"event":"sign-out-failed".*"step":"find"/);
});

async function session(claims: Record<string, unknown> = {}) {
  const { id: userId } = await user();
  const sessionId = randomUUID();
  const access = await mintFor(userId, sessionId, claims);
  const refresh = issuer.issueRefreshToken({ sub: userId, origin_jti: sessionId });
  return { userId, sessionId, cookies: { access, refresh } };
}

function mintFor(userId: string, sessionId: string, claims: Record<string, unknown> = {}) {
  return issuer.mint({ sub: userId, origin_jti: sessionId, ...claims });
}

function signOut(cookies: Record<string, string>): Promise<Answer> {
  return call(logout, { path: '/api/logout', cookies });
}

function ask(cookies: Record<string, string>): Promise<Answer> {
  return call(readUser, { path: '/api/auth/user', cookies });
}

async function revokedSessions(userId: string): Promise<Record<string, number>> {
  const profile = (await item('users', `USER#${userId}`, 'PROFILE')) as ProfileItem | undefined;
  return { ...profile?.revokedSessions };
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
