import { expect, test, vi } from 'vitest';
import { handler } from '../../../functions/auth/user.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';
import { call } from '../../support/handlers/jar.ts';

const { issuer, user } = await startInProcess();

test('a signed-in user gets their profile', async () => {
  const { id: userId } = await user({ email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' });
  const access = await issuer.mint({ sub: userId });
  const answer = await call(handler, { path: '/api/auth/user', cookies: { access } });
  expect([answer.status, answer.json()]).toEqual([
    200,
    {
      id: userId,
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      groups: [],
      seesDashboards: true,
    },
  ]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.cookies.size).toBe(0);
});

test.each([
  ['users', [], true],
  ['operators', [], false],
  ['operators', ['operators'], true],
])(
  'where dashboards are for %s, a user of the groups %j may see them: %s',
  async (audience, groups, isAllowed) => {
    vi.stubEnv('ANALYTICS_AUDIENCE', audience);
    const { id: sub } = await user();
    const access = await issuer.mint({ sub, 'cognito:groups': groups });
    const answer = await call(handler, { path: '/api/auth/user', cookies: { access } });
    expect(answer.json()).toMatchObject({ groups, seesDashboards: isAllowed });
  },
);
