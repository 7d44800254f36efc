import { getSeparator } from '../../../shared/spacing.ts';

export interface Transcript {
  /** Empty when nothing was understood. */
  readonly transcript: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface TranscribedPiece extends Transcript {
  /** In any unit that all pieces share. */
  readonly length: number;
}

/** Used if the server reports no confidence. */
export const defaultConfidence = 0.9;

/** The confidence is the mean, weighted by length. */
export function joinPieces(pieces: readonly TranscribedPiece[], language: string): Transcript {
  const understood = pieces.filter(({ transcript }) => transcript.trim() !== '');
  const length = understood.reduce((sum, piece) => sum + piece.length, 0);
  const weighed = understood.reduce((sum, piece) => sum + piece.confidence * piece.length, 0);
  return {
    transcript: joinTexts(
      understood.map(({ transcript }) => transcript),
      language,
    ),
    confidence: length === 0 ? defaultConfidence : weighed / length,
  };
}

export function joinTexts(texts: readonly string[], language: string): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(getSeparator(language));
}
