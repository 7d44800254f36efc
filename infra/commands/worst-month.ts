import { paidCharacters } from '../../functions/translation/allowance/paid-characters.ts';
import type { Ceilings } from '../../shared/ceilings.ts';
import { limits } from '../../shared/limits.ts';
import { prices } from './prices.ts';

/** The most that somebody can cost in a month, in dollars at list prices. */
export interface WorstMonth {
  readonly who: string;
  readonly dollars: number;
}

/**
 * What the ceilings allow: whoever stays just below all of them, every day of a long month. Calls are as many as fit, so
 * each text is as short as it may be.
 */
export function worstMonths(ceilings: Ceilings): readonly WorstMonth[] {
  const daily = (characters: number, speechSeconds: number) =>
    daysOfMonth * (translated(characters) + heard(speechSeconds));
  return [
    {
      who: 'one guest address',
      dollars: daily(ceilings.guestCharactersPerAddress, ceilings.guestSpeechSecondsPerAddress),
    },
    {
      who: 'all guests together',
      dollars: daily(ceilings.guestCharactersPerDay, ceilings.guestSpeechSecondsPerDay),
    },
    {
      who: 'one free account',
      dollars: daily(ceilings.freeCharactersPerDay, ceilings.freeSpeechSecondsPerDay),
    },
    {
      who: 'all free accounts together',
      dollars: daily(ceilings.allFreeCharactersPerDay, ceilings.allFreeSpeechSecondsPerDay),
    },
    {
      who: 'one Premium account',
      dollars:
        translated(ceilings.premiumCharactersPerMonth) +
        heard(ceilings.premiumSpeechSecondsPerMonth) +
        spoken(ceilings.spokenCharactersPerMonth) +
        stored(ceilings.premiumCharactersPerMonth),
    },
  ];
}

const daysOfMonth = 31;

/** Characters are counted as they are paid for, language detection among them. */
function translated(characters: number): number {
  const calls = characters / paidCharacters(1, { detects: false });
  return priceOf('translate', characters) + calls * perCall;
}

/** A call at least every 15 seconds; its function waits as long as the speech lasts, with 1 GB. */
function heard(seconds: number): number {
  return priceOf('transcribe', seconds) + priceOf('lambdaTime', seconds) + (seconds / 15) * perCall;
}

function spoken(characters: number): number {
  const calls = characters / paidCharacters(1, { detects: false });
  return priceOf('polly', characters) + calls * perCall;
}

/** The history of a year of such months, each text with its translation, searchable, in at most 3 bytes a character. */
function stored(characters: number): number {
  const copies = 4;
  const gigabytes = (12 * characters * copies * 3) / 1e9;
  return priceOf('storage', gigabytes) + priceOf('recovery', gigabytes);
}

/** Everything around a provider's call: gateway, function, database, edge, firewall, log. */
const perCall =
  priceOf('api', 1) +
  priceOf('lambdaRequests', 1) +
  priceOf('lambdaTime', 0.4) +
  priceOf('writes', 8) +
  priceOf('reads', 4) +
  priceOf('edgeRequests', 1) +
  priceOf('edgeFunctions', 1) +
  priceOf('wafRequests', 1) +
  priceOf('logs', 3_000 / 1e9) +
  priceOf('edgeBytes', (2 * limits.textCharacters.user) / 1e9);

function priceOf(name: keyof typeof prices, quantity: number): number {
  return (quantity / prices[name].per) * prices[name].dollars;
}
