import { phrases as contract } from '../../shared/api/translation.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { type Phrase, phrases } from '../../shared/phrases.ts';
import { endpoint } from '../endpoint.ts';
import { ProductError, UnsupportedLanguagePair } from '../errors.ts';
import { readPhrases, storePhrases } from './phrase-cache.ts';
import { translateText } from './translator.ts';

export const handler = endpoint('translation.phrases', contract, async ({ target: code }, caller) => {
  const target = findLanguage(code) as Language;
  const stored = await readPhrases(target);
  const missing = phrases.filter((phrase) => !stored.has(phrase.id));
  const outcomes = await Promise.allSettled(
    missing.map((phrase) => translatePhrase(phrase, target, caller.signal)),
  );
  const added = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  const translations = new Map([...stored, ...added]);
  // Stored even if another phrase failed, so that nothing is paid for twice.
  if (translations.size > stored.size) await storePhrases(target, translations);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason instanceof ProductError ? failed.reason.setCost('free') : failed.reason;
  return {
    target: code,
    phrases: phrases.flatMap(({ id, text }) => {
      const translatedText = translations.get(id);
      return translatedText === undefined ? [] : [{ id, text, translatedText }];
    }),
  };
});

/** No entry for an unsupported pair. A provider's fault fails the whole answer, so that the CDN caches no incomplete list. */
async function translatePhrase(phrase: Phrase, target: Language, signal: AbortSignal) {
  const source = findLanguage(phrase.language) as Language;
  if (source.translate === target.translate) return [[phrase.id, phrase.text] as const];
  try {
    const { translatedText } = await translateText({ text: phrase.text, source, target }, signal);
    return [[phrase.id, translatedText] as const];
  } catch (error) {
    if (error instanceof UnsupportedLanguagePair) return [];
    throw error;
  }
}
