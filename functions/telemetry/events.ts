import { getRevenueCents } from '../../shared/plans.ts';
import type { ProductPart } from '../../shared/status/parts.ts';
import { describeChain, faults, logLine } from './log.ts';
import { type MetricName, type metrics, type Provider, watchedEndpoints } from './metrics.ts';

/** One function per event, so that log and metrics agree. Fields are lengths, codes, times, never people's words. */

export function logProviderAnswered({ paidFor, ...fields }: ProviderCall & { paidFor: Paid }): void {
  const measured = { ProviderLatency: fields.durationMs, ProviderFailures: 0, ...paidFor };
  logLine('info', 'provider-answered', fields, measured);
}

export function logProviderFailed({ paidFor, ...fields }: FailedProviderCall): void {
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

export const logTranslated = event<{
  requestId: string;
  source: string;
  target: string;
  characters: number;
  /** `none` when both languages share one provider code. */
  translatedBy: 'provider' | 'none';
  durationMs: number;
}>('translated');

export const logTranscribed = event<{
  requestId: string;
  language: string;
  audioBytes: number;
  hasWords: boolean;
  durationMs: number;
}>('transcribed');

export const logStreamNotClosed = failure('stream-not-closed');

export const logSynthesized = event<{
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
  userId?: string | undefined;
}

/** `isRerun`: an earlier run of the same request has counted already. */
export const logTranslationGranted = event<GrantFields & { characters: number; isRerun: boolean }>(
  'translation-granted',
  ({ isRerun }) => ({ TranslationsGranted: Number(!isRerun) }),
);

export const logSpeechGranted = event<GrantFields & { speechSeconds?: number; spokenCharacters?: number }>(
  'speech-granted',
);

export const logAllowanceRefused = event<
  CallerFields & {
    reason:
      | 'limit'
      | 'characters'
      | 'repeated-request'
      | 'other-request'
      | 'address'
      | 'all'
      | 'minute'
      | 'month'
      | 'trial'
      | 'failed'
      | 'streams'
      | 'codes'
      | 'email-codes'
      | 'speech-seconds'
      | 'spoken-characters'
      | 'imported-characters'
      | 'card-forms';
  }
>('allowance-refused', () => ({ AllowancesRefused: 1 }));

export const logFailedAttemptNotCounted = failure<RequestFailure>('failed-attempt-not-counted');

/** A grant then lapses; a ceiling counts too much. */
export const logGiveBackFailed = failure('give-back-failed', () => ({ GiveBackFailures: 1 }));

export const logHistoryFailed = failure<RequestFailure>('history-failed');

export const logAccountRemoved = event<CallerFields>('account-removed', ({ kind }) => ({
  AccountsRemoved: Number(kind !== 'guest'),
}));

export const logSignedUp = event('signed-up', () => ({ SignUps: 1 }));

/** Paying began: a trial does not count. */
export const logSubscriptionBegan = event('subscription-began', () => ({ SubscriptionsBegan: 1 }));

export const logSubscriptionEnded = event('subscription-ended', () => ({ SubscriptionsEnded: 1 }));

export const logTotalsRecounted = event<{ users: number; correctedCounts: number; movedEntries: number }>(
  'totals-recounted',
  ({ correctedCounts }) => ({ CorrectedTotals: correctedCounts }),
);

/** The nightly recount repairs it. */
export const logAnalyticsFailed = failure('analytics-failed');

export const logSignedIn = event<{ requestId: string; isNew: boolean }>('signed-in', () => ({ SignIns: 1 }));

export const logSignInFailed = event<{
  requestId: string;
  why: 'unknown-attempt' | 'cancelled' | 'code-refused' | 'tokens-refused' | 'fault';
  error?: unknown;
}>(
  'sign-in-failed',
  () => ({ SignInFailures: 1 }),
  ({ why }) => why === 'fault',
);

export const logSettingsNotMoved = failure<RequestFailure>('settings-not-moved');

/** The list of sessions then shows an earlier use. */
export const logUseNotNoted = failure<RequestFailure>('use-not-noted');

export const logSessionRefused = event<{ requestId: string; why: string }>('session-refused');

export const logSignedOut = event<{ requestId: string; isBlocked: boolean; isTokenRevoked: boolean }>(
  'signed-out',
);

export const logSessionsEnded = event<{ requestId: string; sessions: number }>('sessions-ended');

export const logEmailChanged = event<{ requestId: string }>('email-changed');

export const logSecondFactorChanged = event<{ requestId: string; isOn: boolean }>('second-factor-changed');

/** Nobody has told the owner of a changed account. */
export const logNoticeNotSent = failure<RequestFailure>('notice-not-sent');

export const logSignedOutEverywhere = event<{ requestId: string }>('signed-out-everywhere');

export const logSignOutFailed = failure<RequestFailure & { step: 'find' | 'block' | 'forget' | 'revoke' }>(
  'sign-out-failed',
);

export const logPaymentKeysUnreadable = failure('payment-keys-unreadable');

interface PurchaseFields {
  plan: string;
  terms: 'trial' | 'charged_today';
}

export const logPurchaseBegun = event<PurchaseFields & { requestId: string }>('purchase-begun', () => ({
  PurchasesBegun: 1,
}));

export const logActivationFinished = event<
  PurchaseFields & {
    outcome:
      | 'subscribed'
      | 'already-subscribed'
      | 'card-had-trial'
      | 'payment-failed'
      | 'terms-outdated'
      | 'code-lost'
      | 'confirmation-needed';
  }
>('activation-finished', () => ({ ActivationsFinished: 1 }));

export const logSubscriptionSynced = event<{ status: string; isPremium: boolean }>('subscription-synced');

/** Treated as free until the status table knows it. */
export const logUnknownStatus = failure<{ status: string }>('unknown-subscription-status', () => ({
  UnknownStatuses: 1,
}));

/** The next charge is shown without its amount. */
export const logPreviewFailed = event<{ error: unknown }>('invoice-preview-failed');

interface PaymentFields {
  plan: string | null;
  amountCents: number;
  currency: string;
}

export const logInvoicePaid = event<PaymentFields>('invoice-paid', (fields) => ({
  InvoicesPaid: 1,
  Revenue: getRevenueCents(fields.amountCents, fields.currency),
}));

/** Positive when a dispute was won, or a refund failed. */
export const logPaymentReversed = event<PaymentFields>('payment-reversed', (fields) => ({
  Revenue: getRevenueCents(fields.amountCents, fields.currency),
}));

export const logSubscriptionChanged = event<{
  requestId: string;
  change: 'cancelled' | 'reactivated' | 'plan-changed';
}>('subscription-changed');

export const logWebhookRefused = event<{ why: 'signature' | 'mode' | 'shape' }>('webhook-refused', () => ({
  WebhooksRefused: 1,
}));

export const logWebhookHandled = event<{ requestId: string; type: string; lagMs: number }>(
  'webhook-handled',
  ({ lagMs }) => ({ WebhookLag: lagMs }),
);

/** Stripe's own event will complete it. */
export const logActivationFailed = failure<RequestFailure>('activation-failed');

export const logSubscriptionsReconciled = event<{ events: number; compared: number; corrected: number }>(
  'subscriptions-reconciled',
  ({ corrected, events }) => ({ CorrectedProfiles: corrected, UndeliveredEvents: events }),
);

export const logAnswered = event<{
  requestId: string;
  endpoint: string;
  status: number;
  code?: string | undefined;
  durationMs: number;
}>(
  'answered',
  ({ endpoint, status, durationMs }) =>
    watchedEndpoints.includes(endpoint) ? { ServerErrors: Number(status >= 500), Latency: durationMs } : {},
  ({ status }) => status >= 500,
);

/** As the browser reports it: anybody can send one. */
export const logPageFailed = event<{
  requestId: string;
  kind: string;
  name: string;
  place: string | undefined;
  page: string;
  release: string;
}>(
  'page-failed',
  () => ({ PageErrors: 1 }),
  () => true,
);

export const logFaulted = failure<RequestFailure & { endpoint: string }>('faulted', ({ endpoint }) =>
  endpoint === 'account.export' || endpoint === 'account.remove' ? { DataRequestFailures: 1 } : {},
);

interface JobFields {
  job: string;
  requestId: string;
}

export const logJobStarted = event<JobFields>('job-started');

export const logJobEnded = event<JobFields & { durationMs: number }>('job-ended', ({ durationMs }) => ({
  JobDuration: durationMs,
}));

export const logJobFailed = failure<JobFields & { durationMs: number; error: unknown }>(
  'job-failed',
  ({ durationMs }) => ({ JobDuration: durationMs, JobFailures: 1 }),
);

export const logProbed = event<{ broken: readonly ProductPart[] }>(
  'probed',
  ({ broken }) => ({ BrokenParts: broken.length }),
  ({ broken }) => broken.length > 0,
);

/** A bundle holds only the events that it uses: @__NO_SIDE_EFFECTS__ */
function event<Fields extends object = object>(
  name: string,
  measure?: (fields: Fields) => Measured<Fields>,
  isError?: (fields: Fields) => boolean,
) {
  return (fields: Fields): void => {
    const { error, ...others } = fields as { error?: unknown };
    if (error !== undefined) faults.publish({ ...others, event: name, error });
    const chain = error === undefined ? {} : { chain: describeChain(error) };
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
