import { getNextDay, getNextMonth } from '../../../shared/dates.ts';
import {
  DailyLimitReached,
  GuestLimitReached,
  IdempotencyKeyReused,
  type ProductError,
  RateLimited,
} from '../../errors.ts';
import { createFailureLimit } from '../../meters/attempts.ts';
import { getCeilings } from '../../meters/ceilings.ts';
import type { Guest, User } from '../../request/caller.ts';
import { runsPerWindow } from '../../tables/grant-item.ts';
import { logAllowanceRefused } from '../../telemetry/events.ts';

type Reason = Exclude<
  Parameters<typeof logAllowanceRefused>[0]['reason'],
  'speech-seconds' | 'spoken-characters' | 'kept-characters' | 'card-forms'
>;

/** @param retryAt with `runs`: when the request may run again, in milliseconds since 1970 */
export function createRefusal(caller: Guest | User, reason: Reason, retryAt = 0): ProductError {
  logAllowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason });
  const now = Date.now();
  const ceilings = getCeilings();
  switch (reason) {
    case 'limit':
      return caller.kind === 'guest' ? new GuestLimitReached() : new DailyLimitReached(getNextDay(now));
    case 'failed':
      return createFailureLimit(now);
    case 'other-request':
      return new IdempotencyKeyReused();
    case 'address':
      return createLimit(getNextDay(now), 'Your network has reached today’s guest limit.', signUpOrWait);
    case 'all':
      return caller.kind === 'guest'
        ? createLimit(getNextDay(now), 'Guest translations are used up for today.', signUpOrWait)
        : createLimit(getNextDay(now), 'Free account translations are used up for today.', upgradeOrWait);
    case 'characters':
      return caller.kind === 'premium'
        ? createExcess(now, 'day', ceilings.premiumCharactersPerDay, shortenOrWait)
        : createExcess(now, 'day', ceilings.freeCharactersPerDay, upgradeOrWait);
    case 'month':
      return createExcess(now, 'month', ceilings.premiumCharactersPerMonth, untilNextMonth);
    case 'minute': {
      const happened = `You can translate ${ceilings.premiumTranslationsPerMinute} texts a minute.`;
      const nextMinute = (Math.floor(now / 60_000) + 1) * 60_000;
      return createLimit(nextMinute, happened, 'Please wait a minute and try again.');
    }
    case 'runs': {
      const minutes = Math.ceil((retryAt - now) / 60_000);
      const happened = `You’ve translated this text ${runsPerWindow} times within a few minutes.`;
      const todo = `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      return createLimit(retryAt, happened, todo);
    }
  }
}

function createExcess(now: number, period: 'day' | 'month', ceiling: number, todo: string): ProductError {
  const max = `${ceiling.toLocaleString('en-GB')} characters a ${period}`;
  const happened = `Your account can translate ${max}, and this text would exceed that.`;
  return createLimit(period === 'day' ? getNextDay(now) : getNextMonth(now), happened, todo);
}

function createLimit(retryAt: number, happened: string, todo: string): ProductError {
  return new RateLimited(happened, 'uncounted', todo, retryAt);
}

const signUpOrWait = 'Sign up for free to keep translating, or come back after midnight UTC.';
const upgradeOrWait = 'Upgrade to Premium, or come back after midnight UTC.';
const shortenOrWait = 'Shorten it, or come back after midnight UTC.';
const untilNextMonth = 'Shorten it, or come back next month.';
