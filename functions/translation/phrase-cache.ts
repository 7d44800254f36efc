import { findLanguage, type Language } from '../../shared/languages.ts';
import { type Phrase, phrases } from '../../shared/phrases.ts';
import { putItem, readItem } from '../tables/table.ts';
import { getUsersTable, type PhrasesItem } from '../tables/users.ts';
import { logPhraseCacheFailed } from '../telemetry/events.ts';
import type { TranslationRequest } from './translator.ts';

export type PhraseTranslations = ReadonlyMap<string, string>;

export async function readStoredPhrase(wanted: TranslationRequest): Promise<string | undefined> {
  const phrase = findPhrase(wanted);
  return phrase && (await readPhrases(wanted.target)).get(phrase.id);
}

export async function readPhrases(target: Language): Promise<PhraseTranslations> {
  try {
    const stored = (await readItem<PhrasesItem>(getUsersTable(), buildKey(target)))?.phrases ?? {};
    return new Map(
      phrases.flatMap((phrase) => {
        const known = stored[phrase.id];
        return known?.text === phrase.text ? [[phrase.id, known.translatedText]] : [];
      }),
    );
  } catch (error) {
    logPhraseCacheFailed({ error });
    return new Map();
  }
}

export async function storePhrases(target: Language, translations: PhraseTranslations): Promise<void> {
  const entries = phrases.flatMap((phrase: Phrase) => {
    const translatedText = translations.get(phrase.id);
    return translatedText === undefined ? [] : [[phrase.id, { text: phrase.text, translatedText }] as const];
  });
  const item: PhrasesItem = { ...buildKey(target), phrases: Object.fromEntries(entries) };
  await putItem(getUsersTable(), item).catch((error: unknown) => logPhraseCacheFailed({ error }));
}

/** Undefined if options are set, which change the translation, or for detection, which may find another language. */
function findPhrase({ text, source, formality, profanity }: TranslationRequest): Phrase | undefined {
  if (formality || profanity) return undefined;
  return phrases.find((each) => each.text === text && findLanguage(each.language) === source);
}

function buildKey(target: Language) {
  return { pk: `PHRASES#${target.code}`, sk: 'PHRASES' } as const;
}
