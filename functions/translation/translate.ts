import { randomUUID } from 'node:crypto';
import type { Parsed } from '../../shared/api/contract.ts';
import { translate } from '../../shared/api/translate.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { limits } from '../../shared/limits.ts';
import type { Guest, User } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { InvalidRequest, ProductError } from '../errors.ts';
import { historyFailed, translated } from '../events.ts';
import { sign } from '../signing.ts';
import { grantTranslation } from './allowance.ts';
import type { GrantRequest } from './grants.ts';
import { recordTranslation } from './history.ts';
import { historyIdOf } from './history-id.ts';
import { cachedTranslation, storeTranslation } from './phrase-cache.ts';
import { translateText } from './translator.ts';

/** A text in another language: as it is, from the stored quick phrases, or from the provider. */
export const handler = endpoint('translation.translate', translate, async (input, caller) => {
  requireFitting(input.text, caller);
  const source = findLanguage(input.sourceLanguage) as Language;
  const target = findLanguage(input.targetLanguage) as Language;
  const startedAt = performance.now();
  const done = (from: From) =>
    translated({
      requestId: caller.requestId,
      source: source.code,
      target: target.code,
      characters: input.text.length,
      from,
      durationMs: Math.round(performance.now() - startedAt),
    });

  if (source.translate === target.translate) {
    done('none');
    return { translatedText: input.text };
  }
  const request = requestOf(input, source, target);
  const { from, translatedText } = await translateGranted(request, input.text, source, target, caller);
  if (caller.kind === 'premium') await keepInHistory(caller, input, request.mac, translatedText);
  done(from);
  return { translatedText };
});

function requireFitting(text: string, caller: Guest | User): void {
  const isGuest = caller.kind === 'guest';
  const most = limits.textCharacters[isGuest ? 'guest' : 'user'];
  if (text.length > most) {
    const message = `A text can have at most ${most} characters${isGuest ? ' without an account' : ''}.`;
    throw new InvalidRequest([{ path: 'text', message }]);
  }
}

/** The languages by their own code: `es-ES` is `es`. */
function requestOf(input: Input, source: Language, target: Language): GrantRequest {
  return {
    id: input.idempotencyKey ?? randomUUID(),
    mac: sign('request', JSON.stringify([input.text, source.code, target.code])),
    characters: input.text.length,
  };
}

/** The stored phrases are looked through meanwhile; an answer from them counts like any other. */
async function translateGranted(
  request: GrantRequest,
  text: string,
  source: Language,
  target: Language,
  caller: Guest | User,
) {
  const stored = cachedTranslation(text, source, target);
  const granted = await grantTranslation(caller, request);
  const answer = await translateAnyWay(stored, text, source, target, caller.signal).catch(
    async (error: unknown) => {
      await granted.release();
      throw error;
    },
  );
  await granted.settle();
  return answer;
}

async function translateAnyWay(
  stored: Promise<string | undefined>,
  text: string,
  source: Language,
  target: Language,
  signal: AbortSignal,
) {
  const cached = await stored;
  if (cached !== undefined) return { from: 'phrases', translatedText: cached } as const;
  const translatedText = await translateText(text, source, target, signal);
  await storeTranslation(text, source, target, translatedText);
  return { from: 'provider', translatedText } as const;
}

/** A history that cannot be written costs nobody the translation. */
async function keepInHistory(user: User, input: Input, fingerprint: string, translatedText: string) {
  const { idempotencyKey, text, sourceLanguage, targetLanguage } = input;
  const now = Date.now();
  await recordTranslation(user.userId, {
    id: historyIdOf(idempotencyKey, now),
    text,
    sourceLanguage,
    targetLanguage,
    translatedText,
    fingerprint,
    createdAt: new Date(now).toISOString(),
  }).catch((error: unknown) => {
    if (error instanceof ProductError) throw error;
    historyFailed({ requestId: user.requestId, error });
  });
}

type Input = Parsed<'translation.translate'>;

type From = Parameters<typeof translated>[0]['from'];
