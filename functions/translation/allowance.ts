import { limits } from '../../shared/limits.ts';
import type { Guest, User } from '../caller.ts';
import { ceilings } from '../ceilings.ts';
import {
  DailyLimitReached,
  GuestLimitReached,
  IdempotencyKeyReused,
  type ProductError,
  ProviderTimeout,
  RateLimited,
} from '../errors.ts';
import { allowanceRefused, translationGranted } from '../events.ts';
import { count, giveBack } from '../meter.ts';
import {
  type Counters,
  countersOf,
  countersOfAddress,
  countersOfAllGuests,
  readCounters,
} from '../usage-table.ts';
import { type Granted, type GrantRequest, grant, type Refusals, runsPerWindow } from './grants.ts';

/**
 * Counts one translation for its caller, before anything is bought for it.
 *
 * @throws GuestLimitReached, DailyLimitReached, RateLimited, IdempotencyKeyReused
 */
export async function grantTranslation(caller: Guest | User, request: GrantRequest): Promise<Granted> {
  const granted = await grantByKind(caller, request);
  const { requestId, kind } = caller;
  translationGranted({ requestId, kind, characters: request.characters, joined: granted.joined });
  return granted;
}

function grantByKind(caller: Guest | User, request: GrantRequest): Promise<Granted> {
  if (caller.kind === 'guest') return grantGuest(caller, request);
  return caller.kind === 'premium' ? grantPremium(caller, request) : grantFree(caller, request);
}

/**
 * A guest's own translations, and what keeps somebody with many guests' cookies in bounds. The address comes
 * first: who is stopped there has written nothing else. When the provider is called, all three are counted.
 */
async function grantGuest(guest: Guest, request: GrantRequest): Promise<Granted> {
  const now = Date.now();
  const undo: (() => Promise<void>)[] = [];
  const release = async () => {
    await Promise.all(undo.splice(0).map((each) => each()));
  };
  try {
    const address = countersOfAddress(guest.address, now);
    if (!(await count(address, { used: 1 }, { used: ceilings().guestTranslationsPerAddress }))) {
      throw refuse(
        guest,
        'address',
        new RateLimited(`Your network has ${guestsDone}`, 'uncounted', guestsTodo),
      );
    }
    undo.push(() => giveBack(address, { used: 1 }));

    const everybody = countersOfAllGuests(now);
    const amounts = { used: 1, characters: request.characters };
    const [own, counted] = await Promise.allSettled([
      grant(allowanceOfGuest(guest, now), request, guest.signal),
      count(everybody, amounts, { characters: ceilings().guestCharactersPerDay }),
    ]);
    if (own.status === 'fulfilled') undo.push(own.value.release);
    if (counted.status === 'fulfilled' && counted.value) undo.push(() => giveBack(everybody, amounts));
    if (own.status === 'rejected') throw own.reason;
    if (counted.status === 'rejected') throw counted.reason;
    if (!counted.value) throw guestsRefusal(guest);
    const { joined, settle } = own.value;
    return { joined, settle, release };
  } catch (error) {
    await release();
    throw error;
  }
}

function allowanceOfGuest(guest: Guest, now: number) {
  return {
    counters: countersOf(guest, now),
    limit: limits.translations.guest,
    characters: ceilings().guestCharactersPerDay,
    refusals: refusalsOf(guest, {
      limit: () => refuse(guest, 'limit', new GuestLimitReached()),
      characters: () => guestsRefusal(guest),
    }),
  };
}

function guestsRefusal(guest: Guest): ProductError {
  return refuse(
    guest,
    'guests',
    new RateLimited(`Parley’s guests have ${guestsDone}`, 'uncounted', guestsTodo),
  );
}

const guestsDone = 'translated as much as guests can in a day.';
const guestsTodo = 'Sign up for free to go on, or come back after midnight UTC.';

function grantFree(user: User, request: GrantRequest): Promise<Granted> {
  const most = ceilings().freeCharactersPerDay;
  const allowance = {
    counters: countersOf(user, Date.now()),
    limit: limits.translations.free,
    characters: most,
    refusals: refusalsOf(user, {
      limit: () => refuse(user, 'limit', new DailyLimitReached()),
      characters: () => charactersRefusal(user, most, 'Upgrade to Premium, or come back after midnight UTC.'),
    }),
  };
  return grant(allowance, request, user.signal);
}

/** Premium has no limit. What guards it is one update: so many a minute, and so many characters a day. */
async function grantPremium(user: User, request: GrantRequest): Promise<Granted> {
  const now = Date.now();
  const counters = countersOf(user, now);
  const minute = minuteName(now);
  const { premiumTranslationsPerMinute, premiumCharactersPerDay } = ceilings();
  const isWithin = await count(
    counters,
    { [minute]: 1, characters: request.characters },
    { [minute]: premiumTranslationsPerMinute, characters: premiumCharactersPerDay },
    pastMinutes(now),
  );
  if (!isWithin) throw await premiumRefusal(user, counters, minute);
  // The minute guards calls, also those that fail.
  const release = () => giveBack(counters, { characters: request.characters });
  const settle = async () => {
    if (!user.signal.aborted) return;
    await release();
    throw new ProviderTimeout('translation');
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

async function premiumRefusal(user: User, counters: Counters, minute: `m_${string}`): Promise<ProductError> {
  const item = await readCounters(counters);
  const { premiumTranslationsPerMinute, premiumCharactersPerDay } = ceilings();
  if ((item?.[minute] ?? 0) < premiumTranslationsPerMinute) {
    return charactersRefusal(user, premiumCharactersPerDay, 'Shorten it, or come back after midnight UTC.');
  }
  const happened = `At most ${premiumTranslationsPerMinute} texts are translated in a minute.`;
  const todo = 'Please wait a minute and try again.';
  return refuse(user, 'minute', new RateLimited(happened, 'uncounted', todo));
}

function charactersRefusal(user: User, most: number, todo: string): ProductError {
  const happened = `Your account can translate ${most.toLocaleString('en-GB')} characters a day, and with this text it would be more.`;
  return refuse(user, 'characters', new RateLimited(happened, 'uncounted', todo));
}

function refusalsOf(caller: Guest | User, own: Pick<Refusals, 'limit' | 'characters'>): Refusals {
  return {
    ...own,
    runs: (again) => {
      const minutes = Math.ceil((again - Date.now()) / 60_000);
      const happened = `This text has been translated ${runsPerWindow} times within a short time.`;
      const todo = `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      return refuse(caller, 'runs', new RateLimited(happened, 'uncounted', todo));
    },
    otherRequest: () => refuse(caller, 'other-request', new IdempotencyKeyReused()),
  };
}

function refuse(caller: Guest | User, reason: Reason, error: ProductError): ProductError {
  allowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason });
  return error;
}

type Reason = Parameters<typeof allowanceRefused>[0]['reason'];
