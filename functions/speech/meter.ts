import { getNextDay, getNextMonth } from '../../shared/dates.ts';
import { limits } from '../../shared/limits.ts';
import { ProductError, ProviderBusy, RateLimited } from '../errors.ts';
import { countFailedAttempt, createFailureLimit } from '../meters/attempts.ts';
import { getCeilings, getGuestShare } from '../meters/ceilings.ts';
import { type Amounts, failAsTimeout, giveBack, type Reservation, reserve } from '../meters/reservations.ts';
import type { Guest, User } from '../request/caller.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildGroupCounterKey,
  buildMonthCounterKey,
} from '../tables/usage.ts';
import { logAllowanceRefused, logSpeechGranted } from '../telemetry/events.ts';
import { minCharacters } from '../translation/allowance/paid-characters.ts';

/**
 * Meters throw RateLimited, ProviderTimeout if the database fails, and the errors of their work.
 * A clip's billed seconds come back on failure, unless the recogniser was paid.
 */
export async function meterClip<T>(
  caller: Guest | User,
  seconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const speechSeconds = countBilledSeconds(seconds);
  const reserved = await reserveSpeech(caller, speechSeconds);
  reportGrant(caller, { speechSeconds });
  return returnOnFailure(caller, reserved, work);
}

/**
 * Reserves a stream's seconds, or what is left of them, and returns those that are not billed.
 * A killed function gives none back, because the recogniser was paid.
 */
export async function meterStream<T extends { readonly seconds: number }>(
  caller: Guest | User,
  work: (maxSeconds: number) => Promise<T>,
): Promise<T> {
  const { reserved, speechSeconds } = await reserveStream(caller);
  const outcome = await returnOnFailure(caller, reserved, () => work(speechSeconds));
  const billed = countBilledSeconds(outcome.seconds);
  reportGrant(caller, { speechSeconds: billed });
  const unused = speechSeconds - billed;
  if (unused > 0) {
    await giveBack(reserved.map(({ counters }) => ({ counters, amounts: { speechSeconds: unused } })));
  }
  return outcome;
}

async function returnOnFailure<T>(
  caller: Guest | User,
  reserved: readonly Reservation[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await Promise.all([
      isPaid(error) || giveBack(reserved),
      // The caller is not at fault, and is asked to try again.
      error instanceof ProviderBusy || countFailedAttempt(caller),
    ]);
    throw error;
  }
}

async function reserveStream(
  caller: Guest | User,
): Promise<{ reserved: readonly Reservation[]; speechSeconds: number }> {
  try {
    return {
      reserved: await reserveSpeech(caller, limits.streamSeconds),
      speechSeconds: limits.streamSeconds,
    };
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
    return { reserved: await reserveSpeech(caller, minBilledSeconds), speechSeconds: minBilledSeconds };
  }
}

/** Characters of failed pieces come back. If `join` throws, they stay counted. */
export async function meterSpoken<Part, Whole>(
  user: User,
  pieces: readonly string[],
  speak: (piece: string) => Promise<Part>,
  join: (parts: Part[]) => Whole,
): Promise<Whole> {
  const spokenCharacters = Math.max(minCharacters, countCharacters(pieces));
  const reserved = await reserveSpoken(user, spokenCharacters);
  reportGrant(user, { spokenCharacters });
  const outcomes = await Promise.allSettled(pieces.map(speak));
  const unpaid = pieces.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'rejected' && !isPaid(outcome.reason);
  });
  const isAllUnpaid = unpaid.length === pieces.length;
  const back = { spokenCharacters: isAllUnpaid ? spokenCharacters : countCharacters(unpaid) };
  try {
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw isAllUnpaid ? failed.reason : markPaid(failed.reason);
    return join(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
  } catch (error) {
    await Promise.all([
      unpaid.length > 0 && giveBack(reserved.map(({ counters }) => ({ counters, amounts: back }))),
      countFailedAttempt(user),
    ]);
    throw error;
  }
}

export function countBilledSeconds(seconds: number): number {
  return Math.max(minBilledSeconds, Math.ceil(seconds));
}

/** Amazon Transcribe's own minimum for one request (aws.amazon.com/transcribe/pricing). */
const minBilledSeconds = 15;

function isPaid(error: unknown): boolean {
  return error instanceof ProductError && error.cost === 'counted';
}

function markPaid(error: unknown): unknown {
  return error instanceof ProductError ? error.setCost('counted') : error;
}

function reserveSpeech(caller: Guest | User, speechSeconds: number): Promise<Reservation[]> {
  if (caller.kind === 'guest') return reserveGuestSpeech(caller, speechSeconds);
  return caller.kind === 'free'
    ? reserveFreeSpeech(caller, speechSeconds)
    : reservePremiumSpeech(caller, speechSeconds);
}

/** The address is counted first, so that a refusal there has written nothing else. */
async function reserveGuestSpeech(guest: Guest, speechSeconds: number): Promise<Reservation[]> {
  const now = Date.now();
  const { guestSpeechSeconds, guestSpeechSecondsPerAddress, guestSpeechSecondsPerDay } = getCeilings();
  const amounts = { speechSeconds };
  const address = {
    counters: buildAddressCounterKey(guest.address, now),
    amounts,
    max: { speechSeconds: guestSpeechSecondsPerAddress },
  };
  const atAddress = await failAsTimeout('recognition', reserve([address]));
  if ('refusedBy' in atAddress) throw createRefusal(guest, atAddress, refusals.network, getNextDay(now));

  const isLight = (atAddress.totals[0]?.speechSeconds ?? 0) <= guestSpeechSeconds;
  const groupMax = { speechSeconds: getGuestShare(guestSpeechSecondsPerDay, isLight) };
  const others: Reservation[] = [
    { counters: buildCounterKey(guest, now), amounts, max: { speechSeconds: guestSpeechSeconds } },
    { counters: buildGroupCounterKey('guest', now), amounts, max: groupMax },
  ];
  try {
    await reserveAll(guest, 'recognition', others, (index) =>
      index === 0 ? [refusals.guest] : [refusals.guests, getNextDay(now)],
    );
  } catch (error) {
    await giveBack([address]);
    throw error;
  }
  return [address, ...others];
}

