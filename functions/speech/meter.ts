import { ProductError, RateLimited } from '../errors.ts';
import { countFailedAttempt, tooManyFailures } from '../meters/attempts.ts';
import { ceilings, shareOfGuests } from '../meters/ceilings.ts';
import { type Amounts, giveBack, inTime, type Taking, take } from '../meters/takings.ts';
import type { Guest, User } from '../request/caller.ts';
import {
  countersOf,
  countersOfAddress,
  countersOfAll,
  countersOfMonth,
  nextDay,
  nextMonth,
} from '../tables/usage.ts';
import { allowanceRefused, speechGranted } from '../telemetry/events.ts';
import { leastCharacters } from '../translation/allowance/paid-characters.ts';

/**
 * Counts a recording's billed seconds before it is sent. They come back on failure, unless the recogniser was
 * paid.
 *
 * @throws RateLimited, ProviderTimeout where the database fails, and the errors of `work`
 */
export async function meterSpeech<T>(
  caller: Guest | User,
  { seconds, isInterim }: { seconds: number; isInterim: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const speechSeconds = billedSeconds(seconds);
  const taken = await takeSpeech(caller, speechSeconds, isInterim);
  const { requestId, kind } = caller;
  speechGranted({ requestId, kind, account: accountOf(caller), speechSeconds });
  try {
    return await work();
  } catch (error) {
    await Promise.all([isPaid(error) || giveBack(taken), countFailedAttempt(caller)]);
    throw error;
  }
}

/**
 * Counts the characters of a text's pieces before they are spoken. Those of failed pieces come back.
 *
 * @param join its errors give nothing back
 * @throws RateLimited, ProviderTimeout where the database fails, and the errors of the others
 */
export async function meterSpoken<Part, Whole>(
  user: User,
  pieces: readonly string[],
  speak: (piece: string) => Promise<Part>,
  join: (parts: Part[]) => Whole,
): Promise<Whole> {
  const spokenCharacters = Math.max(leastCharacters, lengthOf(pieces));
  const taken = await takeSpoken(user, spokenCharacters);
  speechGranted({ requestId: user.requestId, kind: user.kind, account: user.userId, spokenCharacters });
  const outcomes = await Promise.allSettled(pieces.map(speak));
  const unpaid = pieces.filter((_, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'rejected' && !isPaid(outcome.reason);
  });
  const isAllUnpaid = unpaid.length === pieces.length;
  const back = { spokenCharacters: isAllUnpaid ? spokenCharacters : lengthOf(unpaid) };
  try {
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw isAllUnpaid ? failed.reason : asPaid(failed.reason);
    return join(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
  } catch (error) {
    await Promise.all([
      unpaid.length > 0 && giveBack(taken.map(({ counters }) => ({ counters, amounts: back }))),
      countFailedAttempt(user),
    ]);
    throw error;
  }
}

export function billedSeconds(seconds: number): number {
  return Math.max(leastBilledSeconds, Math.ceil(seconds));
}

/** Amazon Transcribe's own minimum for one request (aws.amazon.com/transcribe/pricing). */
const leastBilledSeconds = 15;

function isPaid(error: unknown): boolean {
  return error instanceof ProductError && error.cost === 'counted';
}

function asPaid(error: unknown): unknown {
  return error instanceof ProductError ? error.costing('counted') : error;
}

function takeSpeech(caller: Guest | User, speechSeconds: number, isInterim: boolean): Promise<Taking[]> {
  if (caller.kind === 'guest') return takeGuestSpeech(caller, speechSeconds);
  return caller.kind === 'free'
    ? takeFreeSpeech(caller, speechSeconds)
    : takePremiumSpeech(caller, speechSeconds, isInterim);
}

/** The address is counted first, so that a refusal there has written nothing else. */
async function takeGuestSpeech(guest: Guest, speechSeconds: number): Promise<Taking[]> {
  const now = Date.now();
  const { guestSpeechSeconds, guestSpeechSecondsPerAddress, guestSpeechSecondsPerDay } = ceilings();
  const amounts = { speechSeconds };
  const address = {
    counters: countersOfAddress(guest.address, now),
    amounts,
    most: { speechSeconds: guestSpeechSecondsPerAddress },
  };
  const atAddress = await inTime('recognition', take([address]));
  if ('by' in atAddress) throw refuse(guest, atAddress.by, refusals.network, nextDay(now));

  const isLight = (atAddress.totals[0]?.speechSeconds ?? 0) <= guestSpeechSeconds;
  const everybody = { speechSeconds: shareOfGuests(guestSpeechSecondsPerDay, isLight) };
  const others: Taking[] = [
    { counters: countersOf(guest, now), amounts, most: { speechSeconds: guestSpeechSeconds } },
    { counters: countersOfAll('guest', now), amounts, most: everybody },
  ];
  try {
    await takeAll(guest, 'recognition', others, (at) =>
      at === 0 ? [refusals.guest] : [refusals.guests, nextDay(now)],
    );
  } catch (error) {
    await giveBack([address]);
    throw error;
  }
  return [address, ...others];
}

function takeFreeSpeech(user: User, speechSeconds: number): Promise<Taking[]> {
  const now = Date.now();
  const { freeSpeechSecondsPerDay, allFreeSpeechSecondsPerDay } = ceilings();
  const amounts = { speechSeconds };
  const takings: Taking[] = [
    { counters: countersOf(user, now), amounts, most: { speechSeconds: freeSpeechSecondsPerDay } },
    { counters: countersOfAll('free', now), amounts, most: { speechSeconds: allFreeSpeechSecondsPerDay } },
  ];
  return takeAll(user, 'recognition', takings, (at) => [
    at === 0 ? refusals.day : refusals.free,
    nextDay(now),
  ]);
}

function takePremiumSpeech(user: User, speechSeconds: number, isInterim: boolean): Promise<Taking[]> {
  const now = Date.now();
  const { premiumSpeechSecondsPerDay, premiumSpeechSecondsPerMonth } = ceilings();
  const ofDay: Amounts = { speechSeconds, ...(isInterim && { interimSeconds: speechSeconds }) };
  const takings: Taking[] = [
    {
      counters: countersOf(user, now),
      amounts: ofDay,
      most: {
        speechSeconds: premiumSpeechSecondsPerDay,
        interimSeconds: Math.floor(premiumSpeechSecondsPerDay * interimShare),
      },
    },
    {
      counters: countersOfMonth(user, now),
      amounts: { speechSeconds },
      most: { speechSeconds: premiumSpeechSecondsPerMonth },
    },
  ];
  return takeAll(user, 'recognition', takings, (at) => {
    const again = at === 0 ? nextDay(now) : nextMonth(now);
    if (isInterim) return [refusals.interim, again];
    return [at === 0 ? refusals.day : refusals.month, again];
  });
}

const interimShare = 0.5;

function takeSpoken(user: User, spokenCharacters: number): Promise<Taking[]> {
  const now = Date.now();
  const { spokenCharactersPerDay, spokenCharactersPerMonth } = ceilings();
  const amounts = { spokenCharacters };
  const takings: Taking[] = [
    { counters: countersOf(user, now), amounts, most: { spokenCharacters: spokenCharactersPerDay } },
    { counters: countersOfMonth(user, now), amounts, most: { spokenCharacters: spokenCharactersPerMonth } },
  ];
  return takeAll(user, 'speech', takings, (at) =>
    at === 0 ? [refusals.spokenDay, nextDay(now)] : [refusals.spokenMonth, nextMonth(now)],
  );
}

/** @param refusalOf the refusal, and until when, of the taking at this place */
async function takeAll(
  caller: Guest | User,
  service: Service,
  takings: Taking[],
  refusalOf: (at: number) => [Refusal, number?],
): Promise<Taking[]> {
  const taken = await inTime(service, take(takings), 'perhaps');
  if ('by' in taken) throw refuse(caller, taken.by, ...refusalOf(taken.at));
  return takings;
}

function refuse(
  { requestId, kind }: Guest | User,
  by: string,
  { reason, happened, todo }: Refusal,
  again?: number,
): ProductError {
  const isFailed = by === 'failed';
  allowanceRefused({ requestId, kind, reason: isFailed ? 'failed' : reason });
  return isFailed ? tooManyFailures(Date.now()) : new RateLimited(happened, 'uncounted', todo, again);
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
  guests: { reason: 'all', happened: 'Parley’s guests have reached today’s voice limit.', todo: signUp },
  free: {
    reason: 'all',
    happened: 'Parley’s free accounts have reached today’s voice limit.',
    todo: tomorrow,
  },
  day: { reason: 'speech-seconds', happened: 'You’ve reached today’s voice limit.', todo: tomorrow },
  month: {
    reason: 'month',
    happened: 'You’ve reached this month’s voice limit.',
    todo: 'Type instead, or come back next month.',
  },
  interim: {
    reason: 'interim-seconds',
    happened: 'You’ve used today’s live transcription.',
    todo: 'Keep speaking without it, or come back after midnight UTC.',
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

function accountOf(caller: Guest | User): string | undefined {
  return caller.kind === 'guest' ? undefined : caller.userId;
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

interface Refusal {
  readonly reason: Parameters<typeof allowanceRefused>[0]['reason'];
  readonly happened: string;
  readonly todo: string;
}

type Service = 'recognition' | 'speech';
