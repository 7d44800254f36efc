import { getNextDay, getNextMonth } from '../../shared/dates.ts';
import { limits } from '../../shared/limits.ts';
import { type Cost, ProductError, ProviderBusy, RateLimited } from '../errors.ts';
import { countFailedAttempt, createFailureLimitError } from '../meters/attempts.ts';
import { getCeilings, getUsableCeiling } from '../meters/ceilings.ts';
import { type Amounts, failAsTimeout, giveBack, type Reservation, reserve } from '../meters/reservations.ts';
import type { Guest, User } from '../request/caller.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildFreeAddressCounterKey,
  buildGroupCounterKey,
  buildMonthCounterKey,
  type CounterKey,
} from '../tables/usage.ts';
import { logAllowanceRefused, logSpeechGranted } from '../telemetry/events.ts';
import * as texts from '../texts.ts';
import { minCharacters } from '../translation/allowance/paid-characters.ts';
import { holdSlots } from './slots.ts';

/**
 * All `meter…` functions throw RateLimited, those of recognition TooManyStreams, ProviderTimeout if the database fails, and what their callback throws.
 * A clip's reserved seconds are given back on failure, unless Transcribe charged for them.
 */
export async function meterClip<T>(
  caller: Guest | User,
  seconds: number,
  work: () => Promise<T>,
): Promise<T> {
  return holdSlots(caller, async () => {
    const speechSeconds = countBilledSeconds(seconds);
    const reserved = await reserveRecognition(caller, speechSeconds);
    reportGrant(caller, { speechSeconds });
    return giveBackOnFailure(caller, reserved, work);
  });
}

/**
 * Reserves a stream's full length or, if refused, the billed minimum. Gives back what is not billed, also on failure.
 * If the function is killed, all seconds stay counted, which is acceptable: Transcribe has billed some of them.
 */
export function meterStream<T>(
  caller: Guest | User,
  work: (maxSeconds: number, sent: SentAudio) => Promise<T>,
): Promise<T> {
  return holdSlots(caller, () => meterSent(caller, work));
}

async function meterSent<T>(
  caller: Guest | User,
  work: (maxSeconds: number, sent: SentAudio) => Promise<T>,
): Promise<T> {
  let maxSeconds: number = limits.streamSeconds;
  const reserved = await reserveRecognition(caller, maxSeconds).catch((error: unknown) => {
    if (!(error instanceof RateLimited)) throw error;
    maxSeconds = minBilledSeconds;
    return reserveRecognition(caller, maxSeconds);
  });
  const sent: SentAudio = { seconds: 0 };
  let isPaidFor = true;
  try {
    return await work(maxSeconds, sent);
  } catch (error) {
    isPaidFor = sent.seconds > 0;
    if (!(error instanceof ProviderBusy)) await countFailedAttempt(caller);
    throw isPaidFor ? markPaid(error) : error;
  } finally {
    const speechSeconds = isPaidFor ? countBilledSeconds(sent.seconds) : 0;
    if (isPaidFor) reportGrant(caller, { speechSeconds });
    const unused = { speechSeconds: maxSeconds - speechSeconds };
    if (unused.speechSeconds > 0)
      await giveBack(reserved.map(({ counters }) => ({ counters, amounts: unused })));
  }
}

/** The audio that was sent to the recogniser so far. */
export interface SentAudio {
  seconds: number;
}

