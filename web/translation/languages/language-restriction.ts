/** Voice input, or reading aloud. */
export type Ability = 'microphone' | 'speaker';

export interface LanguageRestriction {
  readonly note: string;
  /** The language cannot be used at all. */
  readonly isUnavailable: boolean;
}

export type FindRestriction = (code: string) => LanguageRestriction | undefined;
