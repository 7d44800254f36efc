import type { Sent } from '../../api.ts';

export type TranslationRequest = Pick<
  Sent<'translation.translate'>,
  'text' | 'sourceLanguage' | 'targetLanguage'
>;
