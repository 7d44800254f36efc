import type { Language } from '../../shared/languages.ts';
import { spaceOf } from '../../shared/spacing.ts';

export interface Transcript {
  /** Empty when nothing was said. */
  readonly transcript: string;
  /** 0 to 1; undefined where the recogniser gives none. */
  readonly confidence: number | undefined;
}

/** One final stretch of speech, as a recogniser heard it. */
export interface Stretch {
  readonly text: string;
  /** One per word, 0 to 1; none where the recogniser gives none. */
  readonly confidences: readonly number[];
}

/** The stretches as one text, with the mean of their words' confidences. */
export function transcriptOf(language: Language, stretches: readonly Stretch[]): Transcript {
  const confidences = stretches.flatMap((stretch) => stretch.confidences);
  const sum = confidences.reduce((total, each) => total + each, 0);
  return {
    transcript: stretches
      .map(({ text }) => text.trim())
      .filter((text) => text !== '')
      .join(spaceOf(language.code)),
    confidence: confidences.length === 0 ? undefined : sum / confidences.length,
  };
}
