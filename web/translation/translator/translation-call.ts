import type { Received, Sent } from '../../api.ts';

export type TranslationRequest = Pick<
  Sent<'translation.translate'>,
  'text' | 'sourceLanguage' | 'targetLanguage'
>;
export type TranslationAnswer = Received<'translation.translate'>;
