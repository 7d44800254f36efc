import type { PhraseId } from '../phrases.ts';

export type LatinBook = Readonly<Record<PhraseId, string>>;

/** Text and romanisation, for scripts that many travellers cannot read. */
export type RomanisedBook = Readonly<Record<PhraseId, readonly [text: string, romanised: string]>>;
