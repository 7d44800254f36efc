import { getNextDay, getNextMonth } from '../../../shared/dates.ts';
import {
  DailyLimitReached,
  GuestLimitReached,
  IdempotencyKeyReused,
  type ProductError,
  RateLimited,
} from '../../errors.ts';
import { createFailureLimitError } from '../../meters/attempts.ts';
import { getCeilings } from '../../meters/ceilings.ts';
import type { Guest, User } from '../../request/caller.ts';
import { runsPerWindow } from '../../tables/grant-item.ts';
import { logAllowanceRefused } from '../../telemetry/events.ts';
import * as texts from '../../texts.ts';

type Reason = Exclude<
  Parameters<typeof logAllowanceRefused>[0]['reason'],
  'speech-seconds' | 'spoken-characters' | 'imported-characters' | 'card-forms'
>;

export function createRefusal(caller: Guest | User, reason: Reason, retryAt = 0): ProductError {
  logAllowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason });
  const now = Date.now();
  const nextDay = getNextDay(now);
  const ceilings = getCeilings();
  const isGuest = caller.kind === 'guest';
  switch (reason) {
    case 'limit':
      return isGuest ? new GuestLimitReached() : new DailyLimitReached(nextDay);
    case 'failed':
      return createFailureLimitError(now);
    case 'other-request':
      return new IdempotencyKeyReused();
    case 'address':
      return new RateLimited(texts.networkLimit, 'uncounted', nextDay);
    case 'all':
      return new RateLimited(isGuest ? texts.allGuestsLimit : texts.allFreeLimit, 'uncounted', nextDay);
    case 'characters':
      return caller.kind === 'premium'
        ? new RateLimited(texts.premiumCharacters(ceilings.premiumCharactersPerDay), 'uncounted', nextDay)
        : new RateLimited(texts.freeCharacters(ceilings.freeCharactersPerDay), 'uncounted', nextDay);
    case 'month': {
      const text = texts.monthCharacters(ceilings.premiumCharactersPerMonth);
      return new RateLimited(text, 'uncounted', getNextMonth(now));
    }
    case 'minute': {
      const nextMinute = (Math.floor(now / 60_000) + 1) * 60_000;
      const text = texts.minuteLimit(ceilings.premiumTranslationsPerMinute);
      return new RateLimited(text, 'uncounted', nextMinute);
    }
    case 'repeated-request': {
      const minutes = Math.ceil((retryAt - now) / 60_000);
      return new RateLimited(texts.repeatedText(runsPerWindow, minutes), 'uncounted', retryAt);
    }
  }
}
