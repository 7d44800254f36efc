import { queryOptions } from '@tanstack/react-query';
import { canonicalizeCode } from '../../../shared/languages.ts';
import { loadPhrasebook } from '../../../shared/phrasebook/books.ts';
import { phrases } from '../../../shared/phrases.ts';
import { ConnectionError } from '../../api.ts';
import { findName } from '../../language/language-name.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/phrases.ts';
import type { TranslationRequest } from '../translator/translation-call.ts';
import type { Translated } from '../translator/translator.ts';

export function phrasebookQuery(code: string) {
  return queryOptions({
    queryKey: ['phrasebook', canonicalizeCode(code)],
    queryFn: () => loadPhrasebook(code),
  });
}

/** Answers from the site's own files, so it uses no translation. @throws ConnectionError with a message for the page */
export async function translatePhrase(request: TranslationRequest): Promise<Translated> {
  const { text, sourceLanguage, targetLanguage } = request;
  const phrase = phrases.find((each) => each.text === text && each.language === sourceLanguage);
  const book = await queryClient.ensureQueryData(phrasebookQuery(targetLanguage)).catch((cause: unknown) => {
    throw new ConnectionError({ cause }, texts.notLoaded(findName(targetLanguage)));
  });
  const translated = phrase && book.get(phrase.id);
  if (!translated) throw new Error(`No phrase in ${sourceLanguage} has this text.`);
  return { translatedText: translated.text, uncounted: 'phrase' };
}
