import { getNextDay, getNextMonth } from '../../shared/dates.ts';
import { limits } from '../../shared/limits.ts';
import { ProductError, RateLimited } from '../errors.ts';
import { countFailedAttempt, createFailureLimitError } from '../meters/attempts.ts';
import { type Amounts, type Bound, findTrialEnd, listBounds } from '../meters/bounds.ts';
import { failAsTimeout, giveBack, type Refused, reserve, type Taken } from '../meters/reservations.ts';
import type { Guest, User } from '../request/caller.ts';
import { logAllowanceRefused, logSpeechGranted } from '../telemetry/events.ts';
import { type Refusal, say } from '../texts.ts';
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
    await countFailedAttempt(caller, error);
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
  reserved: readonly Taken[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await Promise.all([isPaid(error) || giveBack(reserved), countFailedAttempt(caller, error)]);
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
  const reserved = await reserveAll(user, 'speech', { spokenCharacters });
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
      countFailedAttempt(user, error),
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

function reserveRecognition(caller: Guest | User, speechSeconds: number): Promise<readonly Taken[]> {
  return reserveAll(caller, 'recognition', { speechSeconds });
}

async function reserveAll(
  caller: Guest | User,
  service: keyof typeof refusals,
  amounts: Amounts,
): Promise<readonly Taken[]> {
  const reservations = listBounds(caller, Date.now()).map((bound) => ({ ...bound, amounts }));
  const reserved = await failAsTimeout(service, reserve(reservations), 'unknown');
  if ('taken' in reserved) return reserved.taken;
  throw createRefusal(caller, service, reserved);
}

function createRefusal(
  caller: Guest | User,
  service: keyof typeof refusals,
  { of, refusedBy }: Refused,
): RateLimited {
  const { requestId, kind } = caller;
  if (refusedBy === 'failed') {
    logAllowanceRefused({ requestId, kind, reason: 'failed' });
    return createFailureLimitError(Date.now());
  }
  const reason = of === 'own' ? reasons[service] : of;
  logAllowanceRefused({ requestId, kind, reason });
  const refusal = refusals[service][kind]?.[of];
  if (!refusal) throw new Error(`A ${kind} caller has no ceiling of ${service}: ${of}`);
  return new RateLimited(refusal, 'free', findRetryTime(caller, of));
}

/** A guest's own limit never resets. */
function findRetryTime(caller: Guest | User, of: Bound['of']): number | undefined {
  if (caller.kind === 'guest') return of === 'own' ? undefined : getNextDay(Date.now());
  if (of === 'trial') return findTrialEnd(caller);
  return of === 'month' ? getNextMonth(Date.now()) : getNextDay(Date.now());
}

const reasons = { recognition: 'speech-seconds', speech: 'spoken-characters' } as const;

const refusals: Record<
  keyof typeof reasons,
  Partial<Record<(Guest | User)['kind'], Partial<Record<Bound['of'], Refusal>>>>
> = {
  recognition: {
    guest: { own: say('guestVoice'), address: say('networkVoice'), all: say('allGuestsVoice') },
    free: { own: say('dayVoice'), address: say('freeNetworkVoice'), all: say('allFreeVoice') },
    premium: { own: say('dayVoice'), month: say('monthVoice'), trial: say('trialVoice') },
  },
  speech: {
    premium: { own: say('dayReadAloud'), month: say('monthReadAloud'), trial: say('trialReadAloud') },
  },
};

function reportGrant(caller: Guest | User, amounts: Amounts): void {
  const { requestId, kind } = caller;
  const userId = caller.kind === 'guest' ? undefined : caller.userId;
  logSpeechGranted({ requestId, kind, userId, ...amounts });
}

function countCharacters(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
