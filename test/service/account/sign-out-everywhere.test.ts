import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/account/sign-out-everywhere.ts';
import { handler as readUser } from '../../../functions/auth/user.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { call, listCleared } from '../../support/handlers/jar.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { signIn, signUp, visit } from '../../support/people/session.ts';

const { issuer, user, logged } = await startInProcess();
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = issuer.url;

test('all sessions of the account end at once, and none can be renewed', async () => {
  const { id } = await user();
  const sessionId = randomUUID();
  const [phone, laptop] = [await session(id), await session(id, sessionId)];
  const answer = await signOut(phone);
  expect([answer.status, answer.json()]).toEqual([200, {}]);
  expect(listCleared(answer)).toEqual(['access', 'refresh', 'signed-in']);
  for (const cookies of [phone, laptop]) expect((await ask(cookies)).json().code).toBe('session_expired');
  // Younger than the sign-out, so that only the login can refuse it.
  const times = { exp: seconds() - 60, iat: seconds() + 60 };
  const expired = { ...laptop, access: await mint(id, { origin_jti: sessionId, ...times }) };
  expect((await ask(expired)).json().code).toBe('session_expired');
  expect(logged()).toContain('"signed-out-everywhere"');
  expect(logged()).not.toContain(id);
});

test('a later sign-in works, and other accounts stay signed in', async () => {
  const [ada, grace] = [await user(), await user()];
  const other = await session(grace.id);
  await signOut(await session(ada.id));
  expect((await ask(other)).status).toBe(200);
  const later = { access: await mint(ada.id, { iat: seconds() + 1 }) };
  expect((await ask(later)).status).toBe(200);
});

test.each([
  ['answers 500', 500, 502],
  ['hangs up', 'reset', 504],
] as const)(
  'while the login %s, nobody is signed out, and the person can try again',
  async (_what, fault, status) => {
    const { id } = await user();
    const cookies = await session(id);
    issuer.faults.set('/', fault);
    const failed = await signOut(cookies);
    issuer.faults.clear();
    expect(failed.status).toBe(status);
    expect(listCleared(failed)).toEqual([]);
    expect((await ask(cookies)).status).toBe(200);
    expect((await signOut(cookies)).status).toBe(200);
  },
);

test('an account that the login has lost is signed out here', async () => {
  const { id } = await user();
  const cookies = await session(id);
  issuer.replies.set('/', [400, { __type: 'UserNotFoundException', message: 'There is none.' }]);
  expect((await signOut(cookies)).status).toBe(200);
  issuer.replies.clear();
  expect((await ask(cookies)).json().code).toBe('session_expired');
});

test('the real login of one machine forgets all sessions, and signs in again', async () => {
  const [phone, laptop] = [visit(sharedParley.url), visit(sharedParley.url)];
  const person = await signUp(phone);
  await signIn(laptop, person);
  expect((await laptop.fetch('/api/auth/user')).status).toBe(200);
  expect((await phone.post('/api/account/sign-out', {})).status).toBe(200);
  expect((await laptop.fetch('/api/auth/user')).status).toBe(401);
  // A sign-in within the same second is not told apart.
  await vi.waitFor(
    async () => {
      await signIn(laptop, person);
      expect((await laptop.fetch('/api/auth/user')).status).toBe(200);
    },
    { timeout: 60_000 },
  );
});

function signOut(cookies: Record<string, string>) {
  return call(handler, { method: 'POST', path: '/api/account/sign-out', body: {}, cookies });
}

function ask(cookies: Record<string, string>) {
  return call(readUser, { path: '/api/auth/user', cookies });
}

async function session(userId: string, sessionId = randomUUID()): Promise<Record<string, string>> {
  const claims = { sub: userId, origin_jti: sessionId };
  return {
    access: await issuer.mint(claims),
    refresh: issuer.issueRefreshToken(claims),
    'signed-in': '1',
  };
}

function mint(userId: string, claims: object): Promise<string> {
  return issuer.mint({ sub: userId, ...claims });
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
