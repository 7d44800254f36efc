/** The main purpose of a picked language: voice input, or a voice that speaks it. */
export type Need = 'microphone' | 'voice';

export interface LanguageLimit {
  readonly note: string;
  /** The language is of no use at all. */
  readonly isOff: boolean;
}

export type FindLimit = (code: string) => LanguageLimit | undefined;
