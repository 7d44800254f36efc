import { describeChain, logLine } from './log.ts';
import type { MetricName, metrics, Provider } from './metrics.ts';

/** One function per event, so that log and metrics agree. Fields are lengths, codes, times, never people's words. */

export function providerAnswered({ paidFor, ...fields }: ProviderCall & { paidFor: Paid }): void {
  const measured = { ProviderLatency: fields.durationMs, ProviderFailures: 0, ...paidFor };
  logLine('info', 'provider-answered', fields, measured);
}

export function providerFailed({ paidFor, ...fields }: FailedProviderCall): void {
  logLine('error', 'provider-failed', fields, { ProviderFailures: 1, ...paidFor });
}

interface ProviderCall {
  provider: Provider;
  durationMs: number;
}

interface FailedProviderCall {
  provider: Provider;
  code: 'provider_failed' | 'provider_timeout' | 'rate_limited';
  paidFor?: Paid;
}

export type Paid = { [Name in 'TranslatedCharacters' | 'TranscribedSeconds' | 'SpokenCharacters']?: number };

export const translated = event<{
  requestId: string;
  source: string;
  target: string;
  characters: number;
  /** `none` when both languages share one provider code. */
  from: 'provider' | 'phrases' | 'none';
  durationMs: number;
}>('translated');

export const transcribed = event<{
  requestId: string;
  language: string;
  audioBytes: number;
  hasWords: boolean;
  durationMs: number;
}>('transcribed');

export const streamNotClosed = failure('stream-not-closed');

export const synthesized = event<{
  requestId: string;
  language: string;
  characters: number;
  audioBytes: number;
  durationMs: number;
}>('synthesized');

interface CallerFields {
  requestId: string;
  kind: 'guest' | 'free' | 'premium';
}

interface GrantFields extends CallerFields {
  account?: string | undefined;
}

/** `isJoined`: an earlier run of the same request has counted already. */
export const translationGranted = event<GrantFields & { characters: number; isJoined: boolean }>(
  'translation-granted',
  ({ isJoined }) => ({ TranslationsGranted: Number(!isJoined) }),
);

export const speechGranted = event<GrantFields & { speechSeconds?: number; spokenCharacters?: number }>(
  'speech-granted',
);

export const allowanceRefused = event<
  CallerFields & {
    reason:
      | 'limit'
      | 'characters'
      | 'runs'
      | 'other-request'
      | 'address'
      | 'all'
      | 'minute'
      | 'month'
      | 'failed'
      | 'speech-seconds'
      | 'spoken-characters'
      | 'kept-characters'
      | 'card-forms';
  }
>('allowance-refused', () => ({ AllowancesRefused: 1 }));

export const failedAttemptNotCounted = failure<RequestFailure>('failed-attempt-not-counted');

/** A grant then lapses; a ceiling counts too much. */
export const giveBackFailed = failure('give-back-failed', () => ({ GiveBackFailures: 1 }));

export const historyFailed = failure<RequestFailure>('history-failed');

export const phraseCacheFailed = failure('phrase-cache-failed');

export const accountExported = event<CallerFields & { translations: number; isWhole: boolean }>(
  'account-exported',
);

export const accountRemoved = event<CallerFields>('account-removed', ({ kind }) => ({
  AccountsRemoved: Number(kind !== 'guest'),
}));

export const signedUp = event('signed-up', () => ({ SignUps: 1 }));

export const subscriptionBegan = event('subscription-began', () => ({ SubscriptionsBegan: 1 }));

export const subscriptionEnded = event('subscription-ended', () => ({ SubscriptionsEnded: 1 }));

/** `corrected` is the sum of all differences; a wrong sum of money counts as one. */
export const totalsRecounted = event<{ users: number; corrected: number; entered: number }>(
  'totals-recounted',
  ({ corrected }) => ({ CorrectedTotals: corrected }),
);

/** The nightly recount repairs it. */
export const analyticsFailed = failure('analytics-failed');

export const signedIn = event<{ requestId: string; isNew: boolean }>('signed-in', () => ({ SignIns: 1 }));

export const signInFailed = event<{
  requestId: string;
  why: 'unknown-attempt' | 'cancelled' | 'code-refused' | 'tokens-refused' | 'fault';
  error?: unknown;
}>(
  'sign-in-failed',
  () => ({ SignInFailures: 1 }),
  ({ why }) => why === 'fault',
);

export const settingsNotMoved = failure<RequestFailure>('settings-not-moved');

export const sessionRefused = event<{ requestId: string; why: string }>('session-refused');

