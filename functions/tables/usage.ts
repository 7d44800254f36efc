import { createHash } from 'node:crypto';
import { decodeTime } from 'ulid';
import { dayMs, getNextMonth, toDay, toSeconds } from '../../shared/dates.ts';
import { requireVariable } from '../environment.ts';
import type { Guest, User } from '../request/caller.ts';
import { guestCookieDays } from '../request/guest.ts';
import { removeAlias } from '../request/mailbox.ts';
import { findNetwork } from '../request/network.ts';
import { sign } from '../request/signing.ts';
import type { GrantItem } from './grant-item.ts';
import { readItem } from './table.ts';
import type { ProfileItem } from './users.ts';

export interface CounterKey {
  /**
   * `USER#` holds a signature of the mailbox, so that aliases and an account created again share counts. `ADDRESS#` holds a
   * signature of the network. `GUESTS#` and `FREE#` count a part of a group.
   */
  readonly pk: `${'USER' | 'GUEST' | 'ADDRESS' | Group}#${string}`;
  readonly sk: string;
  readonly expiresAt: number;
  /** The key of the index by day, `2026-11-20#7`; absent from counters of a month or of a guest. */
  readonly utcDay?: string;
}

type Group = 'GUESTS' | 'FREE';

export interface UsageItem extends CounterKey, GrantItem {
  readonly characters?: number;
  readonly speechSeconds?: number;
  readonly spokenCharacters?: number;
  readonly importedCharacters?: number;
  /** Codes that were mailed for a new email address. */
  readonly emailCodes?: number;
  /** The UTC hour of the latest failed attempt, `2026-11-20T13`, and the failures in it. */
  readonly failedHour?: string;
  readonly failed?: number;
  readonly cardForms?: ReadonlySet<string>;
  readonly declinedCards?: ReadonlySet<string>;
  /** Promotion codes that were tried. */
  readonly codes?: ReadonlySet<string>;
  readonly [minute: `m_${string}`]: number;
}

export function getUsageTable(): string {
  return requireVariable('USAGE_TABLE');
}

export function buildCounterKey(caller: Guest | User, now: number): CounterKey {
  if (caller.kind === 'guest') return buildGuestCounterKey(caller.guestId);
  return buildDayCounterKey(toEmailKey(caller), now);
}

export function buildMonthCounterKey(user: User, now: number): CounterKey {
  return {
    pk: toEmailKey(user),
    sk: toDay(now).slice(0, 7),
    expiresAt: toSeconds(getNextMonth(now) + dayMs),
  };
}

export function toEmailKey({ profile }: Pick<User, 'profile'>): `USER#${string}` {
  return `USER#${getMailboxCode(profile)}`;
}

/** Of the first mailbox, if the account's email address has changed. */
export function getMailboxCode({ countedAs, email }: ProfileItem): string {
  return countedAs ?? sign('person', removeAlias(email));
}

export function buildAddressCounterKey(address: string, now: number): CounterKey {
  return buildDayCounterKey(`ADDRESS#${sign('address', findNetwork(address))}`, now);
}

/** Free accounts have a counter per address of their own, so that they and the guests there do not block each other. */
export function buildFreeAddressCounterKey(address: string, now: number): CounterKey {
  return buildDayCounterKey(`ADDRESS#${sign('address', `free ${findNetwork(address)}`)}`, now);
}

/**
 * A group's counters, because one DynamoDB key takes 1,000 writes a second. Each caller begins with another one.
 * @param count at most `shardCount`
 */
export function buildGroupCounterKeys(
  group: Group,
  caller: CounterKey,
  count: number,
  now: number,
): [CounterKey, ...CounterKey[]] {
  const first = pickShard(caller.pk);
  const build = (offset: number) => buildDayCounterKey(`${group}#${(first + offset) % count}`, now);
  return [build(0), ...Array.from({ length: count - 1 }, (_, index) => build(index + 1))];
}

export function readCounters(key: CounterKey, abortSignal?: AbortSignal): Promise<UsageItem | undefined> {
  return readItem(getUsageTable(), key, abortSignal);
}

/** How long a day's counters stay if the nightly job does not delete them. */
export const counterDays = 35;

/** The keys of a day in the index by day. */
export function listDayShards(day: string): string[] {
  return Array.from({ length: shardCount }, (_, shard) => `${day}#${shard}`);
}

export const shardCount = 16;

function pickShard(pk: string): number {
  return createHash('sha256').update(pk).digest().readUInt8() % shardCount;
}

export function buildDayCounterKey(pk: CounterKey['pk'], now: number): CounterKey {
  const day = toDay(now);
  const expiresAt = toSeconds(Date.parse(day) + counterDays * dayMs);
  return { pk, sk: day, expiresAt, utcDay: `${day}#${pickShard(pk)}` };
}

/** The counters outlive the guest's cookie, so that a guest never restarts at zero. */
function buildGuestCounterKey(guestId: string): CounterKey {
  const expiresAt = Math.ceil((decodeTime(guestId) + (guestCookieDays + graceDays) * dayMs) / 1_000);
  return { pk: `GUEST#${guestId}`, sk: 'ALL', expiresAt };
}

const graceDays = 7;
