import { decodeTime } from 'ulid';
import { environment } from '../environment.ts';
import type { Guest, User } from '../request/caller.ts';
import { guestDays } from '../request/guest.ts';
import { findNetwork } from '../request/network.ts';
import { sign } from '../request/signing.ts';
import type { GrantItem } from './grant-item.ts';
import { readItem } from './table.ts';

/** The key of the counters of a user, guest, address or group. */
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

/** The usage of a user, guest, address or group in one period. */
export interface UsageItem extends Counters, GrantItem {
  readonly characters?: number;
  readonly speechSeconds?: number;
  readonly spokenCharacters?: number;
  /** Of imported translations. */
  readonly keptCharacters?: number;
  /** The UTC hour of the latest failed attempt, `2026-11-20T13`, and the failures in it. */
  readonly failedHour?: string;
  readonly failed?: number;
  /** Ids of purchases with a card form, and of events of refused cards. */
  readonly cardForms?: ReadonlySet<string>;
  readonly refusedCards?: ReadonlySet<string>;
  /** A Premium user's translations in one minute, `m_1307`. */
  readonly [minute: `m_${string}`]: number;
}

export function usageTable(): string {
  return environment('USAGE_TABLE');
}

/** @param now milliseconds since 1970 */
export function selectCounters(caller: Guest | User, now: number): Counters {
  return caller.kind === 'guest' ? selectGuestCounters(caller.guestId) : selectDay(toPersonKey(caller), now);
}

/** Of the UTC month. */
export function selectMonthCounters(user: User, now: number): Counters {
  const end = getNextMonth(now);
  return { pk: toPersonKey(user), sk: toDay(now).slice(0, 7), expiresAt: (end + dayMs) / 1_000 };
}

/** The partition of a user's counters. */
export function toPersonKey({ profile }: Pick<User, 'profile'>): `USER#${string}` {
  return `USER#${sign('person', profile.email.trim().toLowerCase())}`;
}

/** For Stripe's events, which have no e-mail address. */
export function selectAccountCounters(userId: string, now: number): Counters {
  return selectDay(`USER#${userId}`, now);
}

/** By network instead of machine: IPv6 gives each home a /64. */
export function selectAddressCounters(address: string, now: number): Counters {
  return selectDay(`ADDRESS#${sign('address', findNetwork(address))}`, now);
}

/** All guests, or all free accounts, together. */
export function selectGroupCounters(kind: 'guest' | 'free', now: number): Counters {
  return selectDay(kind === 'guest' ? 'GUESTS' : 'FREE', now);
}

/** Consistent. Undefined before the first count. */
export function readCounters(counters: Counters, abortSignal?: AbortSignal): Promise<UsageItem | undefined> {
  return readItem(usageTable(), counters, abortSignal);
}

/** The UTC day, `2026-11-20`. */
export function toDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** When the next UTC day begins, in milliseconds since 1970. */
export function getNextDay(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** When the next UTC month begins, in milliseconds since 1970. */
export function getNextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** When the next UTC hour begins, in milliseconds since 1970. */
export function getNextHour(now: number): number {
  return (Math.floor(now / hourMs) + 1) * hourMs;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a day's counters stay if the nightly job does not delete them. */
export const counterDays = 35;

function selectDay(pk: Counters['pk'], now: number): Counters {
  const day = toDay(now);
  return { pk, sk: day, expiresAt: (Date.parse(day) + counterDays * dayMs) / 1_000, utcDay: day };
}

/** The counters outlive the guest's cookie, so that a guest never restarts at zero. */
function selectGuestCounters(guestId: string): Counters {
  const expiresAt = Math.ceil((decodeTime(guestId) + (guestDays + graceDays) * dayMs) / 1_000);
  return { pk: `GUEST#${guestId}`, sk: 'ALL', expiresAt };
}

const graceDays = 7;
