import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Settings } from '../shared/settings.ts';
import { environment } from './environment.ts';
import { retries } from './retries.ts';

/**
 * DynamoDB, with a budget that leaves a request time to answer: it answers within milliseconds, so what has not
 * come 2.5 seconds after it was asked is asked again, up to 4 times in all. Sooner would do harm where a machine
 * is only busy: what is asked twice may be counted twice. Waiting for one of 50 connections is no silence.
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
  /** Sessions (`origin_jti`) that were signed out, and when forgetting them is safe, in seconds since 1970. */
  readonly revokedSessions?: Readonly<Record<string, number>>;
  /** Seconds since 1970; there while the account's deletion is begun and not finished. */
  readonly expiresAt?: number;
}

export interface Subscription {
  readonly status: 'free' | 'trialing' | 'active' | 'canceled' | 'past_due';
  readonly isPremium: boolean;
  readonly plan: string | null;
  readonly trialEndsAt: string | null;
  readonly endsAt: string | null;
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
  /** Both texts in small letters, to be searched. */
  readonly searched: string;
}

/** The item of one target language's quick phrases. */
export interface PhrasesItem {
  readonly pk: `PHRASES#${string}`;
  readonly sk: 'PHRASES';
  /** Phrase id to its original text and the translation of that text. */
  readonly phrases: Readonly<Record<string, { text: string; translatedText: string }>>;
}

/** What was used on one day (UTC), of everybody together. */
export interface DayItem {
  readonly pk: 'STATS';
  readonly sk: `DAY#${string}`;
  /** Users who used anything. */
  readonly users: number;
  /** Out of users' allowances; premium has none. */
  readonly translations: number;
  readonly characters: number;
  readonly speechSeconds: number;
  readonly spokenCharacters: number;
  readonly guestTranslations: number;
  readonly guestCharacters: number;
  /** While the day is rolled: how far each of its shards is counted, as the last counter's `pk`. */
  readonly cursors?: Readonly<Record<string, string>>;
  /** When everything was counted; before that the numbers are too low. */
  readonly rolledAt?: string;
  /** Seconds since 1970; set when the day is rolled. */
  readonly expiresAt?: number;
}

export interface TotalsItem {
  readonly pk: 'STATS';
  readonly sk: 'TOTALS';
  /** The last day that is rolled, with all days before it. */
  readonly rolledThrough?: string;
}

export function usersTable(): string {
  return environment('USERS_TABLE');
}