export const signedOut = event<{ requestId: string; isRemembered: boolean; isRevoked: boolean }>(
  'signed-out',
);

export const signOutFailed = failure<RequestFailure & { step: 'find' | 'remember' | 'revoke' }>(
  'sign-out-failed',
);

/** Known keys stay in use. */
export const paymentKeysUnreadable = failure('payment-keys-unreadable');

interface PurchaseFields {
  plan: string;
  terms: 'trial' | 'charged_today';
}

export const purchaseBegun = event<PurchaseFields & { requestId: string }>('purchase-begun', () => ({
  PurchasesBegun: 1,
}));

export const purchaseEnded = event<
  PurchaseFields & {
    outcome:
      | 'subscribed'
      | 'already-subscribed'
      | 'card-had-trial'
      | 'payment-failed'
      | 'terms-outdated'
      | 'confirmation-needed';
  }
>('purchase-ended', () => ({ PurchasesEnded: 1 }));

export const subscriptionSynced = event<{ status: string; isPremium: boolean }>('subscription-synced');

/** Treated as free until the status table knows it. */
export const unknownSubscriptionStatus = failure<{ status: string }>('unknown-subscription-status', () => ({
  UnknownStatuses: 1,
}));

interface PaymentFields {
  plan: string | null;
  amountCents: number;
  currency: string;
}

export const invoicePaid = event<PaymentFields>('invoice-paid', ({ amountCents }) => ({
  InvoicesPaid: 1,
  Revenue: amountCents,
}));

/** Positive when a dispute was won. */
export const paymentReversed = event<PaymentFields>('payment-reversed', ({ amountCents }) => ({
  Revenue: amountCents,
}));

export const subscriptionChanged = event<{ requestId: string; change: 'cancelled' | 'reactivated' }>(
  'subscription-changed',
);

export const webhookRefused = event<{ why: 'signature' | 'mode' | 'shape' }>('webhook-refused', () => ({
  WebhooksRefused: 1,
}));

export const webhookHandled = event<{ requestId: string; type: string; lagMs: number }>(
  'webhook-handled',
  ({ lagMs }) => ({ WebhookLag: lagMs }),
);

/** Stripe's own event will complete it. */
export const activationFailed = failure<RequestFailure>('activation-failed');

export const subscriptionsReconciled = event<{ events: number; compared: number; corrected: number }>(
  'subscriptions-reconciled',
  ({ corrected, events }) => ({ CorrectedProfiles: corrected, UndeliveredEvents: events }),
);

export const androidConfigured = event<{
  requestId: string;
  features: string[];
  stability: boolean;
  targetSdk: number;
}>('android-configured');

export const answered = event<{
  requestId: string;
  endpoint: string;
  status: number;
  code?: string | undefined;
  durationMs: number;
}>(
  'answered',
  ({ status, durationMs }) => ({
    Requests: 1,
    ServerErrors: Number(status >= 500),
    Refusals: Number(status >= 400 && status < 500),
    Latency: durationMs,
  }),
  ({ status }) => status >= 500,
);

export const faulted = failure<RequestFailure & { endpoint: string }>('faulted');

interface JobFields {
  job: string;
  requestId: string;
}

export const jobStarted = event<JobFields>('job-started');

export const jobEnded = event<JobFields & { durationMs: number }>('job-ended', ({ durationMs }) => ({
  JobDuration: durationMs,
  JobFailures: 0,
}));

export const jobFailed = failure<JobFields & { durationMs: number; error: unknown }>(
  'job-failed',
  ({ durationMs }) => ({ JobDuration: durationMs, JobFailures: 1 }),
);

/** A bundle holds only the events that it uses: @__NO_SIDE_EFFECTS__ */
function event<Fields extends object = object>(
  name: string,
  measure?: (fields: Fields) => Measured<Fields>,
  isError?: (fields: Fields) => boolean,
) {
  return (fields: Fields): void => {
    const { error, ...others } = fields as { error?: unknown };
    const chain = 'error' in fields ? { chain: describeChain(error) } : {};
    logLine(isError?.(fields) ? 'error' : 'info', name, { ...others, ...chain }, measure?.(fields));
  };
}

/* @__NO_SIDE_EFFECTS__ */
function failure<Fields extends object = { error: unknown }>(
  name: string,
  measure?: (fields: Fields) => Measured<Fields>,
) {
  return event(name, measure, () => true);
}

interface RequestFailure {
  requestId: string;
  error: unknown;
}

/** Metrics whose dimensions are fields of the event. */
type Measured<Fields> = {
  [Name in MetricName]?: (typeof metrics)[Name]['dimensions'][number] extends keyof Fields ? number : never;
};
