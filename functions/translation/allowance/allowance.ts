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
import { countFailedAttempt, tooManyFailures } from '../../meters/attempts.ts';
import { getCeilings, getGuestShare } from '../../meters/ceilings.ts';
import {
  failAsTimeout,
  giveBack,
  type Refused,
  type Reservation,
  reserve,
} from '../../meters/reservations.ts';
import type { Guest, User } from '../../request/caller.ts';
import { runsPerWindow } from '../../tables/grant-item.ts';
import {
  selectAddressCounters,
  selectCounters,
  selectGroupCounters,
  selectMonthCounters,
} from '../../tables/usage.ts';
import { allowanceRefused, translationGranted } from '../../telemetry/events.ts';
import { type Allowance, type GrantRequest, grant, type Refusals } from './grants.ts';

/** A translation that may be made now. Call exactly one of the two, once. */
export interface GrantedTranslation {
  /** Records the answer before it is sent. @throws ProviderTimeout when it came too late */
  settle(): Promise<void>;
  /** Gives back what the failure has not cost. Does not throw. @returns the error, with its cost */
  fail(error: unknown): Promise<unknown>;
}

/**
 * Counts one translation for its caller, before anything is bought for it.
 *
 * @throws GuestLimitReached, DailyLimitReached, RateLimited, IdempotencyKeyReused
 * @throws ProviderTimeout if the database fails
 */
export async function grantTranslation(
  caller: Guest | User,
  request: GrantRequest,
): Promise<GrantedTranslation> {
  const { joined, settle, release } = await grantByKind(caller, request);
  const { requestId, kind } = caller;
  const account = caller.kind === 'guest' ? undefined : caller.userId;
  translationGranted({ requestId, kind, account, characters: request.characters, joined });
  const fail = async (error: unknown) => {
    const isPaid = error instanceof ProductError && error.cost === 'counted';
    const [isBack] = await Promise.all([release(isPaid), countFailedAttempt(caller)]);
    if (!(error instanceof ProductError) || kind === 'premium') return error;
    // Ceilings may count it, but the caller's allowance does not.
    return error.setCost(isBack ? 'uncounted' : 'lapsing');
  };
  return { settle, fail };
}

function grantByKind(caller: Guest | User, request: GrantRequest): Promise<Counted> {
  if (caller.kind === 'guest') return grantGuest(caller, request);
  return caller.kind === 'premium' ? grantPremium(caller, request) : grantFree(caller, request);
}

/** The address is counted first, so that a refusal there has written nothing else. */
async function grantGuest(guest: Guest, request: GrantRequest): Promise<Counted> {
  const now = Date.now();
  const { guestTranslationsPerAddress, guestCharactersPerAddress, guestCharactersPerDay } = getCeilings();
  const amounts = { used: 1, characters: request.characters };
  const address: Reservation = {
    counters: selectAddressCounters(guest.address, now),
    amounts,
    max: { used: guestTranslationsPerAddress, characters: guestCharactersPerAddress },
  };
  const atAddress = await failAsTimeout('translation', reserve([address]));
  if ('attribute' in atAddress) throw refuseAddress(guest, atAddress.attribute);

  const isLight = (atAddress.totals[0]?.used ?? 0) <= limits.translations.guest;
  const allGuests: Reservation = {
    counters: selectGroupCounters('guest', now),
    amounts,
    max: { characters: getGuestShare(guestCharactersPerDay, isLight) },
  };
  const own: Allowance = {
    counters: selectCounters(guest, now),
    limit: limits.translations.guest,
    characters: guestCharactersPerDay,
    refusals: buildRefusals(guest, {
      limit: () => refuse(guest, 'limit', new GuestLimitReached()),
      characters: () => refuseGuests(guest),
    }),
  };
  try {
    const counted = await grantWithin(guest, own, request, allGuests, () => refuseGuests(guest));
    return {
      ...counted,
      release: async (isPaid) => {
        const [isBack] = await Promise.all([counted.release(isPaid), giveBackShared(address, isPaid)]);
        return isBack;
      },
    };
  } catch (error) {
    await giveBack([address]);
    throw error;
  }
}

function refuseAddress(guest: Guest, attribute: string): ProductError {
  if (attribute === 'failed') return refuse(guest, 'failed', tooManyFailures(Date.now()));
  return refuse(guest, 'address', limitGuests('Your network has reached today’s guest limit.'));
}

function refuseGuests(guest: Guest): ProductError {
  return refuse(guest, 'all', limitGuests('Parley’s guests have reached today’s limit.'));
}

function limitGuests(happened: string): RateLimited {
  const todo = 'Sign up for free to keep translating, or come back after midnight UTC.';
  return new RateLimited(happened, 'uncounted', todo, getNextDay(Date.now()));
}

function grantFree(user: User, request: GrantRequest): Promise<Counted> {
  const now = Date.now();
  const { freeCharactersPerDay, allFreeCharactersPerDay } = getCeilings();
  const todo = 'Upgrade to Premium, or come back after midnight UTC.';
  const own: Allowance = {
    counters: selectCounters(user, now),
    limit: limits.translations.free,
    characters: freeCharactersPerDay,
    refusals: buildRefusals(user, {
      limit: () => refuse(user, 'limit', new DailyLimitReached(getNextDay(now))),
      characters: () =>
        refuseCharacters(
          user,
          `${formatNumber(freeCharactersPerDay)} characters a day`,
          todo,
          getNextDay(now),
        ),
    }),
  };
  const allFree: Reservation = {
    counters: selectGroupCounters('free', now),
    amounts: { used: 1, characters: request.characters },
    max: { characters: allFreeCharactersPerDay },
  };
  return grantWithin(user, own, request, allFree, () => {
    const happened = 'Parley’s free accounts have reached today’s limit.';
    return refuse(user, 'all', new RateLimited(happened, 'uncounted', todo, getNextDay(now)));
  });
}

