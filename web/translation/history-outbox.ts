import { rememberedUserId } from '../auth/remembered-user.ts';
import { remember } from '../browser/remembered.ts';
import { buildFailureToast, toasts } from '../components/toasts/toasts.ts';
import * as texts from '../texts/translator.ts';
import type { UnsavedTranslation } from './history/local-history.ts';

interface Waiting {
  readonly translation: UnsavedTranslation;
  readonly requestId: string;
  readonly accountEntryId?: string | undefined;
  readonly createdAt: string;
  /** Null for a guest. */
  readonly userId: string | null;
}

/** Translations that wait for the code of the history, also across a reload: a browser may not load a file again. */
const outbox = remember('parley.history-outbox', parseWaiting);

export function keepTranslation(
  translation: UnsavedTranslation,
  requestId: string,
  accountEntryId: string | undefined,
): void {
  const createdAt = new Date().toISOString();
  const waiting = { translation, requestId, accountEntryId, createdAt, userId: rememberedUserId.read() };
  outbox.write([...outbox.read(), waiting]);
  deliver();
}

/** Saves what an earlier page could not. */
export function deliverWaiting(): void {
  if (outbox.read().length > 0) deliver();
}

function deliver([delayMs, ...rest]: readonly number[] = retryDelaysMs): void {
  clearTimeout(timer);
  delivering = delivering.then(saveAll).catch(() => {
    if (delayMs !== undefined) timer = setTimeout(deliver, delayMs, rest);
    else toasts.show(buildFailureToast(texts.historyNotLoadedTitle, texts.historyNotLoaded));
  });
}

async function saveAll(): Promise<void> {
  const { saveTranslation } = await import('./history/local-history.ts');
  for (const waiting of outbox.read()) {
    const { translation, requestId, accountEntryId, createdAt, userId } = waiting;
    // A guest's translations go to the account that they sign in to; another user's stay.
    if (userId !== null && userId !== rememberedUserId.read()) continue;
    await saveTranslation(translation, requestId, accountEntryId, createdAt);
    const left = outbox.read().filter((each) => each.requestId !== requestId);
    outbox.write(left.length > 0 ? left : undefined);
  }
}

let delivering = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
const retryDelaysMs = [2_000, 10_000];

function parseWaiting(stored: unknown): readonly Waiting[] {
  return Array.isArray(stored) ? stored.filter(isWaiting) : [];
}

function isWaiting(value: unknown): value is Waiting {
  const {
    translation,
    requestId,
    accountEntryId = '',
    createdAt,
    userId,
  }: Record<string, unknown> = Object(value);
  const { text, translatedText, sourceLanguage, targetLanguage }: Record<string, unknown> =
    Object(translation);
  const strings = [
    text,
    translatedText,
    sourceLanguage,
    targetLanguage,
    requestId,
    accountEntryId,
    createdAt,
  ];
  return strings.every((each) => typeof each === 'string') && (userId === null || typeof userId === 'string');
}
