import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Language } from '../../shared/languages.ts';
import { findLanguage } from '../../shared/languages.ts';
import { type Phrase, phrases } from '../../shared/phrases.ts';
import { documents, type PhrasesItem, usersTable } from '../tables/users.ts';
import { phraseCacheFailed } from '../telemetry/events.ts';
import type { Wanted } from './translator.ts';

/** Phrase id to its translation. */
export type PhraseTranslations = ReadonlyMap<string, string>;

/** The stored translation of a text, where it is a quick phrase that has been translated before. */
export async function cachedTranslation(wanted: Wanted): Promise<string | undefined> {
  const phrase = phraseOf(wanted);
  return phrase && (await readPhrases(wanted.target)).get(phrase.id);
}

/** Stores the translation of a text for everyone, where it is a quick phrase; nothing else is stored. */
export async function storeTranslation(wanted: Wanted, translatedText: string): Promise<void> {
  const phrase = phraseOf(wanted);
  if (!phrase) return;
  const { text, target } = wanted;
  const item = {
    TableName: usersTable(),
    Key: key(target),
    ExpressionAttributeNames: { '#phrases': 'phrases' },
  };
  try {
    // A path into a map needs the map. Others may be storing their own phrase: no write takes away another's.
    await documents.send(
      new UpdateCommand({
        ...item,
        UpdateExpression: 'SET #phrases = if_not_exists(#phrases, :none)',
        ExpressionAttributeValues: { ':none': {} },
      }),
    );
    await documents.send(
      new UpdateCommand({
        ...item,
        ExpressionAttributeNames: { ...item.ExpressionAttributeNames, '#id': phrase.id },
        UpdateExpression: 'SET #phrases.#id = :entry',
        ExpressionAttributeValues: { ':entry': { text, translatedText } },
      }),
    );
  } catch (error) {
    phraseCacheFailed({ error });
  }
}

/**
 * The stored translations into `target`; those of a phrase that has been reworded since are left out. A store
 * that cannot be read is an empty one: the phrases can always be translated again.
 */
export async function readPhrases(target: Language): Promise<PhraseTranslations> {
  try {
    const { Item } = await documents.send(new GetCommand({ TableName: usersTable(), Key: key(target) }));
    const stored = (Item as PhrasesItem | undefined)?.phrases ?? {};
    return new Map(
      phrases.flatMap((phrase) => {
        const known = stored[phrase.id];
        return known?.text === phrase.text ? [[phrase.id, known.translatedText]] : [];
      }),
    );
  } catch (error) {
    phraseCacheFailed({ error });
    return new Map();
  }
}

export async function storePhrases(target: Language, translations: PhraseTranslations): Promise<void> {
  const entries = phrases.flatMap((phrase: Phrase) => {
    const translatedText = translations.get(phrase.id);
    return translatedText === undefined ? [] : [[phrase.id, { text: phrase.text, translatedText }] as const];
  });
  const item: PhrasesItem = { ...key(target), phrases: Object.fromEntries(entries) };
  await documents
    .send(new PutCommand({ TableName: usersTable(), Item: item }))
    .catch((error: Error) => phraseCacheFailed({ error }));
}

/** Options make another translation of it, and a language that is to be found out may turn out to be another. */
function phraseOf({ text, source, formality, profanity }: Wanted): Phrase | undefined {
  if (formality || profanity) return undefined;
  return phrases.find((each) => each.text === text && findLanguage(each.language) === source);
}

function key(target: Language) {
  return { pk: `PHRASES#${target.code}`, sk: 'PHRASES' } as const;
}