/** Counts the caller's own allowance and, at the same time, the ceiling shared by all callers of the kind. */
async function grantWithin(
  caller: Guest | User,
  allowance: Allowance,
  request: GrantRequest,
  shared: Reservation,
  refuseShared: () => ProductError,
): Promise<Counted> {
  const [own, all] = await Promise.allSettled([
    grant(allowance, request, caller.signal),
    failAsTimeout('translation', reserve([shared])),
  ]);
  const isRefused = all.status === 'fulfilled' && 'attribute' in all.value;
  if (own.status === 'fulfilled' && all.status === 'fulfilled' && !isRefused) {
    const { joined, settle, release } = own.value;
    return {
      joined,
      settle,
      release: async (isPaid) => {
        const [isBack] = await Promise.all([release(), giveBackShared(shared, isPaid)]);
        return isBack;
      },
    };
  }
  const isBack = own.status === 'rejected' || (await own.value.release());
  if (all.status === 'fulfilled' && !isRefused) await giveBackShared(shared, false);
  if (own.status === 'rejected') throw own.reason;
  const error: ProductError = all.status === 'rejected' ? all.reason : refuseShared();
  throw error.setCost(isBack ? 'uncounted' : 'lapsing');
}

/** Paid characters stay counted; the translation comes back. */
function giveBackShared({ counters, amounts }: Reservation, isPaid: boolean): Promise<void> {
  return giveBack([{ counters, amounts: isPaid ? { used: 1 } : amounts }]);
}

async function grantPremium(user: User, { characters }: GrantRequest): Promise<Counted> {
  const now = Date.now();
  const minute = formatMinute(now);
  const { premiumTranslationsPerMinute, premiumCharactersPerDay, premiumCharactersPerMonth } = getCeilings();
  const amounts = { characters };
  const reservations: Reservation[] = [
    {
      counters: selectCounters(user, now),
      amounts: { [minute]: 1, ...amounts },
      max: { [minute]: premiumTranslationsPerMinute, characters: premiumCharactersPerDay },
      forget: listPastMinutes(now),
    },
    { counters: selectMonthCounters(user, now), amounts, max: { characters: premiumCharactersPerMonth } },
  ];
  const reserved = await failAsTimeout('translation', reserve(reservations), 'perhaps');
  if ('attribute' in reserved) throw refusePremium(user, reserved, now);
  const release = async (isPaid: boolean) => {
    if (!isPaid) await giveBack(reservations.map(({ counters }) => ({ counters, amounts })));
    return true;
  };
  const settle = async () => {
    if (user.signal.aborted) throw new ProviderTimeout('translation').setCost('counted');
  };
  return { joined: false, settle, release };
}

function formatMinute(now: number): `m_${string}` {
  return `m_${new Date(now).toISOString().slice(11, 16).replace(':', '')}`;
}

/** Removed to keep the item small; the last minute stays, because it may still be written to. */
function listPastMinutes(now: number): string[] {
  return Array.from({ length: 10 }, (_, index) => formatMinute(now - (index + 2) * 60_000));
}

function refusePremium(user: User, { index, attribute }: Refused, now: number): ProductError {
  const { premiumTranslationsPerMinute, premiumCharactersPerDay, premiumCharactersPerMonth } = getCeilings();
  if (attribute === 'failed') return refuse(user, 'failed', tooManyFailures(now));
  if (attribute !== 'characters') {
    const happened = `You can translate ${premiumTranslationsPerMinute} texts a minute.`;
    const todo = 'Please wait a minute and try again.';
    const nextMinute = (Math.floor(now / 60_000) + 1) * 60_000;
    return refuse(user, 'minute', new RateLimited(happened, 'uncounted', todo, nextMinute));
  }
  if (index === 0) {
    const max = `${formatNumber(premiumCharactersPerDay)} characters a day`;
    return refuseCharacters(user, max, 'Shorten it, or come back after midnight UTC.', getNextDay(now));
  }
  const max = `${formatNumber(premiumCharactersPerMonth)} characters a month`;
  return refuseCharacters(user, max, 'Shorten it, or come back next month.', getNextMonth(now), 'month');
}

function refuseCharacters(
  user: User,
  max: string,
  todo: string,
  retryAt: number,
  reason: Reason = 'characters',
): ProductError {
  const happened = `Your account can translate ${max}, and this text would exceed that.`;
  return refuse(user, reason, new RateLimited(happened, 'uncounted', todo, retryAt));
}

function formatNumber(amount: number): string {
  return amount.toLocaleString('en-GB');
}

function buildRefusals(caller: Guest | User, own: Pick<Refusals, 'limit' | 'characters'>): Refusals {
  return {
    ...own,
    failed: () => refuse(caller, 'failed', tooManyFailures(Date.now())),
    runs: (retryAt) => {
      const minutes = Math.ceil((retryAt - Date.now()) / 60_000);
      const happened = `You’ve translated this text ${runsPerWindow} times within a few minutes.`;
      const todo = `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      return refuse(caller, 'runs', new RateLimited(happened, 'uncounted', todo, retryAt));
    },
    otherRequest: () => refuse(caller, 'other-request', new IdempotencyKeyReused()),
  };
}

function refuse(caller: Guest | User, reason: Reason, error: ProductError): ProductError {
  allowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason });
  return error;
}

type Reason = Parameters<typeof allowanceRefused>[0]['reason'];

interface Counted extends Pick<GrantedTranslation, 'settle'> {
  readonly joined: boolean;
  /** @returns false if the caller's own grant could not be given back, and lapses instead */
  release(isPaid: boolean): Promise<boolean>;
}
