import { limits } from '../../shared/limits.ts';
import type { Guest, User } from '../caller.ts';
import { ceilings } from '../ceilings.ts';
import { type ProductError, RateLimited } from '../errors.ts';
import { allowanceRefused } from '../events.ts';
import { count, giveBack } from '../meter.ts';
import { type Counters, countersOf, countersOfAddress } from '../usage-table.ts';

/**
 * Counts a recording's seconds, as they are billed, before it is sent to a recogniser; they come back when that
 * fails.
 *
 * @param seconds undefined where nobody can tell: it then counts as the longest clip
 * @throws RateLimited, and whatever the work throws
 */
export async function meterSpeech<T>(
  caller: Guest | User,
  seconds: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const billed = Math.max(leastBilledSeconds, Math.ceil(seconds ?? limits.clipSeconds));
  return metered(caller, { name: 'speechSeconds', amount: billed }, speechCeilings(caller), work);
}

/**
 * Counts a text's characters before a voice is paid to speak it; they come back when that fails.
 *
 * @throws RateLimited, and whatever the work throws
 */
export async function meterSpoken<T>(
  caller: Guest | User,
  characters: number,
  work: () => Promise<T>,
): Promise<T> {
  return metered(caller, { name: 'spokenCharacters', amount: characters }, spokenCeilings(caller), work);
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
    own: most[kind],
    address: ceilings().guestTranslationsPerAddress * limits.clipSeconds,
    reason: 'speech-seconds',
    sentence:
      kind === 'guest'
        ? 'You have used all speech recognition that comes without an account. Type instead, or sign up for free.'
        : 'You have used all speech recognition of today. Type instead, or come back after midnight UTC.',
  };
}

function spokenCeilings({ kind }: Guest | User): CeilingsOf {
  return {
    own: ceilings().spokenCharactersPerDay,
    address: ceilings().guestTranslationsPerAddress * limits.textCharacters.guest,
    reason: 'spoken-characters',
    sentence:
      kind === 'guest'
        ? 'You have used all speech output that comes without an account. Read the text instead, or sign up for free.'
        : 'You have used all speech output of today. Read the text instead, or come back after midnight UTC.',
  };
}

async function metered<T>(
  caller: Guest | User,
  { name, amount }: { name: CeilingName; amount: number },
  { own, address, reason, sentence }: CeilingsOf,
  work: () => Promise<T>,
): Promise<T> {
  const now = Date.now();
  const counted: Counters[] = [];
  const take = async (counters: Counters, most: number) => {
    if (!(await count(counters, { [name]: amount }, { [name]: most }))) {
      throw refuse(caller, reason, sentence);
    }
    counted.push(counters);
  };
  try {
    // Without it, everybody could be another guest with each clip.
    if (caller.kind === 'guest') await take(countersOfAddress(caller.address, now), address);
    await take(countersOf(caller, now), own);
    return await work();
  } catch (error) {
    await Promise.all(counted.map((counters) => giveBack(counters, { [name]: amount })));
    throw error;
  }
}

function refuse(
  { requestId, kind }: Guest | User,
  reason: CeilingsOf['reason'],
  sentence: string,
): ProductError {
  allowanceRefused({ requestId, kind, reason });
  return new RateLimited(sentence);
}

type CeilingName = 'speechSeconds' | 'spokenCharacters';

/** How much a subject may have, and what it is told then. */
interface CeilingsOf {
  readonly own: number;
  /** Of all guests from one address: what their translations could at most need. */
  readonly address: number;
  readonly reason: 'speech-seconds' | 'spoken-characters';
  readonly sentence: string;
}
