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
import { ceilings, shareOfGuests } from '../../meters/ceilings.ts';
import { count, countAll, giveBack, giveBackAll, inTime, type Taking } from '../../meters/meter.ts';
import type { Guest, User } from '../../request/caller.ts';
import {
  countersOf,
  countersOfAddress,
  countersOfAll,
  countersOfMonth,
  nextDay,
  nextMonth,
} from '../../tables/usage.ts';
import { allowanceRefused, translationGranted } from '../../telemetry/events.ts';
import { type Allowance, type GrantRequest, grant, type Refusals, runsPerWindow } from './grants.ts';

/** A translation that may be made now. Exactly one of the two is called, once. */
export interface GrantedTranslation {
  /** Records that the answer is given; called before it is. @throws ProviderTimeout when it came too late */
  settle(): Promise<void>;
  /** Gives back what the failure has not cost. It does not throw. @returns the error, with what it has cost */
  fail(error: unknown): Promise<unknown>;
}

/**
 * Counts one translation for its caller, before anything is bought for it.
 *
 * @throws GuestLimitReached, DailyLimitReached, RateLimited, IdempotencyKeyReused
 * @throws ProviderTimeout where the database did not tell in time
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
    return error.costing(isBack ? 'uncounted' : 'lapsing');
  };
  return { settle, fail };
}

function grantByKind(caller: Guest | User, request: GrantRequest): Promise<Counted> {
  if (caller.kind === 'guest') return grantGuest(caller, request);
  return caller.kind === 'premium' ? grantPremium(caller, request) : grantFree(caller, request);
}

/**
 * A guest's own translations, and what keeps somebody with many guests' cookies in bounds. The address comes
 * first: who is stopped there has written nothing else. When the provider is called, all three are counted.
 */
async function grantGuest(guest: Guest, request: GrantRequest): Promise<Counted> {
  const now = Date.now();
  const { guestTranslationsPerAddress, guestCharactersPerAddress, guestCharactersPerDay } = ceilings();
  const amounts = { used: 1, characters: request.characters };
  const address: Taking = {
    counters: countersOfAddress(guest.address, now),
    amounts,
    most: { used: guestTranslationsPerAddress, characters: guestCharactersPerAddress },
  };
  const atAddress = await inTime('translation', count(address));
  if ('refusedBy' in atAddress) throw addressRefusal(guest, atAddress.refusedBy);

  const isLight = (atAddress.total.used ?? 0) <= limits.translations.guest;
  const everybody: Taking = {
    counters: countersOfAll('guest', now),
    amounts,
    most: { characters: shareOfGuests(guestCharactersPerDay, isLight) },
  };
  const own: Allowance = {
    counters: countersOf(guest, now),
    limit: limits.translations.guest,
    characters: guestCharactersPerDay,
    refusals: refusalsOf(guest, {
      limit: () => refuse(guest, 'limit', new GuestLimitReached()),
      characters: () => guestsRefusal(guest),
    }),
  };
  try {
    const counted = await grantWithin(guest, own, request, everybody, () => guestsRefusal(guest));
    return {
      ...counted,
      release: async (isPaid) => {
        const [isBack] = await Promise.all([counted.release(isPaid), giveBackShared(address, isPaid)]);
        return isBack;
      },
    };
  } catch (error) {
    await giveBack(address.counters, amounts);
    throw error;
  }
}

function addressRefusal(guest: Guest, by: string): ProductError {
  if (by === 'failed') return refuse(guest, 'failed', tooManyFailures(Date.now()));
  return refuse(guest, 'address', guestsHaveTranslated('Your network has'));
}

function guestsRefusal(guest: Guest): ProductError {
  return refuse(guest, 'all', guestsHaveTranslated('Parley’s guests have'));
}

function guestsHaveTranslated(who: string): RateLimited {
  return new RateLimited(
    `${who} translated as much as guests can in a day.`,
    'uncounted',
    'Sign up for free to go on, or come back after midnight UTC.',
    nextDay(Date.now()),
  );
}

function grantFree(user: User, request: GrantRequest): Promise<Counted> {
  const now = Date.now();
  const { freeCharactersPerDay, allFreeCharactersPerDay } = ceilings();
  const own: Allowance = {
    counters: countersOf(user, now),
    limit: limits.translations.free,
    characters: freeCharactersPerDay,
    refusals: refusalsOf(user, {
      limit: () => refuse(user, 'limit', new DailyLimitReached(nextDay(now))),
      characters: () =>
        charactersRefusal(
          user,
          `${inWords(freeCharactersPerDay)} characters a day`,
          'Upgrade to Premium, or come back after midnight UTC.',
          nextDay(now),
        ),
    }),
  };
  const everybody: Taking = {
    counters: countersOfAll('free', now),
    amounts: { used: 1, characters: request.characters },
    most: { characters: allFreeCharactersPerDay },
  };
  return grantWithin(user, own, request, everybody, () => {
    const happened = 'Parley’s free accounts have translated as much as they can in a day.';
    const todo = 'Upgrade to Premium, or come back after midnight UTC.';
    return refuse(user, 'all', new RateLimited(happened, 'uncounted', todo, nextDay(now)));
  });
}

