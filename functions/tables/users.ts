import type { PlanId, subscriptionStatuses } from '../../shared/plans.ts';
import type { Settings } from '../../shared/settings.ts';
import { requireVariable } from '../environment.ts';

/** A user, from the first sign-in. `kind` and `createdAt` are the keys of the index by creation. */
export interface ProfileItem {
  readonly pk: `USER#${string}`;
  readonly sk: 'PROFILE';
  readonly kind: 'user';
  readonly createdAt: string;
  readonly email: string;
  /** The code of the mailbox whose counters it uses, once the email address has changed. */
  readonly countedAs?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly subscription?: Subscription;
  readonly customerId?: string;
  readonly formerCustomerId?: string;
  readonly purchase?: Purchase;
  /** The SetupIntent that used up the user's one trial. */
  readonly trialSetupIntentId?: string;
  /** Prevents two purchases from creating two subscriptions. Expires, because the function may die. */
  readonly purchaseLock?: { readonly setupIntentId: string; readonly until: number };
  /** Each sync with Stripe first takes the next number; `lastWrittenSync` is the latest that has written. */
  readonly syncsBegun?: number;
  readonly lastWrittenSync?: number;
  /** Signed-out sessions (`origin_jti`) and when they can be forgotten, in seconds since 1970. */
  readonly revokedSessions?: Readonly<Record<string, number>>;
  /** Sessions with older tokens are over. */
  readonly sessionsEndedAt?: string;
  /** Keys and times of events that `analytics/ledger.ts` has not entered yet. */
  readonly outbox?: Readonly<Record<string, string>>;
  /** Seconds since 1970; only while a deletion is unfinished. */
  readonly expiresAt?: number;
}

/** As of the last sync with Stripe. Times are ISO 8601. */
export interface Subscription {
  readonly status: (typeof subscriptionStatuses)[number];
  readonly isPremium: boolean;
  readonly plan: string | null;
  readonly trialEndsAt: string | null;
  readonly endsAt: string | null;
  readonly stripeId?: string | undefined;
  /** A payment is disputed: until a decision nothing is charged and there is no Premium. */
  readonly isDisputed?: true | undefined;
  /** The bank wants the payment that is due to be confirmed. */
  readonly needsConfirmation?: true | undefined;
  /** What is left of the open invoice. */
  readonly due?: { readonly amountCents: number; readonly currency: string } | undefined;
  readonly nextCharge?: NextCharge | undefined;
}

interface NextCharge {
  readonly at: string;
  /** Null if Stripe's preview failed. */
  readonly amountCents: number | null;
  readonly priceCents: number;
  readonly currency: string;
}

export interface Purchase {
  readonly id: string;
  readonly plan: PlanId;
  readonly terms: 'trial' | 'charged_today';
  readonly amountCents: number;
  readonly state:
    | 'pending'
    | 'card_had_trial'
    | 'payment_failed'
    | 'confirmation_needed'
    | 'terms_outdated'
    | 'code_lost';
  readonly startedAt: string;
  readonly setupIntentId?: string | undefined;
  readonly paymentMethodId?: string | undefined;
  readonly card?: { readonly brand: string; readonly last4: string } | undefined;
  /** Once there is a card; before, the SetupIntent has it. */
  readonly discount?: Discount | undefined;
}

/** By a promotion code. */
export interface Discount {
  readonly promotionCodeId: string;
  readonly code: string;
  /** A payment with the discount. */
  readonly amountCents: number;
  /** How many payments it lowers, from the first; null for all. */
  readonly payments: number | null;
}

/** A sign-in, by the login's id of it (`origin_jti`). */
export interface SessionItem {
  readonly pk: `USER#${string}`;
  readonly sk: `SESSION#${string}`;
  readonly begunAt: string;
  readonly usedAt: string;
  readonly browser?: string;
  readonly system?: string;
  readonly expiresAt: number;
}

export interface CustomerItem {
  readonly pk: `CUSTOMER#${string}`;
  readonly sk: 'CUSTOMER';
  readonly userId: string;
}

