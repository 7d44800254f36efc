import type { RecognitionProfile } from '../profiles.ts';
import { wavSampleRate } from '../record/wav.ts';

export type SilenceProfile = Pick<RecognitionProfile, 'mainTimeoutMs' | 'silenceTimeoutMs'>;

/** A recording so far. Positions are sample numbers, so that a page that stalls cuts nobody off. */
export interface Heard {
  readonly recordedUntil: number;
  /** Where the latest speech ends; undefined without speech. */
  readonly pauseFrom: number | undefined;
  /** When the latest words arrived; undefined without words. */
  readonly wordsAt: number | undefined;
  /** How much sound the server has taken since then without finding a word. */
  readonly wordlessSamples: number;
}

/** The rest of the silence timeout. Undefined while somebody speaks, and before. */
export function getPauseLeftMs(heard: Heard, { silenceTimeoutMs }: SilenceProfile): number | undefined {
  const pauseMs = getPauseMs(heard);
  return pauseMs === undefined || pauseMs < minPauseMs ? undefined : silenceTimeoutMs - pauseMs;
}

/** Whether listening ends: after a pause, or if nobody speaks at all. */
export function isSilenceOver(heard: Heard, { mainTimeoutMs, silenceTimeoutMs }: SilenceProfile): boolean {
  if (toMs(heard.wordlessSamples) >= maxWordlessMs) return true;
  const pauseMs = getPauseMs(heard);
  return pauseMs === undefined ? toMs(heard.recordedUntil) >= mainTimeoutMs : pauseMs >= silenceTimeoutMs;
}

/** Words prove that somebody spoke shortly before they arrived, even too quietly to be detected. */
function getPauseMs({ recordedUntil, pauseFrom, wordsAt }: Heard): number | undefined {
  if (pauseFrom === undefined && wordsAt === undefined) return undefined;
  return toMs(recordedUntil - Math.max(pauseFrom ?? 0, (wordsAt ?? 0) - wordLagSamples));
}

function toMs(samples: number): number {
  return (samples / wavSampleRate) * 1_000;
}

/** Shorter pauses separate words. */
const minPauseMs = 300;
const wordLagSamples = wavSampleRate;
/** Traffic or music may sound like speech. */
const maxWordlessMs = 30_000;
