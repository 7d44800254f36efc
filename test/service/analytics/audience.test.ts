import { afterEach, expect, test, vi } from 'vitest';
import { handler as overview } from '../../../functions/analytics/overview.ts';
import { handler as revenue } from '../../../functions/analytics/revenue.ts';
import { handler as users } from '../../../functions/analytics/users.ts';
import { handler as metrics } from '../../../functions/builds/metrics.ts';
import { handler as buildsOverview } from '../../../functions/builds/overview.ts';
import { call, startInProcess } from '../../support/handlers/in-process.ts';

const { user, issuer } = await startInProcess();
const handlers = {
  '/api/analytics/overview': overview,
  '/api/analytics/users': users,
  '/api/analytics/revenue': revenue,
  '/api/performance/overview': buildsOverview,
  '/api/performance/metrics': metrics,
};

afterEach(() => void vi.unstubAllEnvs());

test.each(Object.entries(handlers))('%s is open to the deployment’s audience', async (path, handler) => {
  const [ada, olive] = [await member(['testers']), await member(['operators'])];
  const statusFor = async (someone: typeof ada) =>
    (await call(handler, { method: 'GET', path }, someone)).status;
  for (const [audience, statuses] of [
    [undefined, [200, 200]],
    ['users', [200, 200]],
    ['operators', [403, 200]],
    ['operator', [403, 200]],
  ] as const) {
    vi.stubEnv('ANALYTICS_AUDIENCE', audience);
    expect([await statusFor(ada), await statusFor(olive)], audience).toEqual(statuses);
  }
});

test('a refused caller gets the reason, before the cursor is parsed', async () => {
  vi.stubEnv('ANALYTICS_AUDIENCE', 'operators');
  const request = { method: 'GET', path: '/api/analytics/users', query: { cursor: 'none' } };
  const { body } = await call(users, request, await member([]));
  expect(body).toMatchObject({
    error: 'Only operators can see the dashboards. Ask an operator for access.',
    code: 'forbidden',
  });
});

async function member(groups: string[]) {
  const someone = await user();
  const access = await issuer.mint({ sub: someone.id, 'cognito:groups': groups });
  return { ...someone, cookies: [`__Host-parley_access=${access}`] };
}
