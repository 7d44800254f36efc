import { describeChain, logLine } from './log.ts';
import type { Provider } from './metrics.ts';

/**
 * One function per business event, so that log lines and metrics cannot drift apart. Events hold lengths,
 * codes and times, never what people said, typed or read.
 */

export function providerAnswered(event: { provider: Provider; durationMs: number; paidFor: Paid }): void {
  const { paidFor, ...fields } = event;
  logLine('info', 'provider-answered', fields, {
    ProviderLatency: event.durationMs,
    ProviderFailures: 0,
    ...paidFor,
  });
}

export function providerFailed(event: {
  provider: Provider;
  code: 'provider_failed' | 'provider_timeout' | 'rate_limited';
  /** A provider that is too late is paid. */
  paidFor?: Paid;
}): void {
  const { paidFor = {}, ...fields } = event;
  logLine('error', 'provider-failed', fields, { ProviderFailures: 1, ...paidFor });
}

export type Paid = { [Name in 'TranslatedCharacters' | 'TranscribedSeconds' | 'SpokenCharacters']?: number };

export function translated(event: {
  requestId: string;
  source: string;
  target: string;
  characters: number;
  /** `none` when both languages share one provider code. */
  from: 'provider' | 'phrases' | 'none';
  durationMs: number;
}): void {
  logLine('info', 'translated', event);
}

export function transcribed(event: {
  requestId: string;
  language: string;
  audioBytes: number;
  heard: boolean;
  durationMs: number;
}): void {
  logLine('info', 'transcribed', event);
}

export function streamNotClosed(event: { error: unknown }): void {
  logLine('error', 'stream-not-closed', { chain: describeChain(event.error) });
}

export function synthesized(event: {
  requestId: string;
  language: string;
  characters: number;
  audioBytes: number;
  durationMs: number;
}): void {
  logLine('info', 'synthesized', event);
}

export function translationGranted(event: {
  requestId: string;
  kind: 'guest' | 'free' | 'premium';
  /** The user's id; missing for guests. */
  account?: string | undefined;
  characters: number;
  /** An earlier run of the request was charged. */
  joined: boolean;
}): void {
  logLine('info', 'translation-granted', event, { TranslationsGranted: Number(!event.joined) });
}

export function speechGranted(event: {
  requestId: string;
  kind: 'guest' | 'free' | 'premium';
  /** The user's id; missing for guests. */
  account?: string | undefined;
  speechSeconds?: number;
  spokenCharacters?: number;
}): void {
  logLine('info', 'speech-granted', event);
}

export function failedAttemptNotCounted(event: { requestId: string; error: unknown }): void {
  logLine('error', 'failed-attempt-not-counted', {
    requestId: event.requestId,
    chain: describeChain(event.error),
  });
}

export function allowanceRefused(event: {
  requestId: string;
  kind: 'guest' | 'free' | 'premium';
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
}): void {
  logLine('info', 'allowance-refused', event, { AllowancesRefused: 1 });
}

/** A grant then lapses; a ceiling counts too much. */
export function giveBackFailed(event: { error: unknown }): void {
  logLine('error', 'give-back-failed', { chain: describeChain(event.error) }, { GiveBackFailures: 1 });
}

export function historyFailed(event: { requestId: string; error: unknown }): void {
  logLine('error', 'history-failed', {
    requestId: event.requestId,
    chain: describeChain(event.error),
  });
}

export function accountExported(event: {
  requestId: string;
  kind: 'guest' | 'free' | 'premium';
  translations: number;
  isWhole: boolean;
}): void {
  logLine('info', 'account-exported', event);
}

export function accountRemoved(event: { requestId: string; kind: 'guest' | 'free' | 'premium' }): void {
  logLine('info', 'account-removed', event, { AccountsRemoved: Number(event.kind !== 'guest') });
}

export function phraseCacheFailed(event: { error: unknown }): void {
  logLine('error', 'phrase-cache-failed', { chain: describeChain(event.error) });
}

export function signedUp(): void {
  logLine('info', 'signed-up', {}, { SignUps: 1 });
}

/** It is past the trial and gives Premium. */
export function subscriptionBegan(): void {
  logLine('info', 'subscription-began', {}, { SubscriptionsBegan: 1 });
}

export function subscriptionEnded(): void {
  logLine('info', 'subscription-ended', {}, { SubscriptionsEnded: 1 });
}

export function totalsRecounted(event: {
  users: number;
  /** The sum of all differences; a wrong sum of money counts as one. */
  corrected: number;
  entered: number;
}): void {
  logLine('info', 'totals-recounted', event, { CorrectedTotals: event.corrected });
}

/** The nightly recount repairs it. */
export function analyticsFailed(event: { error: unknown }): void {
  logLine('error', 'analytics-failed', { chain: describeChain(event.error) });
}

export function signedIn(event: { requestId: string; isNew: boolean }): void {
  logLine('info', 'signed-in', event, { SignIns: 1 });
}

