import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dayMs } from '../../../shared/dates.ts';
import { areVariants, findLanguage, languages } from '../../../shared/languages.ts';
import { type Phrase, phrases } from '../../../shared/phrases.ts';
import { ConnectionError, call, type Received } from '../../api.ts';
import { cacheNames } from '../../offline/cache-names.ts';
import { queryClient } from '../../queries.ts';
import * as texts from '../../texts/phrases.ts';
import type { TranslationAnswer, TranslationRequest } from '../translator/translation-call.ts';

export interface SavedPhrases {
  readonly savedAtMs: number;
  readonly phrases: Received<'translation.phrases'>['phrases'];
}

export async function findOfflinePhrases(target: string): Promise<ReadonlyMap<string, string>> {
  const saved = await readSavedPhrases(target);
  return new Map(
    phrases.flatMap(({ id, text, language }) => {
      if (areVariants(language, target)) return [[id, text]];
      // A phrase may have been reworded since.
      const found = saved?.phrases.find((each) => each.id === id && each.text === text);
      return found ? [[id, found.translatedText]] : [];
    }),
  );
}

/** Without a connection, answers with the saved phrase, if any. @throws ConnectionError with a message for the page */
export async function answerOffline(request: TranslationRequest, fallback: () => Promise<TranslationAnswer>) {
  const phrase = findPhrase(request.text, request.sourceLanguage);
  const translatedText = phrase && (await findOfflinePhrases(request.targetLanguage)).get(phrase.id);
  const saved = translatedText === undefined ? undefined : { translatedText };
  if (saved && !navigator.onLine) return saved;
  return fallback().catch((error: unknown) => {
    if (!(error instanceof ConnectionError)) throw error;
    if (saved) return saved;
    if (navigator.onLine) throw error;
    const name = findLanguage(request.targetLanguage)?.name;
    throw new ConnectionError({ cause: error }, phrase ? texts.notSaved(name) : texts.onlySavedWork);
  });
}

function findPhrase(text: string, language: string): Phrase | undefined {
  return phrases.find((each) => each.text === text && findLanguage(each.language) === findLanguage(language));
}

export async function savePhrases(target: string, signal?: AbortSignal): Promise<void> {
  const cache = await caches.open(cacheNames.phrases);
  const answer = await call('translation.phrases', { target: pickMainVariant(target) }, signal && { signal });
  // A captive portal may answer instead of the server.
  if (!Array.isArray(answer.phrases)) throw new ConnectionError();
  const saved: SavedPhrases = { savedAtMs: Date.now(), phrases: answer.phrases };
  await cache.put(buildKey(target), Response.json(saved));
  refreshOfflinePhrases();
}

export async function readSavedPhrases(target: string): Promise<SavedPhrases | undefined> {
  try {
    const cache = await caches.open(cacheNames.phrases);
    return await (await cache.match(buildKey(target)))?.json();
  } catch {
    return undefined;
  }
}

/** Saves the phrases in the target language, at most once a day. Failures are ignored. */
export async function saveTargetPhrases(target: string): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!navigator.onLine || connection?.saveData) return;
  const saved = await readSavedPhrases(target);
  if (saved && Date.now() - saved.savedAtMs < dayMs) return;
  await savePhrases(target).catch(() => {});
}

/** Read again when the connection changes: another tab may have saved some. */
export function offlinePhrasesQuery(target: string, isOnline: boolean) {
  return queryOptions({
    queryKey: [...offlinePhrasesKey, target, isOnline],
    queryFn: () => findOfflinePhrases(target),
    networkMode: 'always',
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function refreshOfflinePhrases(): void {
  void queryClient.invalidateQueries({ queryKey: offlinePhrasesKey });
}

const offlinePhrasesKey = ['offline-phrases'];

function buildKey(target: string): string {
  return `/api/phrases?target=${pickMainVariant(target)}`;
}

/** One request and one cache entry serve all variants of a language. */
function pickMainVariant(target: string): string {
  return languages.find(({ code }) => areVariants(code, target))?.code ?? target;
}
