/** The main reason to pick a language: voice input, or a voice that reads it aloud. */
export type Need = 'microphone' | 'voice';

export interface LanguageLimit {
  readonly note: string;
  /** The language is of no use at all. */
  readonly isUnavailable: boolean;
}

export type FindLimit = (code: string) => LanguageLimit | undefined;
