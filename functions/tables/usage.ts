import { decodeTime } from 'ulid';
import { environment } from '../environment.ts';
import type { Guest, User } from '../request/caller.ts';
import { guestDays } from '../request/guest.ts';
import { networkOf } from '../request/network.ts';
import { sign } from '../request/signing.ts';
import { readItem } from './table.ts';

/** The key of a subject's counters. */
export interface Counters {
  /**
   * `USER#` has a signature of the e-mail address, so that a deleted and re-created account keeps its counts. `ADDRESS#`
   * has one of the IP address. `GUESTS` and `FREE` are all guests and all free accounts together.
   */
  readonly pk: `USER#${string}` | `GUEST#${string}` | `ADDRESS#${string}` | 'GUESTS' | 'FREE';
  /** The UTC day, `2026-11-20`, or month, `2026-11`; for a guest `ALL`. */
  readonly sk: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** The key of the index by day; missing for a guest and a month. */
  readonly utcDay?: string;
}

/** A subject's usage in its period. */
export interface UsageItem extends Counters {
  /** Translations granted and not given back; some may have lapsed. */
  readonly used?: number;
  readonly characters?: number;
  readonly speechSeconds?: number;
  /** The part of `speechSeconds` for live transcripts. */
  readonly interimSeconds?: number;
  readonly spokenCharacters?: number;
  /** Of imported translations. */
  readonly keptCharacters?: number;
  /** The UTC hour of the latest failed attempt, `2026-11-20T13`, and the failures in it. */
  readonly failedHour?: string;
  readonly failed?: number;
  /** Ids of purchases with a card form, and of events of refused cards. */
  readonly cardForms?: ReadonlySet<string>;
  readonly refusedCards?: ReadonlySet<string>;
  /** A granted translation, by a hash of its request's id. */
  readonly [grant: `g_${string}`]: Grant;
  /** A Premium user's translations in one minute, `m_1307`. */
  readonly [minute: `m_${string}`]: number;
}

/** One translation and the runs of the function for it. It is charged once. */
export interface Grant {
  /** A signature of the request, because an id belongs to one request. */
  readonly mac: string;
  /** When its first run began, in milliseconds since 1970. */
  readonly since: number;
  readonly runs: Readonly<Record<string, Run>>;
  /** Without failed runs. */
  readonly characters: number;
  /** Changes with each update. */
  readonly version: string;
}

/** One invocation: until when it may answer, in milliseconds since 1970; after that it has lapsed. */
export type Run = number | 'answered' | 'failed';

export function usageTable(): string {
  return environment('USAGE_TABLE');
}

/** @param now milliseconds since 1970 */
export function countersOf(caller: Guest | User, now: number): Counters {
  return caller.kind === 'guest' ? countersOfGuest(caller.guestId) : daily(personOf(caller), now);
}

/** Of the UTC month. */
export function countersOfMonth(user: User, now: number): Counters {
  const end = nextMonth(now);
  return { pk: personOf(user), sk: dayOf(now).slice(0, 7), expiresAt: (end + dayMs) / 1_000 };
}

/** The partition of a user's counters. */
export function personOf({ profile }: Pick<User, 'profile'>): `USER#${string}` {
  return `USER#${sign('person', profile.email.trim().toLowerCase())}`;
}

/** For Stripe's signals, which know no e-mail address. */
export function countersOfAccount(userId: string, now: number): Counters {
  return daily(`USER#${userId}`, now);
}

/** By network instead of machine: IPv6 gives each home a /64. */
export function countersOfAddress(address: string, now: number): Counters {
  return daily(`ADDRESS#${sign('address', networkOf(address))}`, now);
}

/** All guests, or all free accounts, together. */
export function countersOfAll(kind: 'guest' | 'free', now: number): Counters {
  return daily(kind === 'guest' ? 'GUESTS' : 'FREE', now);
}

/** Consistent. Undefined where nothing was counted yet. */
export function readCounters(counters: Counters, abortSignal?: AbortSignal): Promise<UsageItem | undefined> {
  return readItem(usageTable(), counters, abortSignal);
}

/** Without lapsed grants, because they were never answered. */
export function translationsUsed(item: UsageItem | undefined, now: number): number {
  return item ? (item.used ?? 0) - lapsedGrants(item, now).length : 0;
}

/** Grants that will never be answered, with their attributes' names. */
export function lapsedGrants(item: UsageItem, now: number): [GrantName, Grant][] {
  return grantsOf(item).filter(
    ([, { runs }]) => !Object.values(runs).some((run) => isAnswered(run) || isOpen(run, now)),
  );
}

/** All grants, with their attributes' names. */
export function grantsOf(item: UsageItem): [GrantName, Grant][] {
  return Object.entries(item).filter(([name]) => name.startsWith('g_')) as [GrantName, Grant][];
}

export type GrantName = `g_${string}`;

export function isAnswered(run: Run): boolean {
  return run === 'answered';
}

export function isOpen(run: Run, now: number): boolean {
  return typeof run === 'number' && run > now;
}

/** The UTC day, `2026-11-20`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** When the next UTC day begins, in milliseconds since 1970. */
export function nextDay(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** When the next UTC month begins, in milliseconds since 1970. */
export function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** When the next UTC hour begins, in milliseconds since 1970. */
export function nextHour(now: number): number {
  return (Math.floor(now / hourMs) + 1) * hourMs;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a day's counters stay where the nightly job does not delete them. */
export const counterDays = 35;

function daily(pk: Counters['pk'], now: number): Counters {
  const day = dayOf(now);
  return { pk, sk: day, expiresAt: (Date.parse(day) + counterDays * dayMs) / 1_000, utcDay: day };
}

/** They outlive the guest's cookie, so that a guest never starts again at zero. */
function countersOfGuest(guestId: string): Counters {
  const expiresAt = Math.ceil((decodeTime(guestId) + (guestDays + graceDays) * dayMs) / 1_000);
  return { pk: `GUEST#${guestId}`, sk: 'ALL', expiresAt };
}

const graceDays = 7;
