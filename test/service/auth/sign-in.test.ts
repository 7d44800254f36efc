import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { apiEvent, invoke } from '../../support/handlers/event.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { signIn, signUp, type Visitor, visit } from '../../support/people/session.ts';

/** The complete sign-in on the running system with its real login. */
const parley = sharedParley.url;

test('a new account has the given name, and is the same at the next sign-in', async () => {
  const visitor = visit(parley);
  expect((await visitor.fetch('/api/auth/user')).status).toBe(401);
  const person = await signUp(visitor, { firstName: 'Grace', lastName: 'Hopper' });
  const user = await me(visitor);
  expect(user).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: person.email,
    firstName: 'Grace',
    lastName: 'Hopper',
    groups: [],
    seesDashboards: true,
  });
  await signOut(visitor);
  expect((await visitor.fetch('/api/auth/user')).status).toBe(401);
  await signIn(visitor, person);
  expect(await me(visitor)).toEqual(user);
});

test('an expired token is renewed by the real login in each function, until the session is signed out', async () => {
  const visitor = visit(parley);
  await signUp(visitor);
  const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`);
  const environment = {
    LOGIN_ISSUER: `${sharedParley.login}/us-east-1_local`,
    LOGIN_ORIGIN: sharedParley.login,
    LOGIN_CLIENT_ID: 'parley-local',
    SITE_ORIGIN: parley,
    USERS_TABLE: 'users',
    AWS_ENDPOINT_URL_DYNAMODB: sharedParley.dynamodb,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const access = visitor.cookies.get('parley_access') ?? '';
  const { exp } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.useFakeTimers({ now: exp * 1_000, toFake: ['Date'] });

  // Each process caches its own renewals, and all receive the old cookies.
  const ask = async (): Promise<APIGatewayProxyStructuredResultV2> => {
    vi.resetModules();
    const { handler } = await import('../../../functions/auth/user.ts');
    return invoke(handler, apiEvent({ method: 'GET', path: '/api/auth/user', cookies }));
  };
  for (let process = 0; process < 3; process++) {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    const names = answer.cookies?.map((line) => line.split('=')[0]);
    expect(names).toEqual(['parley_access', 'parley_refresh', 'parley_signed_in']);
  }

  await signOut(visitor);
  expect((await ask()).statusCode).toBe(401);
  vi.useRealTimers();
});

async function me(visitor: Visitor) {
  const answer = await visitor.fetch('/api/auth/user');
  expect(answer.status).toBe(200);
  return answer.json();
}

function signOut(visitor: Visitor): Promise<Response> {
  return visitor.fetch('/api/logout');
}
