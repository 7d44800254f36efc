import { logLine } from './log.ts';

/**
 * One function per thing that happens in the business, so that log lines and metrics cannot drift apart.
 * No event holds what people said, typed or read: lengths, codes and times only.
 */

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
  way: 'streaming' | 'batch';
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
  characters: number;
  /** An earlier run of the same request has been charged for it. */
  joined: boolean;
}): void {
  logLine('info', 'translation-granted', event);
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
    | 'guests'
    | 'minute'
    | 'speech-seconds'
    | 'interim-seconds'
    | 'spoken-characters';
}): void {
  logLine('info', 'allowance-refused', event);
}

/** Something was counted, then failed, and could not be given back. A grant lapses; a ceiling counts too much. */
export function giveBackFailed(event: { error: unknown }): void {
  logLine('error', 'give-back-failed', { chain: causes(event.error).map(withoutMessage) });
}

/** A premium user's translation was given, and could not be kept in the history. */
export function historyFailed(event: { requestId: string; error: unknown }): void {
  logLine('error', 'history-failed', {
    requestId: event.requestId,
    chain: causes(event.error).map(withoutMessage),
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
  logLine('info', 'account-removed', event);
}

/** The stored phrases could not be read or written; they were translated again instead. */
export function phraseCacheFailed(event: { error: unknown }): void {
  logLine('error', 'phrase-cache-failed', { chain: causes(event.error).map(withoutMessage) });
}

/** Somebody came back from the hosted login and is signed in. */
export function signedIn(event: { requestId: string; isNew: boolean }): void {
  logLine('info', 'signed-in', event);
}

/** Somebody came back from the hosted login and is not signed in. */
export function signInFailed(event: {
  requestId: string;
  /** `cancelled` is the login's own no: mostly somebody who thought better of it. */
  why: 'unknown-attempt' | 'cancelled' | 'code-refused' | 'tokens-refused' | 'fault';
  error?: unknown;
}): void {
  const { error, ...fields } = event;
  logLine(event.why === 'fault' ? 'error' : 'info', 'sign-in-failed', {
    ...fields,
    chain: causes(error).map(withoutMessage),
  });
}

/** A guest's settings did not come along to the new account; its owner sees the defaults. */
export function settingsNotMoved(event: { requestId: string; error: unknown }): void {
  logLine('error', 'settings-not-moved', {
    requestId: event.requestId,
    chain: causes(event.error).map(withoutMessage),
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
    chain: causes(event.error).map(withoutMessage),
  });
}

/** Stripe's keys could not be read; those that were known before are used on. */
export function paymentKeysUnreadable(event: { error: unknown }): void {
  logLine('error', 'payment-keys-unreadable', { chain: causes(event.error).map(withoutMessage) });
}

/** Somebody has begun to subscribe: there is a form for a card. */
export function purchaseBegun(event: {
  requestId: string;
  plan: string;
  terms: 'trial' | 'charged_today';
}): void {
  logLine('info', 'purchase-begun', event);
}

/** A card was given; what has become of the purchase. */
export function purchaseEnded(event: {
  plan: string;
  terms: 'trial' | 'charged_today';
  outcome: 'subscribed' | 'had-already' | 'card-had-trial' | 'payment-failed';
}): void {
  logLine('info', 'purchase-ended', event);
}

/** What Stripe says of somebody's subscription is on the profile. */
export function subscriptionSynced(event: { status: string; isPremium: boolean }): void {
  logLine('info', 'subscription-synced', event);
}

/** Stripe has a word that the status table lacks: it is taken for free, and somebody has to decide. */
export function unknownSubscriptionStatus(event: { status: string }): void {
  logLine('error', 'unknown-subscription-status', event);
}

/** An invoice above zero was paid. */
export function invoicePaid(event: { plan: string | null; amountCents: number; currency: string }): void {
  logLine('info', 'invoice-paid', event);
}

/** Somebody has cancelled the subscription, or taken the cancellation back. */
export function subscriptionChanged(event: { requestId: string; change: 'cancelled' | 'reactivated' }): void {
  logLine('info', 'subscription-changed', event);
}

/** A webhook that is not Stripe's, too old, of the other mode, or cut off. */
export function webhookRefused(event: { why: 'signature' | 'mode' | 'shape' }): void {
  logLine('info', 'webhook-refused', event);
}

/** A purchase could not be looked up while its buyer waits; Stripe's own signal will do it. */
export function activationFailed(event: { requestId: string; error: unknown }): void {
  logLine('error', 'activation-failed', {
    requestId: event.requestId,
    chain: causes(event.error).map(withoutMessage),
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
  logLine('info', 'subscriptions-reconciled', event);
}

/** An endpoint answered, well or not. */
export function answered(event: {
  requestId: string;
  endpoint: string;
  status: number;
  code?: string | undefined;
  durationMs: number;
}): void {
  logLine(event.status >= 500 ? 'error' : 'info', 'answered', event);
}

/** A fault behind an answer of 500 or more. Names and places only: messages may quote the input. */
export function faulted(event: { requestId: string; endpoint: string; error: unknown }): void {
  logLine('error', 'faulted', {
    requestId: event.requestId,
    endpoint: event.endpoint,
    chain: causes(event.error).map(withoutMessage),
  });
}

export function jobStarted(event: { job: string; requestId: string }): void {
  logLine('info', 'job-started', event);
}

export function jobEnded(event: { job: string; requestId: string; durationMs: number }): void {
  logLine('info', 'job-ended', event);
}

/** A job could not finish; it is called again. */
export function jobFailed(event: {
  job: string;
  requestId: string;
  durationMs: number;
  error: unknown;
}): void {
  const { error, ...fields } = event;
  logLine('error', 'job-failed', { ...fields, chain: causes(error).map(withoutMessage) });
}

function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  let next = error;
  while (next instanceof Error && chain.length < 5) {
    chain.push(next);
    next = next.cause;
  }
  return chain;
}

/** The stack begins with the message, whose own lines could look like frames. */
function withoutMessage({ name, message, stack = '' }: Error) {
  const places = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const frames = places.split('\n').filter((line) => /^\s+at /.test(line));
  return { name, at: frames.slice(0, 6).map((line) => line.trim()) };
}
