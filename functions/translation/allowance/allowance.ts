import { getNextDay, getNextMonth } from '../../../shared/dates.ts';
import {
  DailyLimitReached,
  GuestLimitReached,
  IdempotencyKeyReused,
  ProductError,
  ProviderTimeout,
  RateLimited,
} from '../../errors.ts';
import { countFailedAttempt, createFailureLimitError } from '../../meters/attempts.ts';
import { type Amounts, type Bound, findTrialEnd, listBounds } from '../../meters/bounds.ts';
import { getCeilings } from '../../meters/ceilings.ts';
import { failAsTimeout, giveBack, type Reservation, reserve, type Taken } from '../../meters/reservations.ts';
import type { Guest, User } from '../../request/caller.ts';
import { runsPerWindow } from '../../tables/grant-item.ts';
import { logAllowanceRefused, logTranslationGranted } from '../../telemetry/events.ts';
import { type Refusal, say } from '../../texts.ts';
import { type Allowance, type GrantHandle, type GrantRequest, grant } from './grants.ts';

/** A translation that may be made now. Call exactly one of its functions, once. */
export interface GrantedTranslation {
  /** Records the answer before it is sent. @throws ProviderTimeout when it came too late */
  settle(): Promise<void>;
  /** Gives back what was not paid for. Does not throw. @returns the error, with its cost */
  fail(error: unknown): Promise<unknown>;
  /** Gives back the translation but not its cost, which stays in every ceiling. Does not throw. */
  uncount(): Promise<unknown>;
}

export async function grantTranslation(
  caller: Guest | User,
  request: GrantRequest,
): Promise<GrantedTranslation> {
  const { isRerun, settle, release, uncount } = await (caller.kind === 'premium'
    ? grantPremium(caller, request)
    : grantLimited(caller, request));
  const { requestId, kind } = caller;
  const userId = caller.kind === 'guest' ? undefined : caller.userId;
  logTranslationGranted({ requestId, kind, userId, characters: request.characters, isRerun });
  const fail = async (error: unknown) => {
    const isPaid = error instanceof ProductError && error.cost === 'counted';
    const [isGivenBack] = await Promise.all([release(isPaid), countFailedAttempt(caller, error)]);
    if (!(error instanceof ProductError) || kind === 'premium') return error;
    // Ceilings may count it, but the caller's allowance does not.
    return error.setCost(isGivenBack ? 'uncounted' : 'lapsing');
  };
  return { settle, fail, uncount };
}

/** Counts the caller's own allowance first, then the ceilings that callers share. */
async function grantLimited(caller: Guest | User, request: GrantRequest): Promise<GrantHandle> {
  const [own, ...shared] = listBounds(caller, Date.now());
  const amounts = { used: 1, characters: request.characters };
  const granted = await grant(toAllowance(caller, own), request, caller.signal);
  const taken = await reserveShared(
    caller,
    shared.map((bound) => ({ ...bound, amounts })),
  ).catch(async (error: unknown) => {
    const isGivenBack = await granted.release(false);
    throw error instanceof ProductError ? error.setCost(isGivenBack ? 'uncounted' : 'lapsing') : error;
  });
  const giveBackWith = async (ownReturn: Promise<boolean>, bounds: readonly Taken[], returned: Amounts) => {
    const [isGivenBack] = await Promise.all([
      ownReturn,
      giveBack(bounds.map(({ counters }) => ({ counters, amounts: returned }))),
    ]);
    return isGivenBack;
  };
  return {
    ...granted,
    // Paid characters stay counted.
    release: (isPaid) => giveBackWith(granted.release(isPaid), taken, isPaid ? { used: 1 } : amounts),
    // The address keeps the translation, for texts that always come back unchanged.
    uncount: () =>
      giveBackWith(
        granted.uncount(),
        taken.filter(({ of }) => of === 'all'),
        { used: 1 },
      ),
  };
}

function toAllowance(caller: Guest | User, { counters, max }: Bound): Allowance {
  return {
    counters,
    maxTranslations: max.used ?? 0,
    maxCharacters: max.characters ?? 0,
    // All guests share one ceiling of characters.
    createRefusal: (reason, retryAt) =>
      createRefusal(caller, caller.kind === 'guest' && reason === 'characters' ? 'all' : reason, retryAt),
  };
}