export interface TrialItem {
  /** `CARD#` and Stripe's fingerprint, or `EMAIL#` and a signature of the mailbox (see `removeAlias`). */
  readonly pk: `TRIAL#${'CARD' | 'EMAIL'}#${string}`;
  readonly sk: 'TRIAL';
  readonly userId: string;
}

export interface EventItem {
  readonly pk: `EVENT#${string}`;
  readonly sk: 'EVENT';
  readonly expiresAt: number;
}

/** An event in a day's ledger, without its user. `BEGAN`, `ENDED`: paying for a subscription, not a trial. */
export interface LedgerItem {
  readonly pk: `LEDGER#${string}`;
  readonly sk: `${'SIGNUP' | 'BEGAN' | 'ENDED' | PaymentKind}#${string}`;
  readonly at: string;
  readonly expiresAt: number;
}

/** A paid invoice, won dispute or failed refund, or a refund or dispute as a negative amount. Keyed by Stripe's id. */
export interface PaymentItem extends LedgerItem {
  readonly sk: `${PaymentKind}#${string}`;
  readonly amountCents: number;
  readonly currency: string;
  readonly plan: string | null;
}

type PaymentKind = 'INVOICE' | 'REFUND' | 'REFUND-FAILED' | 'DISPUTE' | 'WON';

export interface SettingsItem extends Settings {
  readonly pk: `USER#${string}` | `GUEST#${string}`;
  readonly sk: 'SETTINGS';
  readonly expiresAt?: number;
}

export interface HistoryItem {
  readonly pk: `USER#${string}`;
  readonly sk: `HISTORY#${string}`;
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly translatedText: string;
  readonly createdAt: string;
  /** Fingerprint of the request; reveals a different request with the same id. */
  readonly fingerprint: string;
  readonly searchText: string;
  readonly isStarred?: boolean;
}

export interface CountsItem {
  readonly pk: 'STATS';
  readonly sk: 'TOTALS' | `DAY#${string}`;
  /** How many times `addCounts` has changed the item, so that a recount notices concurrent changes. */
  readonly changes?: number;
  readonly expiresAt?: number;
}

export type CountName = keyof Totals | keyof DayCounts;

export interface TotalsItem extends CountsItem, Partial<Totals> {
  readonly sk: 'TOTALS';
  /** Kept here, so that one write adds the correction and ends the recount. */
  readonly recount?: Recount;
}

/** A recount of all profiles, as far as it has come. */
export interface Recount {
  /** Profiles created until then are counted. Names the recount. */
  readonly until: string;
  readonly pages: number;
  /** The profile counted last; null before the first. */
  readonly last: Pick<ProfileItem, 'pk' | 'createdAt'> | null;
  readonly sums: Totals;
  readonly movedEntries: number;
  /** The totals when it began, and `changes` of them. */
  readonly before: Totals;
  readonly changes: number;
}

export interface DayItem extends CountsItem, Partial<DayCounts> {
  readonly sk: `DAY#${string}`;
  readonly dayUsage?: DayUsage;
}

export interface DayUsage {
  readonly users: number;
  /** Of free accounts only: Premium has no daily allowance. */
  readonly translations: number;
  readonly characters: number;
  readonly speechSeconds: number;
  readonly spokenCharacters: number;
  readonly guestTranslations: number;
  readonly guestCharacters: number;
}

export interface DayCounts {
  readonly signups: number;
  readonly began: number;
  readonly ended: number;
  readonly revenueCents: number;
}

export interface Totals {
  readonly users: number;
  readonly trials: number;
  readonly paying: number;
  /** Yearly revenue from paid subscriptions. */
  readonly yearlyCents: number;
}

/** The sums of a past day's counters in one part of the index by day, up to the counter `last`. */
export interface UsageCursorItem {
  readonly pk: 'STATS';
  readonly sk: `USAGE#${string}`;
  readonly last: string;
  readonly sums: DayUsage;
}

/** The last object of the last page of Stripe's that a run has handled. */
export interface ReconcileCursorItem {
  readonly pk: 'STATS';
  readonly sk: 'RECONCILE' | 'RECONCILE#EVENTS';
  readonly lastId: string;
}

export function getUsersTable(): string {
  return requireVariable('USERS_TABLE');
}
