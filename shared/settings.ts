import { defaultLanguages } from './languages.ts';

export interface Settings {
  readonly speechRate: number;
  readonly autoPlay: boolean;
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