/** The caller's own allowance, and beside it what all callers of the kind share. */
async function grantWithin(
  caller: Guest | User,
  allowance: Allowance,
  request: GrantRequest,
  shared: Taking,
  refusal: () => ProductError,
): Promise<Counted> {
  const [own, all] = await Promise.allSettled([
    grant(allowance, request, caller.signal),
    inTime('translation', count(shared)),
  ]);
  const isRefused = all.status === 'fulfilled' && 'refusedBy' in all.value;
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
  const error: ProductError = all.status === 'rejected' ? all.reason : refusal();
  throw error.costing(isBack ? 'uncounted' : 'lapsing');
}

/** What a provider was paid for stays counted; the translation comes back. */
function giveBackShared({ counters, amounts }: Taking, isPaid: boolean): Promise<void> {
  return giveBack(counters, isPaid ? { used: 1 } : amounts);
}

/** Premium has fair-use ceilings: translations a minute, characters a day and a month. */
async function grantPremium(user: User, { characters }: GrantRequest): Promise<Counted> {
  const now = Date.now();
  const minute = minuteName(now);
  const { premiumTranslationsPerMinute, premiumCharactersPerDay, premiumCharactersPerMonth } = ceilings();
  const amounts = { characters };
  const takings: Taking[] = [
    {
      counters: countersOf(user, now),
      amounts: { [minute]: 1, ...amounts },
      most: { [minute]: premiumTranslationsPerMinute, characters: premiumCharactersPerDay },
      forget: pastMinutes(now),
    },
    { counters: countersOfMonth(user, now), amounts, most: { characters: premiumCharactersPerMonth } },
  ];
  const refused = await inTime('translation', countAll(takings), 'perhaps');
  if (refused) throw premiumRefusal(user, refused, now);
  // The minute guards calls, also those that fail.
  const release = async (isPaid: boolean) => {
    if (!isPaid) await giveBackAll(takings.map((taking) => ({ ...taking, amounts })));
    return true;
  };
  const settle = async () => {
    if (user.signal.aborted) throw new ProviderTimeout('translation').costing('counted');
  };
  return { joined: false, settle, release };
}

function minuteName(now: number): `m_${string}` {
  return `m_${new Date(now).toISOString().slice(11, 16).replace(':', '')}`;
}

/** Forgotten on the way, so that a day's item stays small; not the last one, which may still be written to. */
function pastMinutes(now: number): string[] {
  return Array.from({ length: 10 }, (_, index) => minuteName(now - (index + 2) * 60_000));
}

function premiumRefusal(user: User, { at, by }: { at: number; by: string }, now: number): ProductError {
  const { premiumTranslationsPerMinute, premiumCharactersPerDay, premiumCharactersPerMonth } = ceilings();
  if (by === 'failed') return refuse(user, 'failed', tooManyFailures(now));
  if (by !== 'characters') {
    const happened = `At most ${premiumTranslationsPerMinute} texts are translated in a minute.`;
    const todo = 'Please wait a minute and try again.';
    const nextMinute = (Math.floor(now / 60_000) + 1) * 60_000;
    return refuse(user, 'minute', new RateLimited(happened, 'uncounted', todo, nextMinute));
  }
  return at === 0
    ? charactersRefusal(
        user,
        `${inWords(premiumCharactersPerDay)} characters a day`,
        'Shorten it, or come back after midnight UTC.',
        nextDay(now),
      )
    : charactersRefusal(
        user,
        `${inWords(premiumCharactersPerMonth)} characters a month`,
        'Shorten it, or come back next month.',
        nextMonth(now),
        'month',
      );
}

function charactersRefusal(
  user: User,
  most: string,
  todo: string,
  again: number,
  reason: Reason = 'characters',
): ProductError {
  const happened = `Your account can translate ${most}, and with this text it would be more.`;
  return refuse(user, reason, new RateLimited(happened, 'uncounted', todo, again));
}

function inWords(amount: number): string {
  return amount.toLocaleString('en-GB');
}

function refusalsOf(caller: Guest | User, own: Pick<Refusals, 'limit' | 'characters'>): Refusals {
  return {
    ...own,
    failed: () => refuse(caller, 'failed', tooManyFailures(Date.now())),
    runs: (again) => {
      const minutes = Math.ceil((again - Date.now()) / 60_000);
      const happened = `This text has been translated ${runsPerWindow} times within a short time.`;
      const todo = `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      return refuse(caller, 'runs', new RateLimited(happened, 'uncounted', todo, again));
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
  /** @returns false where the caller's own grant could not be given back: then it lapses */
  release(isPaid: boolean): Promise<boolean>;
}
