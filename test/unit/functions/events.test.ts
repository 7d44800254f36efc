import { beforeEach, expect, test, vi } from 'vitest';
import * as events from '../../../functions/telemetry/events.ts';
import { type MetricName, metrics } from '../../../functions/telemetry/metrics.ts';

const requestId = 'request-1';
const error = new Error('hush');

const transcribed = { requestId, language: 'en', audioBytes: 9, durationMs: 5 };

/** Each event once, or once for each outcome. */
const raised: { [Name in EventName]: Parameters<(typeof events)[Name]>[] } = {
  providerAnswered: [
    [{ provider: 'translate', durationMs: 5, paidFor: { TranslatedCharacters: 11 } }],
    [{ provider: 'transcribe', durationMs: 5, paidFor: { TranscribedSeconds: 15 } }],
    [{ provider: 'polly', durationMs: 5, paidFor: { SpokenCharacters: 11 } }],
    [{ provider: 'stripe', durationMs: 5, paidFor: {} }],
    [{ provider: 'cognito', durationMs: 5, paidFor: {} }],
  ],
  providerFailed: [[{ provider: 'translate', code: 'provider_timeout' }]],
  translated: [[{ requestId, source: 'en', target: 'es', characters: 11, from: 'provider', durationMs: 5 }]],
  transcribed: [[{ ...transcribed, heard: true }]],
  streamNotClosed: [[{ error }]],
  synthesized: [[{ requestId, language: 'en', characters: 11, audioBytes: 9, durationMs: 5 }]],
  translationGranted: [[{ requestId, kind: 'guest', characters: 11, joined: false }]],
  speechGranted: [[{ requestId, kind: 'premium', account: 'ada', speechSeconds: 15 }]],
  failedAttemptNotCounted: [[{ requestId, error }]],
  allowanceRefused: [[{ requestId, kind: 'free', reason: 'limit' }]],
  giveBackFailed: [[{ error }]],
  historyFailed: [[{ requestId, error }]],
  accountExported: [[{ requestId, kind: 'free', translations: 2, isWhole: true }]],
  accountRemoved: [[{ requestId, kind: 'free' }]],
  phraseCacheFailed: [[{ error }]],
  signedUp: [[]],
  subscriptionBegan: [[]],
  subscriptionEnded: [[]],
  totalsRecounted: [[{ users: 9, corrected: 2, entered: 1 }]],
  analyticsFailed: [[{ error }]],
  signedIn: [[{ requestId, isNew: false }]],
  signInFailed: [[{ requestId, why: 'fault', error }]],
  settingsNotMoved: [[{ requestId, error }]],
  sessionRefused: [[{ requestId, why: 'nbf' }]],
  signedOut: [[{ requestId, isRemembered: true, isRevoked: true }]],
  signOutFailed: [[{ requestId, step: 'find', error }]],
  paymentKeysUnreadable: [[{ error }]],
  purchaseBegun: [[{ requestId, plan: 'monthly', terms: 'trial' }]],
  purchaseEnded: [[{ plan: 'monthly', terms: 'trial', outcome: 'subscribed' }]],
  subscriptionSynced: [[{ status: 'active', isPremium: true }]],
  unknownSubscriptionStatus: [[{ status: 'new' }]],
  invoicePaid: [[{ plan: 'monthly', amountCents: 499, currency: 'usd' }]],
  paymentReversed: [[{ plan: 'monthly', amountCents: -499, currency: 'usd' }]],
  subscriptionChanged: [[{ requestId, change: 'cancelled' }]],
  webhookRefused: [[{ why: 'signature' }]],
  webhookFollowed: [[{ requestId, type: 'invoice.paid', lagMs: 1_200 }]],
  activationFailed: [[{ requestId, error }]],
  subscriptionsReconciled: [[{ events: 1, compared: 9, mended: 2 }]],
  androidConfigured: [[{ requestId, features: ['translation'], stability: true, targetSdk: 34 }]],
  answered: [
    [{ requestId, endpoint: 'auth.login', status: 302, durationMs: 5 }],
    [{ requestId, endpoint: 'auth.login', status: 429, durationMs: 5 }],
    [{ requestId, endpoint: 'auth.login', status: 500, durationMs: 5 }],
  ],
  faulted: [[{ requestId, endpoint: 'auth.login', error }]],
  jobStarted: [[{ job: 'reset-allowances', requestId }]],
  jobEnded: [[{ job: 'reset-allowances', requestId, durationMs: 5 }]],
  jobFailed: [[{ job: 'reset-allowances', requestId, durationMs: 5, error }]],
};

let lines: Line[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    lines.push(JSON.parse(`${chunk}`));
    return true;
  });
});

test('exactly the metrics of the table are emitted, with units and dimensions', () => {
  raiseAll();
  const emitted = new Map<string, object>();
  for (const { Dimensions, Metrics } of lines.flatMap(({ _aws }) => _aws?.CloudWatchMetrics ?? [])) {
    for (const { Name, Unit } of Metrics) emitted.set(Name, { unit: Unit, dimensions: Dimensions });
  }
  const expected = Object.entries(metrics).map(([name, { unit, dimensions }]) => [
    name,
    { unit, dimensions: [dimensions] },
  ]);
  expect(Object.fromEntries(emitted)).toEqual(Object.fromEntries(expected));
});

test('every emitted metric has its value and dimensions in its line', () => {
  raiseAll();
  for (const line of lines) {
    for (const { Dimensions, Metrics } of line._aws?.CloudWatchMetrics ?? []) {
      for (const name of Dimensions.flat()) expect(line[name]).toMatch(/^[a-z][a-z.-]*$/);
      for (const { Name } of Metrics) expect(line[Name], Name).toEqual(expect.any(Number));
    }
  }
});

test('each event is one line without error messages', () => {
  raiseAll();
  expect(lines).toHaveLength(Object.values(raised).flat().length);
  expect(JSON.stringify(lines)).not.toContain('hush');
});

test.each([
  [200, { Requests: 1, ServerErrors: 0, Refusals: 0, Latency: 5 }],
  [404, { Requests: 1, ServerErrors: 0, Refusals: 1, Latency: 5 }],
  [502, { Requests: 1, ServerErrors: 1, Refusals: 0, Latency: 5 }],
])('an answer of %i is counted by its kind', (status, counted) => {
  events.answered({ requestId, endpoint: 'auth.login', status, durationMs: 5 });
  expect(lines[0]).toMatchObject(counted);
});

test('jobs and providers count failures and successes', () => {
  events.jobEnded({ job: 'reset-allowances', requestId, durationMs: 5 });
  events.jobFailed({ job: 'reset-allowances', requestId, durationMs: 5, error });
  events.providerAnswered({ provider: 'polly', durationMs: 5, paidFor: {} });
  events.providerFailed({ provider: 'polly', code: 'provider_failed' });
  expect(lines.map((line) => line.JobFailures ?? line.ProviderFailures)).toEqual([0, 1, 0, 1]);
});

test('joined runs and disconnected guests are not counted', () => {
  events.translationGranted({ requestId, kind: 'free', characters: 5, joined: true });
  events.accountRemoved({ requestId, kind: 'guest' });
  expect(lines).toMatchObject([{ TranslationsGranted: 0 }, { AccountsRemoved: 0 }]);
});

function raiseAll(): void {
  for (const [name, raise] of Object.entries(events)) {
    for (const event of raised[name as EventName]) (raise as (...event: unknown[]) => void)(...event);
  }
}

type EventName = Exclude<keyof typeof events, 'default'>;

type Line = Record<string, unknown> & {
  _aws?: {
    CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: MetricName; Unit: string }[] }[];
  };
};
