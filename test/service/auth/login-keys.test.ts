import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { call } from '../../support/handlers/jar.ts';

const { issuer, user, logged } = await startInProcess();
const keysPath = `${new URL(issuer.environment.LOGIN_ISSUER ?? '').pathname}/.well-known/jwks.json`;
const { id: userId } = await user();
const access = await issuer.mint({ sub: userId, origin_jti: randomUUID() });
let ask: () => ReturnType<typeof call>;

// A new process has no keys yet.
beforeEach(async () => {
  vi.resetModules();
  const { handler } = await import('../../../functions/auth/user.ts');
  ask = () => call(handler, { path: '/api/auth/user', cookies: { access } });
});

test.each([
  ['the issuer answers 500', 500, 502],
  ['the issuer hangs up', 'reset', 502],
  ['the issuer says nothing', 'hang', 504],
] as const)('while %s, no session ends', async (_what, fault, status) => {
  issuer.faults.set(keysPath, fault);
  const answer = await ask();
  issuer.faults.clear();
  expect([answer.status, answer.cookies.size]).toEqual([status, 0]);
  expect((await ask()).status).toBe(200);
});

test.each([
  ['the keys are no list', { keys: 'none' }],
  ['one of the keys is invalid', { keys: [{ kty: 'RSA', kid: 7 }] }],
])('while %s, no session ends', async (_what, keys) => {
  issuer.replies.set(keysPath, [200, keys]);
  const answer = await ask();
  issuer.replies.clear();
  expect([answer.status, answer.json().code, answer.cookies.size]).toEqual([502, 'provider_failed', 0]);
  expect((await ask()).status).toBe(200);
});

test('cached keys are enough', async () => {
  expect((await ask()).status).toBe(200);
  issuer.faults.set(keysPath, 'reset');
  expect((await ask()).status).toBe(200);
  issuer.faults.clear();
});

test('a token signed by a key with another use is refused', async () => {
  const { kid } = JSON.parse(Buffer.from(access.split('.')[0] ?? '', 'base64url').toString());
  const key = { ...issuer.publicKey.export({ format: 'jwk' }), kid, use: 'enc' };
  issuer.replies.set(keysPath, [200, { keys: [key] }]);
  const answer = await ask();
  issuer.replies.clear();
  expect(answer.status).toBe(401);
  expect(logged()).toMatch(/"event":"session-refused".*"why":"token"/);
});
