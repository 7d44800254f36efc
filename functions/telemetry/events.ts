import { chainOf, logLine } from './log.ts';
import type { Provider } from './metrics.ts';

/**
 * One function per thing that happens in the business, so that log lines and metrics cannot drift apart.
 * No event holds what people said, typed or read: lengths, codes and times only.
 */

/** A provider did what it was asked, or said why not. */
export function providerAnswered(event: {
  provider: Provider;
  durationMs: number;
  /** What the provider is paid for this call. */
  paidFor: Paid;
}): void {
  const { paidFor, ...fields } = event;
  logLine('info', 'provider-answered', fields, {
    ProviderLatency: event.durationMs,
    ProviderFailures: 0,
    ...paidFor,
  });
}

/** A provider failed, or was too late. */
export function providerFailed(event: {
  provider: Provider;
  code: 'provider_failed' | 'provider_timeout';
  /** What the provider is paid although it was too late. */
  paidFor?: Paid;
}): void {
  const { paidFor = {}, ...fields } = event;
  logLine('error', 'provider-failed', fields, { ProviderFailures: 1, ...paidFor });
}

/** What providers are paid for, by the metric that counts it. */
export type Paid = { [Name in 'TranslatedCharacters' | 'TranscribedSeconds' | 'SpokenCharacters']?: number };

export function translated(event: {
  requestId: string;
  source: string;
  target: string;
  characters: number;
  /** Where the translation came from; `none` when both languages are written alike. */
  from: 'provider' | 'phrases' | 'none';
  durationMs: number;
}): void {
  logLine('info', 'translated', event);
}

export function transcribed(event: {
  requestId: string;
  language: string;
  audioBytes: number;
  /** Asked while somebody still spoke. */
  isInterim: boolean;
  /** False when nothing was said. */
  heard: boolean;
  durationMs: number;
}): void {
  logLine('info', 'transcribed', event);
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

/** A caller may translate, and it is counted. */
export function translationGranted(event: {
  requestId: string;
  kind: 'guest' | 'free' | 'premium';
  /** The user's id; missing for guests. */
  account?: string | undefined;
  characters: number;
  /** An earlier run of the same request has been charged for it. */
  joined: boolean;
}): void {
  logLine('info', 'translation-granted', event, { TranslationsGranted: Number(!event.joined) });
}

/** A caller may have something recognised or spoken, and it is counted. */
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

/** An attempt has failed, and could not be counted as such. */
export function failedAttemptNotCounted(event: { requestId: string; error: unknown }): void {
  logLine('error', 'failed-attempt-not-counted', {
    requestId: event.requestId,
    chain: chainOf(event.error),
  });
}

/** An allowance or a ceiling said no. */
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
    | 'interim-seconds'
    | 'spoken-characters'
    | 'kept-characters'
    | 'card-forms';
}): void {
  logLine('info', 'allowance-refused', event, { AllowancesRefused: 1 });
}

/** Something was counted, then failed, and could not be given back. A grant lapses; a ceiling counts too much. */
export function giveBackFailed(event: { error: unknown }): void {
  logLine('error', 'give-back-failed', { chain: chainOf(event.error) }, { GiveBackFailures: 1 });
}

/** A premium user's translation was given, and could not be kept in the history. */
export function historyFailed(event: { requestId: string; error: unknown }): void {
  logLine('error', 'history-failed', {
    requestId: event.requestId,
    chain: chainOf(event.error),
  });
}

/** Somebody took along everything that is held about them. */
export function accountExported(event: {
  requestId: string;
  kind: 'guest' | 'free' | 'premium';
  translations: number;
  /** False where older translations did not fit in. */
  isWhole: boolean;
}): void {
  logLine('info', 'account-exported', event);
}

/** Everything that was held about somebody has been deleted. */
export function accountRemoved(event: { requestId: string; kind: 'guest' | 'free' | 'premium' }): void {
  logLine('info', 'account-removed', event, { AccountsRemoved: Number(event.kind !== 'guest') });
}

/** The stored phrases could not be read or written; they were translated again instead. */
export function phraseCacheFailed(event: { error: unknown }): void {
  logLine('error', 'phrase-cache-failed', { chain: chainOf(event.error) });
}

/** A new account is in the ledger. */
export function signedUp(): void {
  logLine('info', 'signed-up', {}, { SignUps: 1 });
}

/** A subscription has become live: it is past the trial and opens Premium. It is in the ledger. */
export function subscriptionBegan(): void {
  logLine('info', 'subscription-began', {}, { SubscriptionsBegan: 1 });
}

/** A subscription is live no more. It is in the ledger. */
export function subscriptionEnded(): void {
  logLine('info', 'subscription-ended', {}, { SubscriptionsEnded: 1 });
}

/** The totals have been counted anew. */
export function totalsRecounted(event: {
  /** Profiles that were counted. */
  users: number;
  /** By how much totals and days were wrong, all differences added up; a wrong sum of money counts one. */
  corrected: number;
  /** Ledger entries that functions had left behind. */
  entered: number;
}): void {
  logLine('info', 'totals-recounted', event, { CorrectedTotals: event.corrected });
}

/** A change was not counted, or not entered, as far as the analytics go; the nightly recount does it. */
export function analyticsFailed(event: { error: unknown }): void {
  logLine('error', 'analytics-failed', { chain: chainOf(event.error) });
}

/** Somebody came back from the hosted login and is signed in. */
export function signedIn(event: { requestId: string; isNew: boolean }): void {
  logLine('info', 'signed-in', event, { SignIns: 1 });
}

