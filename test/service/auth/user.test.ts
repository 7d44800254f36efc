import { expect, test } from 'vitest';
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
    { id: userId, email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', groups: [] },
  ]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.cookies.size).toBe(0);
});
