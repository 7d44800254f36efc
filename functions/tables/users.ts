import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { PlanId } from '../../shared/plans.ts';
import type { Settings } from '../../shared/settings.ts';
import { environment } from '../environment.ts';
import { retries } from './retries.ts';

/**
 * DynamoDB, with a budget that leaves a request time to answer: it answers within milliseconds, so what has not
 * come 2.5 seconds after it was asked is asked again, up to 4 times in all, as `retries.ts` has time. Sooner would do
 * harm where a machine is only busy: what is asked twice may be counted twice. Waiting for one of 50 connections is
 * no silence.
 */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    retryStrategy: retries(4),
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 2_500 },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** One user. Made at the first sign-in; `kind` and `createdAt` are the keys of the index by creation. */
export interface ProfileItem {
  readonly pk: `USER#${string}`;
  readonly sk: 'PROFILE';
  readonly kind: 'user';
  readonly createdAt: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly subscription?: Subscription;
  /** Stripe's customer: one for each user, from the first purchase that was begun. */
  readonly customerId?: string;
  /** The customer before, which was deleted at Stripe. */
  readonly formerCustomerId?: string;
  /** The latest attempt to subscribe, until it has succeeded. */
  readonly purchase?: Purchase;
  /** The SetupIntent that the user's one trial was begun with. */
  readonly trialOf?: string;
  /** Who is making a subscription just now, so that two purchases do not make two. */
  readonly opening?: Opening;
  /** Each sync with Stripe takes the next number before it asks; see `billing/sync.ts`. */
  readonly syncsBegun?: number;
  /** The number of the sync whose answer is in `subscription`; 0 while there is none. */
  readonly syncedAs?: number;
  /** Sessions (`origin_jti`) that were signed out, and when forgetting them is safe, in seconds since 1970. */
  readonly revokedSessions?: Readonly<Record<string, number>>;
  /** What has happened and is not in the ledger yet: the entry's key, and when. `analytics/ledger.ts` enters it. */
  readonly unentered?: Readonly<Record<string, string>>;
  /** Seconds since 1970; there while the account's deletion is begun and not finished. */
  readonly expiresAt?: number;
}

export interface Subscription {
  readonly status: 'free' | 'trialing' | 'active' | 'canceled' | 'past_due';
  readonly isPremium: boolean;
  readonly plan: string | null;
  readonly trialEndsAt: string | null;
  readonly endsAt: string | null;
  /** Stripe's id; missing without a subscription. */
  readonly stripeId?: string;
  /** A payment is disputed: nothing is charged, and there is no Premium, until that is decided. */
  readonly isDisputed?: true;
  readonly nextCharge?: { readonly at: string; readonly amountCents: number; readonly currency: string };
}

export interface Purchase {
  /** Ours: requests that belong to one attempt get one SetupIntent. */
  readonly id: string;
  readonly plan: PlanId;
  /** Whether the buyer has agreed to be charged at once. */
  readonly terms: 'trial' | 'charged_today';
  /** The plan's price, as the buyer was shown it. */
  readonly amountCents: number;
  readonly state: 'pending' | 'card_had_trial' | 'payment_failed' | 'terms_outdated' | 'confirmation_needed';
  readonly startedAt: string;
  readonly setupIntentId?: string;
  readonly paymentMethodId?: string;
  readonly card?: { readonly brand: string; readonly last4: string };
}

