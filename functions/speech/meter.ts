import { limits } from '../../shared/limits.ts';
import type { Guest, User } from '../caller.ts';
import { ceilings } from '../ceilings.ts';
import { type ProductError, RateLimited } from '../errors.ts';
import { allowanceRefused } from '../events.ts';
import { type Amounts, count, giveBack } from '../meter.ts';
import { type Counters, countersOf, countersOfAddress } from '../usage-table.ts';

/**
 * Counts a recording's seconds, as they are billed, before it is sent to a recogniser; they come back when that
 * fails. What is interim counts twice: as speech, and as interim, which has a ceiling of its own.
 *
 * @throws RateLimited, and whatever the work throws
 */
export async function meterSpeech<T>(
  caller: Guest | User,
  { seconds, isInterim }: { seconds: number; isInterim: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const billed = billedSeconds(seconds);
  const amounts = { speechSeconds: billed, ...(isInterim && { interimSeconds: billed }) };
  return metered(caller, amounts, isInterim ? interimCeilings(caller) : speechCeilings(caller), work);
}

/**
 * Counts a text's characters before a voice is paid to speak it; they come back when that fails.
 *
 * @throws RateLimited, and whatever the work throws
 */
export async function meterSpoken<T>(caller: User, characters: number, work: () => Promise<T>): Promise<T> {
  return metered(caller, { spokenCharacters: characters }, spokenCeilings(), work);
}

/** What Transcribe is paid for a clip. */
export function billedSeconds(seconds: number): number {
  return Math.max(leastBilledSeconds, Math.ceil(seconds));
}

/** Amazon Transcribe's own minimum for one request (aws.amazon.com/transcribe/pricing). */
const leastBilledSeconds = 15;

function speechCeilings({ kind }: Guest | User): CeilingsOf {
  const { guestSpeechSeconds, freeSpeechSecondsPerDay, premiumSpeechSecondsPerDay } = ceilings();
  const most = {
    guest: guestSpeechSeconds,
    free: freeSpeechSecondsPerDay,
    premium: premiumSpeechSecondsPerDay,
  };
  return {
    own: { speechSeconds: most[kind] },
    address:
      kind === 'guest'
        ? { speechSeconds: ceilings().guestTranslationsPerAddress * limits.clipSeconds }
        : undefined,
    reason: 'speech-seconds',
    ...(kind === 'guest'
      ? {
          happened: "You've reached the voice limit without an account.",
          todo: 'Type instead, or sign up for free.',
        }
      : {
          happened: "You've reached today's voice limit.",
          todo: 'Type instead, or come back after midnight UTC.',
        }),
  };
}

/** So much stays for what was said in the end. */
function interimCeilings(caller: Guest | User): CeilingsOf {
  const { own, address } = speechCeilings(caller);
  return {
    own: { ...own, interimSeconds: Math.floor((own.speechSeconds ?? 0) * interimShare) },
    address,
    reason: 'interim-seconds',
    happened: "You've used today's live transcription.",
    todo: 'Keep speaking: the text comes when you stop. Live transcription is back after midnight UTC.',
  };
}

const interimShare = 0.5;

function spokenCeilings(): CeilingsOf {
  return {
    own: { spokenCharacters: ceilings().spokenCharactersPerDay },
    address: undefined,
    reason: 'spoken-characters',
    happened: "You've reached today's audio limit.",
    todo: 'Read the text instead, or come back after midnight UTC.',
  };
}

async function metered<T>(
  caller: Guest | User,
  amounts: Amounts,
  { own, address, ...refusal }: CeilingsOf,
  work: () => Promise<T>,
): Promise<T> {
  const now = Date.now();
  const counted: Counters[] = [];
  const take = async (counters: Counters, most: Amounts) => {
    if (!(await count(counters, amounts, most))) {
      throw refuse(caller, refusal);
    }
    counted.push(counters);
  };
  try {
    // Without it, everybody could be another guest with each clip.
    if (address) await take(countersOfAddress(caller.address, now), address);
    await take(countersOf(caller, now), own);
    return await work();
  } catch (error) {
    await Promise.all(counted.map((counters) => giveBack(counters, amounts)));
    throw error;
  }
}

function refuse(
  { requestId, kind }: Guest | User,
  { reason, happened, todo }: Pick<CeilingsOf, 'reason' | 'happened' | 'todo'>,
): ProductError {
  allowanceRefused({ requestId, kind, reason });
  return new RateLimited(happened, 'uncounted', todo);
}

/** How much a subject may have, and what it is told then. */
interface CeilingsOf {
  readonly own: Amounts;
  /** Of all guests from one address: what their translations could at most need. Nobody else's is counted. */
  readonly address: Amounts | undefined;
  readonly reason: 'speech-seconds' | 'interim-seconds' | 'spoken-characters';
  readonly happened: string;
  readonly todo: string;
}