async function giveBackOnFailure<T>(
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

/** Gives back the characters of failed pieces that were not billed. If `join` throws, all stay counted. */
export async function meterReadAloud<Part, Whole>(
  user: User,
  pieces: readonly string[],
  speak: (piece: string) => Promise<Part>,
  join: (parts: Part[]) => Whole,
): Promise<Whole> {
  const spokenCharacters = Math.max(minCharacters, countCharacters(pieces));
  const reserved = await reserveReadAloud(user, spokenCharacters);
  reportGrant(user, { spokenCharacters });
  const outcomes = await Promise.allSettled(pieces.map(speak));
  const unpaid = pieces.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'rejected' && !isPaid(outcome.reason);
  });
  const areAllUnpaid = unpaid.length === pieces.length;
  const returned = { spokenCharacters: areAllUnpaid ? spokenCharacters : countCharacters(unpaid) };
  try {
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw areAllUnpaid ? failed.reason : markPaid(failed.reason);
    return join(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
  } catch (error) {
    await Promise.all([
      unpaid.length > 0 && giveBack(reserved.map(({ counters }) => ({ counters, amounts: returned }))),
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

function reserveRecognition(caller: Guest | User, speechSeconds: number): Promise<Reserved[]> {
  const now = Date.now();
  const ceilings = getCeilings();
  const own = buildCounterKey(caller, now);
  switch (caller.kind) {
    case 'guest':
      return reserveAtAddress(caller, speechSeconds, {
        own: [own, ceilings.guestSpeechSeconds, refusals.oneGuest],
        address: [
          buildAddressCounterKey(caller.address, now),
          ceilings.guestSpeechSecondsPerAddress,
          refusals.network,
        ],
        all: [buildGroupCounterKey('guest', now), ceilings.guestSpeechSecondsPerDay, refusals.guests],
      });
    case 'free':
      return reserveAtAddress(caller, speechSeconds, {
        own: [own, ceilings.freeSpeechSecondsPerDay, refusals.day],
        address: [
          buildFreeAddressCounterKey(caller.address, now),
          ceilings.freeSpeechSecondsPerAddress,
          refusals.freeNetwork,
        ],
        all: [buildGroupCounterKey('free', now), ceilings.allFreeSpeechSecondsPerDay, refusals.free],
      });
    case 'premium':
      return reserveAll(caller, { speechSeconds }, [
        [own, ceilings.premiumSpeechSecondsPerDay, refusals.day],
        [buildMonthCounterKey(caller, now), ceilings.premiumSpeechSecondsPerMonth, refusals.month],
      ]);
  }
}

/** Counts against the address first: if it refuses, no other counter has been written. */
async function reserveAtAddress(
  caller: Guest | User,
  speechSeconds: number,
  { own, address, all: [allKey, maxOfAll, allRefusal] }: Record<'own' | 'address' | 'all', Bound>,
): Promise<Reserved[]> {
  const amounts = { speechSeconds };
  const atAddress = await reserveAll(caller, amounts, [address], 'uncounted');
  const isLightlyUsed = atAddress.every(({ total }) => total <= own[1]);
  try {
    const usable = getUsableCeiling(maxOfAll, isLightlyUsed);
    return [...atAddress, ...(await reserveAll(caller, amounts, [own, [allKey, usable, allRefusal]]))];
  } catch (error) {
    await giveBack(atAddress);
    throw error;
  }
}

function reserveReadAloud(user: User, spokenCharacters: number): Promise<Reserved[]> {
  const now = Date.now();
  const { spokenCharactersPerDay, spokenCharactersPerMonth } = getCeilings();
  return reserveAll(user, { spokenCharacters }, [
    [buildCounterKey(user, now), spokenCharactersPerDay, refusals.spokenDay],
    [buildMonthCounterKey(user, now), spokenCharactersPerMonth, refusals.spokenMonth],
  ]);
}

async function reserveAll(
  caller: Guest | User,
  amounts: { speechSeconds: number } | { spokenCharacters: number },
  bounds: readonly Bound[],
  cost: Cost = 'unknown',
): Promise<Reserved[]> {
  const name = 'speechSeconds' in amounts ? 'speechSeconds' : 'spokenCharacters';
  const reservations = bounds.map(([counters, max, refusal]) => ({
    counters,
    amounts,
    max: { [name]: max },
    refusal,
  }));
  const service = name === 'speechSeconds' ? 'recognition' : 'speech';
  const reserved = await failAsTimeout(service, reserve(reservations), cost);
  if ('refusedBy' in reserved) throw createRefusal(caller, reserved.refusedBy, reserved.reservation.refusal);
  return reservations.map((each, index) => ({ ...each, total: reserved.totals[index]?.[name] ?? 0 }));
}

function createRefusal({ requestId, kind }: Guest | User, refusedBy: string, refusal: Refusal): RateLimited {
  const hasTooManyFailures = refusedBy === 'failed';
  logAllowanceRefused({ requestId, kind, reason: hasTooManyFailures ? 'failed' : refusal.reason });
  if (hasTooManyFailures) return createFailureLimitError(Date.now());
  return new RateLimited(refusal.text, 'free', findRetryTime(refusal));
}

/** A guest's own limit never resets. */
function findRetryTime(refusal: Refusal): number | undefined {
  if (refusal === refusals.oneGuest) return undefined;
  return refusal.reason === 'month' ? getNextMonth(Date.now()) : getNextDay(Date.now());
}

const refusals = {
  oneGuest: { reason: 'speech-seconds', text: texts.guestVoice },
  network: { reason: 'address', text: texts.networkVoice },
  freeNetwork: { reason: 'address', text: texts.freeNetworkVoice },
  guests: { reason: 'all', text: texts.allGuestsVoice },
  free: { reason: 'all', text: texts.allFreeVoice },
  day: { reason: 'speech-seconds', text: texts.dayVoice },
  month: { reason: 'month', text: texts.monthVoice },
  spokenDay: { reason: 'spoken-characters', text: texts.dayReadAloud },
  spokenMonth: { reason: 'month', text: texts.monthReadAloud },
} as const satisfies Record<string, Refusal>;

function reportGrant(caller: Guest | User, amounts: Amounts): void {
  const { requestId, kind } = caller;
  const userId = caller.kind === 'guest' ? undefined : caller.userId;
  logSpeechGranted({ requestId, kind, userId, ...amounts });
}

function countCharacters(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

interface Refusal {
  readonly reason: Parameters<typeof logAllowanceRefused>[0]['reason'];
  readonly text: string;
}

type Bound = readonly [counters: CounterKey, max: number, refusal: Refusal];

interface Reserved extends Reservation {
  readonly total: number;
}