async function reserveShared(caller: Guest | User, reservations: readonly Reservation[]) {
  const reserved = await failAsTimeout('translation', reserve(reservations));
  if ('taken' in reserved) return reserved.taken;
  throw createRefusal(caller, reserved.refusedBy === 'failed' ? 'failed' : toReason(reserved.of));
}

async function grantPremium(user: User, { characters }: GrantRequest): Promise<GrantHandle> {
  const now = Date.now();
  const minute = formatMinute(now);
  const [own, ...others] = listBounds(user, now);
  const amounts = { characters };
  const reserved = await failAsTimeout(
    'translation',
    reserve([
      {
        ...own,
        amounts: { [minute]: 1, ...amounts },
        max: { ...own.max, [minute]: getCeilings().premiumTranslationsPerMinute },
        outdated: listPastMinutes(now),
      },
      ...others.map((bound) => ({ ...bound, amounts })),
    ]),
    'unknown',
  );
  if ('refusedBy' in reserved) {
    const { of, refusedBy } = reserved;
    if (refusedBy === 'failed') throw createRefusal(user, 'failed');
    throw createRefusal(user, refusedBy === minute ? 'minute' : toReason(of));
  }
  return {
    isRerun: false,
    settle: async () => {
      if (user.signal.aborted) throw new ProviderTimeout('translation').setCost('counted');
    },
    release: async (isPaid) => {
      if (!isPaid) await giveBack(reserved.taken.map(({ counters }) => ({ counters, amounts })));
      return true;
    },
    uncount: async () => true,
  };
}

function toReason(of: Bound['of']): 'characters' | Exclude<Bound['of'], 'own'> {
  return of === 'own' ? 'characters' : of;
}

function formatMinute(now: number): `m_${string}` {
  return `m_${new Date(now).toISOString().slice(11, 16).replace(':', '')}`;
}

/** Removed to keep the item small; the last minute stays, because it may still be written to. */
function listPastMinutes(now: number): string[] {
  return Array.from({ length: 10 }, (_, index) => formatMinute(now - (index + 2) * 60_000));
}

function createRefusal(caller: Guest | User, reason: Reason, retryAt = 0): ProductError {
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
      return new RateLimited(isGuest ? say('networkLimit') : say('freeNetworkLimit'), 'uncounted', nextDay);
    case 'all':
      return new RateLimited(isGuest ? say('allGuestsLimit') : say('allFreeLimit'), 'uncounted', nextDay);
    case 'characters':
      return new RateLimited(describeDay(caller), 'uncounted', nextDay);
    case 'trial': {
      const end = isGuest ? undefined : findTrialEnd(caller);
      return new RateLimited(say('trialCharacters', { max: ceilings.trialCharacters }), 'uncounted', end);
    }
    case 'month': {
      const text = say('monthCharacters', { max: ceilings.premiumCharactersPerMonth });
      return new RateLimited(text, 'uncounted', getNextMonth(now));
    }
    case 'minute': {
      const nextMinute = (Math.floor(now / 60_000) + 1) * 60_000;
      const text = say('minuteLimit', { max: ceilings.premiumTranslationsPerMinute });
      return new RateLimited(text, 'free', nextMinute);
    }
    case 'repeated-request': {
      const minutes = Math.ceil((retryAt - now) / 60_000);
      return new RateLimited(say('repeatedText', { times: runsPerWindow, minutes }), 'uncounted', retryAt);
    }
  }
}

function describeDay(caller: Guest | User): Refusal {
  const { freeCharactersPerDay, premiumCharactersPerDay, trialCharactersPerDay } = getCeilings();
  if (caller.kind !== 'premium') return say('freeCharacters', { max: freeCharactersPerDay });
  const isTrial = findTrialEnd(caller) !== undefined;
  return say('premiumCharacters', { max: isTrial ? trialCharactersPerDay : premiumCharactersPerDay });
}

type Reason = Exclude<
  Parameters<typeof logAllowanceRefused>[0]['reason'],
  | 'speech-seconds'
  | 'spoken-characters'
  | 'streams'
  | 'imported-characters'
  | 'card-forms'
  | 'codes'
  | 'email-codes'
>;
