import { getSeparator } from '../../../shared/spacing.ts';

export interface Transcript {
  /** Empty when nothing was understood. */
  readonly transcript: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** The text of one piece of a recording. */
export interface TranscribedPiece extends Transcript {
  /** Length of the piece, in any unit that all pieces share. */
  readonly length: number;
}

/** When the server does not tell its confidence. */
export const defaultConfidence = 0.9;

/** @returns with the mean of the confidences, weighted by length */
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

/** Joined as the language is written. */
export function joinTexts(texts: readonly string[], language: string): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(getSeparator(language));
}
