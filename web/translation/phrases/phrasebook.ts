import { findLanguage, languages } from '../../../shared/languages.ts';
import { type Phrase, phrases } from '../../../shared/phrases.ts';
import { ConnectionError, call, type Received } from '../../api.ts';
import { cacheNames } from '../../offline/cache-names.ts';

/**
 * The quick phrases in other languages, kept in this browser. Languages that are written alike share what is kept.
 * Nothing but the phrases of `shared/phrases.ts` is in it.
 */
export interface KeptPhrases {
  /** When they were asked for. */
  readonly keptAtMs: number;
  readonly phrases: Received<'translation.phrases'>['phrases'];
}

/** Phrase id to its translation, of all that need no connection: what is kept, and what is in the language already. */
export async function phrasesWithout(target: string): Promise<ReadonlyMap<string, string>> {
  const kept = await readKept(target);
  return new Map(
    phrases.flatMap(({ id, text, language }) => {
      if (writtenAs(language) === writtenAs(target)) return [[id, text]];
      // A phrase that has been reworded since says something else.
      const found = kept?.phrases.find((each) => each.id === id && each.text === text);
      return found ? [[id, found.translatedText]] : [];
    }),
  );
}

/**
 * The answer to a translation that the server does not give: the kept one, where the text is a quick phrase.
 *
 * @param otherwise asks all the same; fails as the server has failed, where it was asked
 * @throws Error that says what works without a connection, where the browser knows of none
 */
export async function answerWithout(asked: Asked, otherwise: () => Promise<Answer>): Promise<Answer> {
  const phrase = findPhrase(asked.text, asked.sourceLanguage);
  const translatedText = phrase && (await phrasesWithout(asked.targetLanguage)).get(phrase.id);
  const kept = translatedText === undefined ? undefined : { translatedText };
  if (kept && !navigator.onLine) return kept;
  return otherwise().catch((error) => {
    if (!(error instanceof ConnectionError)) throw error;
    if (kept) return kept;
    throw navigator.onLine ? error : new Error(whyNot(phrase, asked.targetLanguage), { cause: error });
  });
}

function findPhrase(text: string, language: string): Phrase | undefined {
  return phrases.find((each) => each.text === text && findLanguage(each.language) === findLanguage(language));
}

function whyNot(phrase: Phrase | undefined, target: string): string {
  return phrase
    ? `You are offline, and this phrase is not kept in ${findLanguage(target)?.name} on this device.`
    : 'You are offline. Your own words need a connection; kept quick phrases do not.';
}

interface Asked {
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

interface Answer {
  readonly translatedText: string;
  readonly keptAs?: string | undefined;
}

/** Asks for the phrases in the language and keeps them. @throws where they are not to be had, or there is no room */
export async function keepPhrases(target: string, signal?: AbortSignal): Promise<void> {
  const cache = await caches.open(cacheNames.phrases);
  const answer = await call('translation.phrases', { target: standIn(target) }, signal && { signal });
  // Something between us and the server may answer in its place.
  if (!Array.isArray(answer.phrases)) throw new ConnectionError();
  const kept: KeptPhrases = { keptAtMs: Date.now(), phrases: answer.phrases };
  await cache.put(keyOf(target), Response.json(kept));
  changes.dispatchEvent(new Event('kept'));
}

/** What is kept in the language; nothing where this browser keeps nothing. */
export async function readKept(target: string): Promise<KeptPhrases | undefined> {
  try {
    const cache = await caches.open(cacheNames.phrases);
    return await (await cache.match(keyOf(target)))?.json();
  } catch {
    return undefined;
  }
}

/** Keeps the phrases in a language that was picked, at most once a day. Without a connection or room nothing happens. */
export async function keepPicked(target: string): Promise<void> {
  if (!navigator.onLine || wantsLittle()) return;
  const kept = await readKept(target);
  if (kept && Date.now() - kept.keptAtMs < dayMs) return;
  await keepPhrases(target).catch(() => {});
}

/** Whoever counts bytes is sent nothing that they have not asked for. */
export function wantsLittle(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** Hears `kept` when what is kept has changed. */
export const changes = new EventTarget();

const dayMs = 86_400_000;

/** Cache Storage names things by addresses: the one that was asked. */
function keyOf(target: string): string {
  return `/api/phrases?target=${standIn(target)}`;
}

/** The first language that is written like it. */
function standIn(target: string): string {
  return languages.find(({ translate }) => translate === writtenAs(target))?.code ?? target;
}

/** The translator's own name for a language: those that share it are not translated between. */
function writtenAs(code: string): string | undefined {
  return findLanguage(code)?.translate;
}
