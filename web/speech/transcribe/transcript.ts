import { getSeparator } from '../../../shared/text/spacing.ts';
import { ApiError } from '../../api.ts';

export interface Transcript {
  /** Empty if no words were recognised. */
  readonly transcript: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface TranscribedPiece extends Transcript {
  /** In samples. */
  readonly length: number;
}

/** Used if the server reports no confidence. */
export const defaultConfidence = 0.9;

/** The confidence is the mean, weighted by length. */
export function joinPieces(pieces: readonly TranscribedPiece[], language: string): Transcript {
  const withWords = pieces.filter(({ transcript }) => transcript.trim() !== '');
  const length = withWords.reduce((sum, piece) => sum + piece.length, 0);
  const weightedSum = withWords.reduce((sum, piece) => sum + piece.confidence * piece.length, 0);
  return {
    transcript: joinTexts(
      withWords.map(({ transcript }) => transcript),
      language,
    ),
    confidence: length === 0 ? defaultConfidence : weightedSum / length,
  };
}

export function joinTexts(texts: readonly string[], language: string): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(getSeparator(language));
}

/** Retrying is pointless. The same code can also mean that Transcribe or the platform is busy. */
export function isAllowanceUsedUp(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited') return false;
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = error;
  return retryAfterSeconds > busySeconds;
}

/** A busy service's errors ask for a retry within this time; allowances renew later. */
const busySeconds = 10;
