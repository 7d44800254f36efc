import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { choosePaymentMode } from '../../../infra/local/payments.ts';
import { root, startParley } from '../../support/parley/system.ts';

const ownKeys = {
  STRIPE_SECRET_KEY: 'sk_test_own',
  STRIPE_WEBHOOK_SECRET: 'whsec_own',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_own',
};

test('with keys, payments go to Stripe without the stand-in', async () => {
  const parley = await start([], ownKeys);
  expect(parley.stripe).toBeUndefined();
  expect(parley.lines).toContain('Payments go to Stripe, with your test keys.');
  expect(await (await fetch(`${parley.url}/api/stripe-config`)).json()).toEqual({
    publishableKey: 'pk_test_own',
  });
  expect(await (await fetch(`${parley.url}/subscription`)).text()).not.toContain('stripe-stand-in');
  expect((await fetch(`${parley.url}/stripe-stand-in.js`)).status).toBe(404);
  expect(parley.lines.join()).not.toContain('sk_test_own');
});

test('--payments none ignores keys', async () => {
  const parley = await start(['--payments', 'none'], ownKeys);
  expect(parley.stripe).toBeUndefined();
  const answer = await fetch(`${parley.url}/api/stripe-config`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'payments_unavailable' });
  expect((await fetch(`${parley.url}/stripe-stand-in.js`)).status).toBe(404);
});

test('without keys, payments go to the stand-in', () => {
  expect(choosePaymentMode('local', {})).toEqual({ name: 'stand-in' });
  expect(choosePaymentMode('local', { STRIPE_SECRET_KEY: '' })).toEqual({ name: 'stand-in' });
  expect(choosePaymentMode('local', parseEnv(readFileSync(`${root}/.env.example`, 'utf8')))).toEqual({
    name: 'stand-in',
  });
});

test('payments are off with a key for tests and a live one', () => {
  expect(choosePaymentMode('local', { ...ownKeys, STRIPE_SECRET_KEY: 'sk_live_own' })).toEqual({
    name: 'none',
    notice: 'Payments are off: one of Stripe’s two keys is for tests, the other is live.',
  });
});

test('keys may have the line ends of a file from Windows, but no quotes', () => {
  const endAll = (keys: object, end: string) =>
    Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key + end]));
  expect(choosePaymentMode('local', endAll(ownKeys, '\r'))).toEqual(choosePaymentMode('local', ownKeys));
  const example = parseEnv(readFileSync(`${root}/.env.example`, 'utf8'));
  expect(choosePaymentMode('local', endAll(example, '\r'))).toEqual({ name: 'stand-in' });
  expect(choosePaymentMode('local', { ...ownKeys, STRIPE_WEBHOOK_SECRET: '"whsec_own"' })).toEqual({
    name: 'none',
    notice: 'Payments are off: STRIPE_WEBHOOK_SECRET has quotes or spaces, which no key has.',
  });
});

test('live keys are reported', () => {
  const provider = choosePaymentMode('local', {
    ...ownKeys,
    STRIPE_SECRET_KEY: 'sk_live_own',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_own',
  });
  expect(provider).toMatchObject({
    name: 'stripe',
    notice: expect.stringContaining('real cards are charged'),
  });
});

test('payments are off while a key is missing', () => {
  const provider = choosePaymentMode('local', {
    ...ownKeys,
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
  });
  expect(provider).toEqual({
    name: 'none',
    notice: 'Payments are off without STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY.',
  });
});

async function start(flags: string[], env: Record<string, string>) {
  const parley = await startParley({ flags: ['--data', 'memory', ...flags], env });
  onTestFinished(() => parley.stop());
  return parley;
}
