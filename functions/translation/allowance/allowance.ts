import { getNextDay, getNextMonth } from '../../../shared/dates.ts';
import { limits } from '../../../shared/limits.ts';
import {
  DailyLimitReached,
  GuestLimitReached,
  IdempotencyKeyReused,
  ProductError,
  ProviderTimeout,
  RateLimited,
} from '../../errors.ts';
import { countFailedAttempt, createFailureLimitError } from '../../meters/attempts.ts';
import { getCeilings, getUsableCeiling } from '../../meters/ceilings.ts';
import {
  type Amounts,
  failAsTimeout,
  giveBack,
  type Reservation,
  reserve,
} from '../../meters/reservations.ts';
import type { Guest, User } from '../../request/caller.ts';
import { runsPerWindow } from '../../tables/grant-item.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildFreeAddressCounterKey,
  buildGroupCounterKey,
  buildMonthCounterKey,
  type CounterKey,
} from '../../tables/usage.ts';
import { logAllowanceRefused, logTranslationGranted } from '../../telemetry/events.ts';
import * as texts from '../../texts.ts';
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
  const { isRerun, settle, release, uncount } = await grantByKind(caller, request);
  const { requestId, kind } = caller;
  const userId = caller.kind === 'guest' ? undefined : caller.userId;
  logTranslationGranted({ requestId, kind, userId, characters: request.characters, isRerun });
  const fail = async (error: unknown) => {
    const isPaid = error instanceof ProductError && error.cost === 'counted';
    const [isGivenBack] = await Promise.all([release(isPaid), countFailedAttempt(caller)]);
    if (!(error instanceof ProductError) || kind === 'premium') return error;
    // Ceilings may count it, but the caller's allowance does not.
    return error.setCost(isGivenBack ? 'uncounted' : 'lapsing');
  };
  return { settle, fail, uncount };
}

function grantByKind(caller: Guest | User, request: GrantRequest): Promise<GrantHandle> {
  if (caller.kind === 'guest') return grantGuest(caller, request);
  return caller.kind === 'premium' ? grantPremium(caller, request) : grantFree(caller, request);
}

function grantGuest(guest: Guest, request: GrantRequest): Promise<GrantHandle> {
  const now = Date.now();
  const { guestTranslationsPerAddress, guestCharactersPerAddress, guestCharactersPerDay } = getCeilings();
  const own: Allowance = {
    counters: buildCounterKey(guest, now),
    maxTranslations: limits.translations.guest,
    maxCharacters: guestCharactersPerDay,
    createRefusal: (reason, retryAt) =>
      createRefusal(guest, reason === 'characters' ? 'all' : reason, retryAt),
  };
  return grantAtAddress(guest, own, request, {
    address: buildAddressCounterKey(guest.address, now),
    addressMax: { used: guestTranslationsPerAddress, characters: guestCharactersPerAddress },
    all: buildGroupCounterKey('guest', now),
    maxOfAll: guestCharactersPerDay,
  });
}

function grantFree(user: User, request: GrantRequest): Promise<GrantHandle> {
  const now = Date.now();
  const { freeCharactersPerDay, freeCharactersPerAddress, allFreeCharactersPerDay } = getCeilings();
  const own: Allowance = {
    counters: buildCounterKey(user, now),
    maxTranslations: limits.translations.free,
    maxCharacters: freeCharactersPerDay,
    createRefusal: (reason, retryAt) => createRefusal(user, reason, retryAt),
  };
  return grantAtAddress(user, own, request, {
    address: buildFreeAddressCounterKey(user.address, now),
    addressMax: { characters: freeCharactersPerAddress },
    all: buildGroupCounterKey('free', now),
    maxOfAll: allFreeCharactersPerDay,
  });
}

/** Counts against the address first: if it refuses, no other counter has been written. */
async function grantAtAddress(
  caller: Guest | User,
  own: Allowance,
  request: GrantRequest,
  shared: SharedCeilings,
): Promise<GrantHandle> {
  const amounts = { used: 1, characters: request.characters };
  const address: Reservation = { counters: shared.address, amounts, max: shared.addressMax };
  const atAddress = await failAsTimeout('translation', reserve([address]));
  if ('refusedBy' in atAddress) {
    throw createRefusal(caller, atAddress.refusedBy === 'failed' ? 'failed' : 'address');
  }
  const isLightlyUsed = (atAddress.totals[0]?.used ?? 0) <= own.maxTranslations;
  const all: Reservation = {
    counters: shared.all,
    amounts,
    max: { characters: getUsableCeiling(shared.maxOfAll, isLightlyUsed) },
  };
  try {
    const granted = await grantUnderCeiling(caller, own, request, all);
    // Uncounted translations stay limited by the address, for texts that always come back unchanged.
    return { ...includeReservation(granted, address), uncount: granted.uncount };
  } catch (error) {
    await giveBack([address]);
    throw error;
  }
}

