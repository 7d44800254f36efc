import { streamTimes } from '../../functions/speech/stream/relay.ts';
import { countPaidCharacters } from '../../functions/translation/allowance/paid-characters.ts';
import type { Ceilings } from '../../shared/ceilings.ts';
import { limits } from '../../shared/limits.ts';
import { needs } from '../stack/needs.ts';
import { computePrice, type PriceName } from './prices.ts';

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

/** Resources that one utterance uses, without Transcribe itself. @param seconds the utterance's length */
function estimateSpeech(seconds: number) {
  const chunks = Math.ceil(seconds / limits.chunkSeconds);
  const streams = Math.ceil((seconds * 1_000) / streamTimes.mayEndAfterMs);
  const { restMs, pollMs } = streamTimes;
  const polls = chunks * (1 + (1_000 * limits.chunkSeconds - restMs) / pollMs);
  // The largest chunk is one second.
  const bytes = seconds * limits.chunkBytes;
  // Stored as one byte per sample. A write unit is a kilobyte; deleting costs as much as writing.
  const audioWrites = chunks * Math.ceil(bytes / 2 / chunks / 1_024);
  return {
    calls: chunks + streams,
    lambdaTime:
      chunks * countGigabyteSeconds('speech.send-chunk', sendChunkMs) +
      countGigabyteSeconds('speech.listen', 1_000 * seconds + streams * closingMs),
    // Opening, closing, sweeping, two transcript updates a second, and counting and returning seconds.
    writes: 2 * audioWrites + streams * (3 + 2 * meteredItems) + 2 * seconds,
    // Two reads of the state and one of the session for each chunk.
    reads: polls + bytes / 2 / 4_096 + 3 * chunks + streams,
    uploadBytes: bytes,
  };
}

/** The caller's counter, and its group's or month's. */
const meteredItems = 2;
const sendChunkMs = 40;
const closingMs = 1_500;

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

function countGigabyteSeconds(id: keyof typeof needs, ms: number): number {
  return ((needs[id].memoryMb / 1_024) * ms) / 1_000;
}

/** Updates a daily and a monthly counter. */
export const synthesisUnits = { reads: 1, writes: 2 } as const;

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
    lambdaTime: countGigabyteSeconds('translation.translate', 400),
    writes: 8,
    reads: 4,
  });
const perSynthesis =
  perRequest +
  priceAll({
    ...perText,
    lambdaTime: countGigabyteSeconds('speech.synthesize', 800),
    ...synthesisUnits,
  });

function priceAll(quantities: Partial<Record<PriceName, number>>): number {
  return Object.entries(quantities).reduce(
    (total, [name, quantity]) => total + computePrice(name as PriceName, quantity),
    0,
  );
}
