import { translate } from '../../shared/api/translation.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { limits } from '../../shared/limits.ts';
import type { Caller } from '../caller.ts';
import { endpoint } from '../endpoint.ts';
import { InvalidRequest } from '../errors.ts';
import { translated } from '../events.ts';
import { cachedTranslation } from './phrase-cache.ts';
import { translateText } from './translator.ts';

/** A text in another language: as it is, from the stored quick phrases, or from the provider. */
export const handler = endpoint('translation.translate', translate, async (input, caller) => {
  requireFitting(input.text, caller);
  const source = findLanguage(input.sourceLanguage) as Language;
  const target = findLanguage(input.targetLanguage) as Language;

  const startedAt = performance.now();
  const { from, translatedText } = await translateAnyWay(input.text, source, target, caller.signal);
  translated({
    requestId: caller.requestId,
    source: source.code,
    target: target.code,
    characters: input.text.length,
    from,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return { translatedText };
});

function requireFitting(text: string, caller: Caller): void {
  const most = limits.textCharacters[caller.kind === 'guest' ? 'guest' : 'user'];
  if (text.length > most) {
    throw new InvalidRequest([
      { path: 'text', message: `A text can have at most ${most} characters without an account.` },
    ]);
  }
}

async function translateAnyWay(text: string, source: Language, target: Language, signal: AbortSignal) {
  if (source.translate === target.translate) return { from: 'none', translatedText: text } as const;
  const cached = await cachedTranslation(text, source, target);
  if (cached !== undefined) return { from: 'phrases', translatedText: cached } as const;
  return { from: 'provider', translatedText: await translateText(text, source, target, signal) } as const;
}
