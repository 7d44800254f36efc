import { getNextDay, getNextMonth } from '../../../shared/dates.ts';
import {
  DailyLimitReached,
  GuestLimitReached,
  IdempotencyKeyReused,
  type ProductError,
  RateLimited,
} from '../../errors.ts';
import { tooManyFailures } from '../../meters/attempts.ts';
import { getCeilings } from '../../meters/ceilings.ts';
import type { Guest, User } from '../../request/caller.ts';
import { runsPerWindow } from '../../tables/grant-item.ts';
import { allowanceRefused } from '../../telemetry/events.ts';

export type Reason =
  | 'limit'
  | 'characters'
  | 'month'
  | 'minute'
  | 'failed'
  | 'runs'
  | 'other-request'
  | 'address'
  | 'all';

/** @param retryAt with `runs`: when the request may run again, in milliseconds since 1970 */
export function refuse(caller: Guest | User, reason: Reason, retryAt = 0): ProductError {
  allowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason });
  const now = Date.now();
  switch (reason) {
    case 'limit':
      return caller.kind === 'guest' ? new GuestLimitReached() : new DailyLimitReached(getNextDay(now));
    case 'failed':
      return tooManyFailures(now);
    case 'other-request':
      return new IdempotencyKeyReused();
    case 'address':
      return limitUntil(getNextDay(now), 'Your network has reached today’s guest limit.', signUpOrWait);
    case 'all':
      return caller.kind === 'guest'
        ? limitUntil(getNextDay(now), 'Guest translations are used up for today.', signUpOrWait)
        : limitUntil(getNextDay(now), 'Translations for free accounts are used up for today.', upgradeOrWait);
    case 'characters':
      return refuseCharacters(caller, now);
    case 'month':
      return exceed(getNextMonth(now), getCeilings().premiumCharactersPerMonth, 'month', untilNextMonth);
    case 'minute':
      return refuseMinute(now);
    case 'runs':
      return refuseRuns(retryAt, now);
  }
}

function refuseCharacters({ kind }: Guest | User, now: number): ProductError {
  const { freeCharactersPerDay, premiumCharactersPerDay } = getCeilings();
  return kind === 'premium'
    ? exceed(getNextDay(now), premiumCharactersPerDay, 'day', 'Shorten it, or come back after midnight UTC.')
    : exceed(getNextDay(now), freeCharactersPerDay, 'day', upgradeOrWait);
}

function refuseMinute(now: number): ProductError {
  const happened = `You can translate ${getCeilings().premiumTranslationsPerMinute} texts a minute.`;
  const nextMinute = (Math.floor(now / 60_000) + 1) * 60_000;
  return limitUntil(nextMinute, happened, 'Please wait a minute and try again.');
}

function refuseRuns(retryAt: number, now: number): ProductError {
  const minutes = Math.ceil((retryAt - now) / 60_000);
  const happened = `You’ve translated this text ${runsPerWindow} times within a few minutes.`;
  const todo = `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return limitUntil(retryAt, happened, todo);
}

function exceed(retryAt: number, ceiling: number, period: 'day' | 'month', todo: string): ProductError {
  const max = `${ceiling.toLocaleString('en-GB')} characters a ${period}`;
  const happened = `Your account can translate ${max}, and this text would exceed that.`;
  return limitUntil(retryAt, happened, todo);
}

function limitUntil(retryAt: number, happened: string, todo: string): ProductError {
  return new RateLimited(happened, 'uncounted', todo, retryAt);
}

const signUpOrWait = 'Sign up for free to keep translating, or come back after midnight UTC.';
const upgradeOrWait = 'Upgrade to Premium, or come back after midnight UTC.';
const untilNextMonth = 'Shorten it, or come back next month.';
