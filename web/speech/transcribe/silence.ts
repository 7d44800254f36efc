import { limits } from '../../../shared/limits.ts';
import type { RecognitionProfile } from '../recognition-profiles.ts';
import { wavSampleRate } from '../record/wav.ts';

export type SilenceProfile = Pick<RecognitionProfile, 'mainTimeoutMs' | 'silenceTimeoutMs'>;

/** A recording so far. Positions are sample numbers, so that a page that stalls cuts nobody off. */
export interface Heard {
  readonly recordedUntil: number;
  /** Where the latest speech ends; undefined without speech. */
  readonly pauseFrom: number | undefined;
  /** When the latest words arrived that were too quiet to be detected; undefined without such words. */
  readonly quietWordsAt: number | undefined;
  /** How much sound the server has taken since the latest words without finding another one. */
  readonly wordlessSamples: number;
}

/** The rest of the silence timeout. Undefined while somebody speaks, and before. */
export function getPauseLeftMs(heard: Heard, { silenceTimeoutMs }: SilenceProfile): number | undefined {
  const pauseMs = getPauseMs(heard);
  return pauseMs === undefined || pauseMs < minPauseMs ? undefined : silenceTimeoutMs - pauseMs;
}

/** Whether less than a chunk is left of the silence timeout. */
export function isSilenceNearlyOver(heard: Heard, profile: SilenceProfile): boolean {
  const leftMs = getPauseLeftMs(heard, profile);
  return leftMs !== undefined && leftMs < limits.chunkSeconds * 1_000;
}

/** Whether listening ends: after a pause, or if nobody speaks at all. */
export function isSilenceOver(heard: Heard, { mainTimeoutMs, silenceTimeoutMs }: SilenceProfile): boolean {
  // Traffic or music may sound like speech.
  if (toMs(heard.wordlessSamples) >= mainTimeoutMs) return true;
  const pauseMs = getPauseMs(heard);
  return pauseMs === undefined ? toMs(heard.recordedUntil) >= mainTimeoutMs : pauseMs >= silenceTimeoutMs;
}

/** @param spokenUntil where the latest word ends @param pauseFrom as in `Heard` */
export function isUndetected(spokenUntil: number, pauseFrom: number | undefined): boolean {
  return spokenUntil > (pauseFrom ?? 0) + toleranceSamples;
}

/** Late words of detected speech do not shorten the pause. Others prove that somebody spoke shortly before they arrived. */
function getPauseMs({ recordedUntil, pauseFrom, quietWordsAt }: Heard): number | undefined {
  if (pauseFrom === undefined && quietWordsAt === undefined) return undefined;
  return toMs(recordedUntil - Math.max(pauseFrom ?? 0, (quietWordsAt ?? 0) - wordLagSamples));
}

function toMs(samples: number): number {
  return (samples / wavSampleRate) * 1_000;
}

/** Shorter pauses separate words. */
const minPauseMs = 300;
const wordLagSamples = wavSampleRate;
/** Recognisers' word ends are approximate, and final consonants are quiet. */
const toleranceSamples = 0.5 * wavSampleRate;
