import { beforeEach, expect, test, vi } from 'vitest';
import { call, startInProcess } from '../../support/handlers/in-process.ts';
import { startSecrets } from '../../support/stripe/secrets.ts';

const { guest, logged } = await startInProcess();
const keys = {
  secretKey: 'sk_test_for_us',
  webhookSecret: 'whsec_for_us',
  publishableKey: 'pk_test_for_all',
};
const secrets = await startSecrets(keys);

beforeEach(() => {
  vi.resetModules();
  Object.assign(secrets, { value: JSON.stringify(keys), fault: undefined });
});

test('the page receives only the publishable key', async () => {
  for (const someone of [guest(), undefined]) {
    const { status, body, cookies } = await config(someone);
    expect([status, body, cookies]).toEqual([200, { publishableKey: 'pk_test_for_all' }, []]);
  }
});

test.each([
  ['has none', { value: '{}' }],
  ['cannot be read', { fault: 'AccessDeniedException' }],
])('if the secret %s, payments are not set up', async (_how, change) => {
  Object.assign(secrets, change);
  const { status, body } = await config();
  expect([status, body.code]).toEqual([503, 'payments_unavailable']);
  expect(JSON.stringify(body) + logged()).not.toContain('for_us');
});

async function config(someone?: ReturnType<typeof guest>) {
  const { handler } = await import('../../../functions/billing/config.ts');
  return call(handler, { method: 'GET', path: '/api/stripe-config' }, someone);
}