function reserveFreeSpeech(user: User, speechSeconds: number): Promise<Reservation[]> {
  const now = Date.now();
  const { freeSpeechSecondsPerDay, allFreeSpeechSecondsPerDay } = getCeilings();
  const amounts = { speechSeconds };
  const reservations: Reservation[] = [
    { counters: buildCounterKey(user, now), amounts, max: { speechSeconds: freeSpeechSecondsPerDay } },
    {
      counters: buildGroupCounterKey('free', now),
      amounts,
      max: { speechSeconds: allFreeSpeechSecondsPerDay },
    },
  ];
  return reserveAll(user, 'recognition', reservations, (index) => [
    index === 0 ? refusals.day : refusals.free,
    getNextDay(now),
  ]);
}

function reservePremiumSpeech(user: User, speechSeconds: number): Promise<Reservation[]> {
  const now = Date.now();
  const { premiumSpeechSecondsPerDay, premiumSpeechSecondsPerMonth } = getCeilings();
  const amounts = { speechSeconds };
  const reservations: Reservation[] = [
    { counters: buildCounterKey(user, now), amounts, max: { speechSeconds: premiumSpeechSecondsPerDay } },
    {
      counters: buildMonthCounterKey(user, now),
      amounts,
      max: { speechSeconds: premiumSpeechSecondsPerMonth },
    },
  ];
  return reserveAll(user, 'recognition', reservations, (index) =>
    index === 0 ? [refusals.day, getNextDay(now)] : [refusals.month, getNextMonth(now)],
  );
}

function reserveSpoken(user: User, spokenCharacters: number): Promise<Reservation[]> {
  const now = Date.now();
  const { spokenCharactersPerDay, spokenCharactersPerMonth } = getCeilings();
  const amounts = { spokenCharacters };
  const reservations: Reservation[] = [
    { counters: buildCounterKey(user, now), amounts, max: { spokenCharacters: spokenCharactersPerDay } },
    {
      counters: buildMonthCounterKey(user, now),
      amounts,
      max: { spokenCharacters: spokenCharactersPerMonth },
    },
  ];
  return reserveAll(user, 'speech', reservations, (index) =>
    index === 0 ? [refusals.spokenDay, getNextDay(now)] : [refusals.spokenMonth, getNextMonth(now)],
  );
}

/** @param findRefusal returns the refusal of the reservation at an index, and when to retry */
async function reserveAll(
  caller: Guest | User,
  service: Service,
  reservations: Reservation[],
  findRefusal: (index: number) => [Refusal, number?],
): Promise<Reservation[]> {
  const reserved = await failAsTimeout(service, reserve(reservations), 'perhaps');
  if ('refusedBy' in reserved) throw createRefusal(caller, reserved, ...findRefusal(reserved.index));
  return reservations;
}

function createRefusal(
  { requestId, kind }: Guest | User,
  { refusedBy }: { refusedBy: string },
  { reason, happened, todo }: Refusal,
  retryAt?: number,
): ProductError {
  const isFailed = refusedBy === 'failed';
  logAllowanceRefused({ requestId, kind, reason: isFailed ? 'failed' : reason });
  return isFailed ? createFailureLimit(Date.now()) : new RateLimited(happened, 'uncounted', todo, retryAt);
}

const tomorrow = 'Type instead, or come back after midnight UTC.';
const signUp = 'Type instead, or sign up for free.';

const refusals = {
  guest: {
    reason: 'speech-seconds',
    happened: 'You’ve reached the voice limit without an account.',
    todo: signUp,
  },
  network: {
    reason: 'address',
    happened: 'Your network has reached today’s voice limit for guests.',
    todo: signUp,
  },
  guests: { reason: 'all', happened: 'Guest voice input is used up for today.', todo: signUp },
  free: {
    reason: 'all',
    happened: 'Free account voice input is used up for today.',
    todo: tomorrow,
  },
  day: { reason: 'speech-seconds', happened: 'You’ve reached today’s voice limit.', todo: tomorrow },
  month: {
    reason: 'month',
    happened: 'You’ve reached this month’s voice limit.',
    todo: 'Type instead, or come back next month.',
  },
  spokenDay: {
    reason: 'spoken-characters',
    happened: 'You’ve reached today’s limit for reading aloud.',
    todo: 'Read the text instead, or come back after midnight UTC.',
  },
  spokenMonth: {
    reason: 'month',
    happened: 'You’ve reached this month’s limit for reading aloud.',
    todo: 'Read the text instead, or come back next month.',
  },
} as const satisfies Record<string, Refusal>;

function reportGrant(caller: Guest | User, amounts: Amounts): void {
  const { requestId, kind } = caller;
  logSpeechGranted({
    requestId,
    kind,
    account: caller.kind === 'guest' ? undefined : caller.userId,
    ...amounts,
  });
}

function countCharacters(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

interface Refusal {
  readonly reason: Parameters<typeof logAllowanceRefused>[0]['reason'];
  readonly happened: string;
  readonly todo: string;
}

type Service = 'recognition' | 'speech';