interface SharedCeilings {
  readonly address: CounterKey;
  readonly addressMax: Amounts;
  readonly all: CounterKey;
  readonly maxOfAll: number;
}

/** Counts the caller's own allowance and, at the same time, the ceiling shared by all callers of the kind. */
async function grantUnderCeiling(
  caller: Guest | User,
  allowance: Allowance,
  request: GrantRequest,
  shared: Reservation,
): Promise<GrantHandle> {
  const [own, all] = await Promise.allSettled([
    grant(allowance, request, caller.signal),
    failAsTimeout('translation', reserve([shared])),
  ]);
  const isReserved = all.status === 'fulfilled' && !('refusedBy' in all.value);
  if (own.status === 'fulfilled' && isReserved) return includeReservation(own.value, shared);
  const isGivenBack = own.status === 'rejected' || (await own.value.release(false));
  if (isReserved) await giveBack([shared]);
  if (own.status === 'rejected') throw own.reason;
  const error: ProductError = all.status === 'rejected' ? all.reason : createRefusal(caller, 'all');
  throw error.setCost(isGivenBack ? 'uncounted' : 'lapsing');
}

/** Paid characters stay counted; the translation is given back. */
function includeReservation(granted: GrantHandle, { counters, amounts }: Reservation): GrantHandle {
  const includeReturn = async (release: Promise<boolean>, returned: Amounts) => {
    const [isGivenBack] = await Promise.all([release, giveBack([{ counters, amounts: returned }])]);
    return isGivenBack;
  };
  return {
    ...granted,
    release: (isPaid) => includeReturn(granted.release(isPaid), isPaid ? { used: 1 } : amounts),
    uncount: () => includeReturn(granted.uncount(), { used: 1 }),
  };
}

async function grantPremium(user: User, { characters }: GrantRequest): Promise<GrantHandle> {
  const now = Date.now();
  const minute = formatMinute(now);
  const { premiumTranslationsPerMinute, premiumCharactersPerDay, premiumCharactersPerMonth } = getCeilings();
  const amounts = { characters };
  const reservations: Reservation[] = [
    {
      counters: buildCounterKey(user, now),
      amounts: { [minute]: 1, ...amounts },
      max: { [minute]: premiumTranslationsPerMinute, characters: premiumCharactersPerDay },
      outdated: listPastMinutes(now),
    },
    { counters: buildMonthCounterKey(user, now), amounts, max: { characters: premiumCharactersPerMonth } },
  ];
  const reserved = await failAsTimeout('translation', reserve(reservations), 'unknown');
  if ('refusedBy' in reserved) {
    const { reservation, refusedBy } = reserved;
    if (refusedBy === 'failed') throw createRefusal(user, 'failed');
    if (refusedBy === minute) throw createRefusal(user, 'minute');
    throw createRefusal(user, minute in reservation.amounts ? 'characters' : 'month');
  }
  return {
    isRerun: false,
    settle: async () => {
      if (user.signal.aborted) throw new ProviderTimeout('translation').setCost('counted');
    },
    release: async (isPaid) => {
      if (!isPaid) await giveBack(reservations.map(({ counters }) => ({ counters, amounts })));
      return true;
    },
    uncount: async () => true,
  };
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
      return new RateLimited(isGuest ? texts.networkLimit : texts.freeNetworkLimit, 'uncounted', nextDay);
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
      return new RateLimited(text, 'free', nextMinute);
    }
    case 'repeated-request': {
      const minutes = Math.ceil((retryAt - now) / 60_000);
      return new RateLimited(texts.repeatedText(runsPerWindow, minutes), 'uncounted', retryAt);
    }
  }
}

type Reason = Exclude<
  Parameters<typeof logAllowanceRefused>[0]['reason'],
  'speech-seconds' | 'spoken-characters' | 'streams' | 'imported-characters' | 'card-forms'
>;