/** Somebody came back from the hosted login and is not signed in. */
export function signInFailed(event: {
  requestId: string;
  /** `cancelled` is the login's own no: mostly somebody who thought better of it. */
  why: 'unknown-attempt' | 'cancelled' | 'code-refused' | 'tokens-refused' | 'fault';
  error?: unknown;
}): void {
  const { error, ...fields } = event;
  const level = event.why === 'fault' ? 'error' : 'info';
  logLine(level, 'sign-in-failed', { ...fields, chain: chainOf(error) }, { SignInFailures: 1 });
}

/** A guest's settings did not come along to the new account; its owner sees the defaults. */
export function settingsNotMoved(event: { requestId: string; error: unknown }): void {
  logLine('error', 'settings-not-moved', {
    requestId: event.requestId,
    chain: chainOf(event.error),
  });
}

/** Cookies of a session were not believed, or the session is over. */
export function sessionRefused(event: { requestId: string; why: string }): void {
  logLine('info', 'session-refused', event);
}

/** A session was signed out, as far as it went. */
export function signedOut(event: {
  requestId: string;
  /** Our own table knows: the old cookies are worth nothing. */
  isRemembered: boolean;
  /** The login knows: it renews nothing. */
  isRevoked: boolean;
}): void {
  logLine('info', 'signed-out', event);
}

/** A part of signing out failed; the visitor is not troubled with it. */
export function signOutFailed(event: {
  requestId: string;
  step: 'find' | 'remember' | 'revoke';
  error: unknown;
}): void {
  logLine('error', 'sign-out-failed', {
    requestId: event.requestId,
    step: event.step,
    chain: chainOf(event.error),
  });
}

/** Stripe's keys could not be read; those that were known before are used on. */
export function paymentKeysUnreadable(event: { error: unknown }): void {
  logLine('error', 'payment-keys-unreadable', { chain: chainOf(event.error) });
}

/** Somebody has begun to subscribe: there is a form for a card. */
export function purchaseBegun(event: {
  requestId: string;
  plan: string;
  terms: 'trial' | 'charged_today';
}): void {
  logLine('info', 'purchase-begun', event, { PurchasesBegun: 1 });
}

/** A card was given; what has become of the purchase. */
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

/** What Stripe says of somebody's subscription is on the profile. */
export function subscriptionSynced(event: { status: string; isPremium: boolean }): void {
  logLine('info', 'subscription-synced', event);
}

/** Stripe has a word that the status table lacks: it is taken for free, and somebody has to decide. */
export function unknownSubscriptionStatus(event: { status: string }): void {
  logLine('error', 'unknown-subscription-status', event, { UnknownStatuses: 1 });
}

/** An invoice above zero was paid. */
export function invoicePaid(event: { plan: string | null; amountCents: number; currency: string }): void {
  logLine('info', 'invoice-paid', event, { InvoicesPaid: 1, Revenue: event.amountCents });
}

/** A payment was refunded or disputed; above zero, a dispute was won. */
export function paymentReversed(event: { plan: string | null; amountCents: number; currency: string }): void {
  logLine('info', 'payment-reversed', event, { Revenue: event.amountCents });
}

/** Somebody has cancelled the subscription, or taken the cancellation back. */
export function subscriptionChanged(event: { requestId: string; change: 'cancelled' | 'reactivated' }): void {
  logLine('info', 'subscription-changed', event);
}

/** A webhook that is not Stripe's, too old, of the other mode, or cut off. */
export function webhookRefused(event: { why: 'signature' | 'mode' | 'shape' }): void {
  logLine('info', 'webhook-refused', event, { WebhooksRefused: 1 });
}

/** Stripe was told that its event was heard: everything that it asked for is written. */
export function webhookFollowed(event: {
  requestId: string;
  /** Stripe's word for what happened. */
  type: string;
  /** From when it happened to now, in Stripe's whole seconds. */
  lagMs: number;
}): void {
  logLine('info', 'webhook-followed', event, { WebhookLag: event.lagMs });
}

/** A purchase could not be looked up while its buyer waits; Stripe's own signal will do it. */
export function activationFailed(event: { requestId: string; error: unknown }): void {
  logLine('error', 'activation-failed', {
    requestId: event.requestId,
    chain: chainOf(event.error),
  });
}

/** The nightly comparison with Stripe has come to its end. */
export function subscriptionsReconciled(event: {
  /** Events that had not been delivered, and are done now. */
  events: number;
  /** Subscriptions that were compared. */
  compared: number;
  /** Profiles that said something else than Stripe. */
  mended: number;
}): void {
  logLine('info', 'subscriptions-reconciled', event, {
    MendedProfiles: event.mended,
    UndeliveredEvents: event.events,
  });
}

/** Somebody was given the configuration of an Android project. */
export function androidConfigured(event: {
  requestId: string;
  features: string[];
  stability: boolean;
  targetSdk: number;
}): void {
  logLine('info', 'android-configured', event);
}

/** An endpoint answered, well or not. */
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

/** A fault behind an answer of 500 or more. Names and places only: messages may quote the input. */
export function faulted(event: { requestId: string; endpoint: string; error: unknown }): void {
  logLine('error', 'faulted', {
    requestId: event.requestId,
    endpoint: event.endpoint,
    chain: chainOf(event.error),
  });
}

export function jobStarted(event: { job: string; requestId: string }): void {
  logLine('info', 'job-started', event);
}

export function jobEnded(event: { job: string; requestId: string; durationMs: number }): void {
  logLine('info', 'job-ended', event, { JobDuration: event.durationMs, JobFailures: 0 });
}

/** A job could not finish; it is called again. */
export function jobFailed(event: {
  job: string;
  requestId: string;
  durationMs: number;
  error: unknown;
}): void {
  const { error, ...fields } = event;
  const measured = { JobDuration: event.durationMs, JobFailures: 1 };
  logLine('error', 'job-failed', { ...fields, chain: chainOf(error) }, measured);
}
