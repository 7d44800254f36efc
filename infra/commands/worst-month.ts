import { countPaidCharacters } from '../../functions/translation/allowance/paid-characters.ts';
import type { Ceilings } from '../../shared/ceilings.ts';
import { limits } from '../../shared/limits.ts';
import { countGigabyteSeconds, synthesisMs, synthesisUnits, translationMs } from './call-cost.ts';
import { computePrice, type PriceName } from './prices.ts';
import { estimateSpeech } from './speech-cost.ts';

/**
 * The most that callers can cost in a month, in dollars at list prices. Uses every ceiling on each day of a long month,
 * with the shortest texts: those need the most calls.
 */
export function priceWorstMonths(ceilings: Ceilings): Readonly<Record<string, number>> {
  const daily = (characters: number, speechSeconds: number) =>
    31 * (priceTranslations(characters) + priceTranscription(speechSeconds));
  const { guestCharactersPerAddress, guestSpeechSecondsPerAddress } = ceilings;
  const { guestCharactersPerDay, guestSpeechSecondsPerDay } = ceilings;
  const { freeCharactersPerDay, freeSpeechSecondsPerDay } = ceilings;
  const { allFreeCharactersPerDay, allFreeSpeechSecondsPerDay } = ceilings;
  return {
    'one guest IP address': daily(guestCharactersPerAddress, guestSpeechSecondsPerAddress),
    'all guests together': daily(guestCharactersPerDay, guestSpeechSecondsPerDay),
    'one free account': daily(freeCharactersPerDay, freeSpeechSecondsPerDay),
    'all free accounts together': daily(allFreeCharactersPerDay, allFreeSpeechSecondsPerDay),
    'one Premium account':
      priceTranslations(ceilings.premiumCharactersPerMonth) +
      priceTranscription(ceilings.premiumSpeechSecondsPerMonth) +
      priceSynthesis(ceilings.spokenCharactersPerMonth) +
      priceStorage(ceilings.premiumCharactersPerMonth),
  };
}

function priceTranslations(characters: number): number {
  return computePrice('translate', characters) + countCalls(characters) * perTranslation;
}

/** As streams of 15 seconds, the billing minimum. */
function priceTranscription(seconds: number): number {
  return computePrice('transcribe', seconds) + (seconds / 15) * priceStream(15);
}

/** A stream without Transcribe itself. */
export function priceStream(seconds: number): number {
  const { calls, lambdaTime, writes, reads, uploadBytes } = estimateSpeech(seconds);
  return calls * perRequest + priceAll({ lambdaTime, writes, reads, edgeUploads: uploadBytes / 1e9 });
}

function priceSynthesis(characters: number): number {
  return computePrice('polly', characters) + countCalls(characters) * perSynthesis;
}

/** A year of history: each text and translation, twice for search, at most 3 bytes a character. */
function priceStorage(characters: number): number {
  const gigabytes = (12 * characters * 4 * 3) / 1e9;
  return computePrice('storage', gigabytes) + computePrice('recovery', gigabytes);
}

function countCalls(characters: number): number {
  return characters / countPaidCharacters(1, { isDetected: false });
}

/** API Gateway, CloudFront, WAF and logs of one request. */
const perRequest = priceAll({
  api: 1,
  lambdaRequests: 1,
  edgeRequests: 1,
  edgeFunctions: 1,
  wafRequests: 1,
  logs: 1_000 / 1e9,
});
const perText = {
  edgeBytes: (2 * limits.textCharacters.user) / 1e9,
  logs: 2_000 / 1e9,
};
/** Includes the function, database and texts. Long texts, counters and retries need more units than a first call. */
const perTranslation =
  perRequest +
  priceAll({
    ...perText,
    lambdaTime: countGigabyteSeconds('translation.translate', translationMs),
    writes: 8,
    reads: 4,
  });
const perSynthesis =
  perRequest +
  priceAll({
    ...perText,
    lambdaTime: countGigabyteSeconds('speech.synthesize', synthesisMs.sound),
    ...synthesisUnits,
  });

function priceAll(quantities: Partial<Record<PriceName, number>>): number {
  return Object.entries(quantities).reduce(
    (total, [name, quantity]) => total + computePrice(name as PriceName, quantity),
    0,
  );
}
