import { defaultLanguages } from './languages.ts';

export interface Settings {
  /** Tenths of the voice's own speed, 5 to 20. */
  readonly speechRate: number;
  readonly autoPlay: boolean;
  /** 1 to 10. */
  readonly micSensitivity: number;
  readonly defaultSourceLang: string;
  readonly defaultTargetLang: string;
}

export const defaultSettings: Settings = {
  speechRate: 10,
  autoPlay: true,
  micSensitivity: 5,
  defaultSourceLang: defaultLanguages.source,
  defaultTargetLang: defaultLanguages.target,
};
