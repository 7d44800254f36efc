import { expect, test } from 'vitest';
import * as events from '../../../../functions/telemetry/events.ts';
import { faults } from '../../../../functions/telemetry/log.ts';
import { catchLogLines } from '../../../support/handlers/log-lines.ts';

const requestId = 'request-1';
const error = new Error('hush');

const lines = catchLogLines();

test.each([
  [200, { ServerErrors: 0, Latency: 5 }],
  [404, { ServerErrors: 0, Latency: 5 }],
  [502, { ServerErrors: 1, Latency: 5 }],
])('an answer of %i by an endpoint with an alarm is measured', (status, measured) => {
  events.logAnswered({ requestId, endpoint: 'auth.callback', status, durationMs: 5 });
  expect(lines[0]).toMatchObject(measured);
});

test('an answer of another endpoint is logged, and costs no metric', () => {
  events.logAnswered({ requestId, endpoint: 'auth.login', status: 502, durationMs: 5 });
  expect(lines[0]).toMatchObject({ level: 'error', endpoint: 'auth.login', status: 502 });
  expect(lines[0]).not.toHaveProperty('_aws');
});

test.each([
  ['account.export', 1],
  ['account.remove', 1],
  ['account.sessions', undefined],
])('a fault of %s counts %s failed requests of somebody for their data', (endpoint, failures) => {
  events.logFaulted({ requestId, endpoint, error });
  expect(lines[0]?.DataRequestFailures).toBe(failures);
});

test('jobs count failures, and providers successes too', () => {
  events.logJobFailed({ job: 'reset-allowances', requestId, durationMs: 5, error });
  events.logProviderAnswered({ provider: 'polly', durationMs: 5, paidFor: {} });
  events.logProviderFailed({ provider: 'polly', code: 'provider_failed' });
  expect(lines.map((line) => line.JobFailures ?? line.ProviderFailures)).toEqual([1, 0, 1]);
});

test('joined runs and disconnected guests are not counted', () => {
  events.logTranslationGranted({ requestId, kind: 'free', characters: 5, isRerun: true });
  events.logAccountRemoved({ requestId, kind: 'guest' });
  expect(lines).toMatchObject([{ TranslationsGranted: 0 }, { AccountsRemoved: 0 }]);
});

test('payments in another currency are no revenue', () => {
  const payment = { plan: null, amountCents: 499 };
  events.logInvoicePaid({ ...payment, currency: 'usd' });
  events.logInvoicePaid({ ...payment, currency: 'eur' });
  events.logPaymentReversed({ ...payment, currency: 'eur' });
  expect(lines.map(({ Revenue }) => Revenue)).toEqual([499, 0, 0]);
});

test('a sign-in that fails without an error is no fault', () => {
  const seen: unknown[] = [];
  faults.subscribe((fault) => seen.push(fault));
  events.logSignInFailed({ requestId, why: 'cancelled', error: undefined });
  expect(seen).toEqual([]);
  expect(lines[0]).not.toHaveProperty('chain');
  events.logSignInFailed({ requestId, why: 'fault', error });
  expect(seen).toEqual([{ requestId, why: 'fault', event: 'sign-in-failed', error }]);
});