/** Lapses, since its function may have died. */
interface Opening {
  readonly setupIntentId: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Whose a Stripe customer is. */
export interface CustomerItem {
  readonly pk: `CUSTOMER#${string}`;
  readonly sk: 'CUSTOMER';
  readonly userId: string;
}

/** Somebody who has had the trial, known by their card or by their e-mail address. It outlives the account. */
export interface TrialItem {
  /** `CARD#` and Stripe's fingerprint, `EMAIL#` and a signature of the address without its alias. */
  readonly pk: `TRIAL#${'CARD' | 'EMAIL'}#${string}`;
  readonly sk: 'TRIAL';
  readonly userId: string;
}

/** An event of Stripe's whose work is done. */
export interface EventItem {
  readonly pk: `EVENT#${string}`;
  readonly sk: 'EVENT';
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Something that counts, under the day (UTC) on which it happened: exactly once, by its key. It names nobody, and
 * outlives whoever did it. `SIGNUP#` and a ULID is a new account; `BEGAN#` and `ENDED#`, with a ULID, a subscription
 * that became live or is live no more.
 */
export interface LedgerItem {
  readonly pk: `LEDGER#${string}`;
  readonly sk: LedgerKey;
  readonly at: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export type LedgerKey = `${'SIGNUP' | 'BEGAN' | 'ENDED'}#${string}`;

/** An invoice above zero that was paid, in the same ledger. */
export interface InvoiceItem {
  readonly pk: `LEDGER#${string}`;
  readonly sk: `INVOICE#${string}`;
  readonly amountCents: number;
  /** As `usd`. */
  readonly currency: string;
  /** The plan's id; null where the price is none of ours. */
  readonly plan: string | null;
  readonly at: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Money that went back: a refund, or a payment that is disputed. `WON#` is a dispute that was won, above zero. Each is
 * named by Stripe's id, in the same ledger.
 */
export interface ReversalItem extends Omit<InvoiceItem, 'sk'> {
  readonly sk: `${'REFUND' | 'DISPUTE' | 'WON'}#${string}`;
}

/** What a user or a guest prefers; a guest's has `expiresAt`. */
export interface SettingsItem extends Settings {
  readonly pk: `USER#${string}` | `GUEST#${string}`;
  readonly sk: 'SETTINGS';
  /** Seconds since 1970. */
  readonly expiresAt?: number;
}

/** One translation of a premium user. */
export interface HistoryItem {
  readonly pk: `USER#${string}`;
  /** The id is a ULID. */
  readonly sk: `HISTORY#${string}`;
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly translatedText: string;
  readonly createdAt: string;
  /** Signature of the request, so that an id is not used for another. */
  readonly fingerprint: string;
  /** Both texts as `shared/searched.ts` folds them. */
  readonly searched: string;
  readonly isStarred?: boolean;
}

/** The item of one target language's quick phrases. */
export interface PhrasesItem {
  readonly pk: `PHRASES#${string}`;
  readonly sk: 'PHRASES';
  /** Phrase id to its original text and the translation of that text. */
  readonly phrases: Readonly<Record<string, { text: string; translatedText: string }>>;
}

/** What happened and what was used on one day (UTC), of everybody together. */
export interface DayItem extends Partial<DayCounts> {
  readonly pk: 'STATS';
  readonly sk: `DAY#${string}`;
  /** Changes with every ledger entry of the day that is counted. */
  readonly entered?: number;
  /** From the night after the day. */
  readonly usedInAll?: DayUsage;
  /** Seconds since 1970. */
  readonly expiresAt?: number;
}

/** What a day's counters come to. */
export interface DayUsage {
  /** Users who used anything. */
  readonly users: number;
  /** Out of users' allowances; premium has none. */
  readonly translations: number;
  readonly characters: number;
  readonly speechSeconds: number;
  readonly spokenCharacters: number;
  readonly guestTranslations: number;
  readonly guestCharacters: number;
}

/** What a day's part of the ledger comes to. */
export interface DayCounts {
  readonly signups: number;
  /** Subscriptions that became live. */
  readonly began: number;
  /** Subscriptions that are live no more. */
  readonly ended: number;
  /** In cents of US dollars. */
  readonly revenueCents: number;
}

/** What all profiles come to. */
export interface Totals {
  readonly users: number;
  /** Users in the trial. */
  readonly trials: number;
  /** Users whose subscription is live: past the trial, and opens Premium. */
  readonly live: number;
  /** What the live subscriptions bring in a year: twelve times the monthly ones, once the annual ones. */
  readonly yearlyCents: number;
}

export interface TotalsItem extends Partial<Totals> {
  readonly pk: 'STATS';
  readonly sk: 'TOTALS';
  /** Changes with every profile that is counted. */
  readonly counted?: number;
  /** The day (UTC) until which the days agree with the ledger. */
  readonly recountedThrough?: string;
}

/** How far the nightly comparison with Stripe has come, while it is under way. */
export interface ReconcileItem {
  readonly pk: 'STATS';
  readonly sk: 'RECONCILE';
  readonly subscriptionId: string;
}

export function usersTable(): string {
  return environment('USERS_TABLE');
}
