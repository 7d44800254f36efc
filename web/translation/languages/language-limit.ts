/** Voice input, or a voice that reads aloud. */
export type Ability = 'microphone' | 'voice';

export interface LanguageLimit {
  readonly note: string;
  /** The language cannot be used at all. */
  readonly isUnavailable: boolean;
}

export type FindLimit = (code: string) => LanguageLimit | undefined;
