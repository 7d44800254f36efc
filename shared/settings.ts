import type * as z from 'zod/mini';
import type { read } from './api/settings.schema.ts';
import { defaultLanguages } from './languages.ts';

export type Settings = Readonly<z.output<typeof read.output>>;

export const defaultSettings: Settings = {
  speechRate: 10,
  autoPlay: true,
  micSensitivity: 5,
  defaultSourceLang: defaultLanguages.source,
  defaultTargetLang: defaultLanguages.target,
  theme: 'system',
  textSize: 100,
  interfaceLanguage: 'browser',
};
