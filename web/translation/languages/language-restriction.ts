/** Voice input, or a voice that reads aloud. */
export type Ability = 'microphone' | 'voice';

export interface LanguageRestriction {
  readonly note: string;
  /** The language cannot be used at all. */
  readonly isUnavailable: boolean;
}

export type FindRestriction = (code: string) => LanguageRestriction | undefined;