export function signInFailed(event: {
  requestId: string;
  why: 'unknown-attempt' | 'cancelled' | 'code-refused' | 'tokens-refused' | 'fault';
  error?: unknown;
}): void {
  const { error, ...fields } = event;
  const level = event.why === 'fault' ? 'error' : 'info';
  logLine(level, 'sign-in-failed', { ...fields, chain: describeChain(error) }, { SignInFailures: 1 });
}

export function settingsNotMoved(event: { requestId: string; error: unknown }): void {
  logLine('error', 'settings-not-moved', {
    requestId: event.requestId,
    chain: describeChain(event.error),
  });
}

export function sessionRefused(event: { requestId: string; why: string }): void {
  logLine('info', 'session-refused', event);
}

export function signedOut(event: { requestId: string; isRemembered: boolean; isRevoked: boolean }): void {
  logLine('info', 'signed-out', event);
}

export function signOutFailed(event: {
  requestId: string;
  step: 'find' | 'remember' | 'revoke';
  error: unknown;
}): void {
  logLine('error', 'sign-out-failed', {
    requestId: event.requestId,
    step: event.step,
    chain: describeChain(event.error),
  });
}

/** Known keys stay in use. */
export function paymentKeysUnreadable(event: { error: unknown }): void {
  logLine('error', 'payment-keys-unreadable', { chain: describeChain(event.error) });
}

export function purchaseBegun(event: {
  requestId: string;
  plan: string;
  terms: 'trial' | 'charged_today';
}): void {
  logLine('info', 'purchase-begun', event, { PurchasesBegun: 1 });
}

export function purchaseEnded(event: {
  plan: string;
  terms: 'trial' | 'charged_today';
  outcome:
    | 'subscribed'
    | 'had-already'
    | 'card-had-trial'
    | 'payment-failed'
    | 'terms-outdated'
    | 'confirmation-needed';
}): void {
  logLine('info', 'purchase-ended', event, { PurchasesEnded: 1 });
}

export function subscriptionSynced(event: { status: string; isPremium: boolean }): void {
  logLine('info', 'subscription-synced', event);
}

/** Treated as free until the status table knows it. */
export function unknownSubscriptionStatus(event: { status: string }): void {
  logLine('error', 'unknown-subscription-status', event, { UnknownStatuses: 1 });
}

export function invoicePaid(event: { plan: string | null; amountCents: number; currency: string }): void {
  logLine('info', 'invoice-paid', event, { InvoicesPaid: 1, Revenue: event.amountCents });
}

/** Positive when a dispute was won. */
export function paymentReversed(event: { plan: string | null; amountCents: number; currency: string }): void {
  logLine('info', 'payment-reversed', event, { Revenue: event.amountCents });
}

export function subscriptionChanged(event: { requestId: string; change: 'cancelled' | 'reactivated' }): void {
  logLine('info', 'subscription-changed', event);
}

export function webhookRefused(event: { why: 'signature' | 'mode' | 'shape' }): void {
  logLine('info', 'webhook-refused', event, { WebhooksRefused: 1 });
}

export function webhookFollowed(event: {
  requestId: string;
  type: string;
  /** Since the event, in Stripe's whole seconds. */
  lagMs: number;
}): void {
  logLine('info', 'webhook-followed', event, { WebhookLag: event.lagMs });
}

/** Stripe's own event will complete it. */
export function activationFailed(event: { requestId: string; error: unknown }): void {
  logLine('error', 'activation-failed', {
    requestId: event.requestId,
    chain: describeChain(event.error),
  });
}

export function subscriptionsReconciled(event: {
  events: number;
  compared: number;
  /** Profiles that differed from Stripe. */
  mended: number;
}): void {
  logLine('info', 'subscriptions-reconciled', event, {
    MendedProfiles: event.mended,
    UndeliveredEvents: event.events,
  });
}

export function androidConfigured(event: {
  requestId: string;
  features: string[];
  stability: boolean;
  targetSdk: number;
}): void {
  logLine('info', 'android-configured', event);
}

export function answered(event: {
  requestId: string;
  endpoint: string;
  status: number;
  code?: string | undefined;
  durationMs: number;
}): void {
  const isFault = event.status >= 500;
  logLine(isFault ? 'error' : 'info', 'answered', event, {
    Requests: 1,
    ServerErrors: Number(isFault),
    Refusals: Number(event.status >= 400 && !isFault),
    Latency: event.durationMs,
  });
}

/** Names and places only: messages may quote the input. */
export function faulted(event: { requestId: string; endpoint: string; error: unknown }): void {
  logLine('error', 'faulted', {
    requestId: event.requestId,
    endpoint: event.endpoint,
    chain: describeChain(event.error),
  });
}

export function jobStarted(event: { job: string; requestId: string }): void {
  logLine('info', 'job-started', event);
}

export function jobEnded(event: { job: string; requestId: string; durationMs: number }): void {
  logLine('info', 'job-ended', event, { JobDuration: event.durationMs, JobFailures: 0 });
}

export function jobFailed(event: {
  job: string;
  requestId: string;
  durationMs: number;
  error: unknown;
}): void {
  const { error, ...fields } = event;
  const measured = { JobDuration: event.durationMs, JobFailures: 1 };
  logLine('error', 'job-failed', { ...fields, chain: describeChain(error) }, measured);
}
