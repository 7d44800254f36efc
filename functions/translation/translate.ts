import { randomUUID } from 'node:crypto';
import { decodeTime, ulid } from 'ulid';
import type { Parsed } from '../../shared/api/contract.ts';
import { translate } from '../../shared/api/translate.schema.ts';
import { dayMs } from '../../shared/dates.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { limits } from '../../shared/limits.ts';
import { fitsInHistory } from '../../shared/text/search-text.ts';
import { hasWords } from '../../shared/text/words.ts';
import { endpoint } from '../endpoint.ts';
import { InvalidRequest, ProductError } from '../errors.ts';
import type { Guest, User } from '../request/caller.ts';
import { logHistoryFailed, logTranslated } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { grantTranslation } from './allowance/allowance.ts';
import { fingerprintRequest } from './allowance/fingerprint.ts';
import type { GrantRequest } from './allowance/grants.ts';
import { countPaidCharacters } from './allowance/paid-characters.ts';
import { recordTranslation } from './history/history.ts';
import { hasOption } from './options.ts';
import { type TranslationRequest, translateText } from './translator.ts';

export const handler = endpoint('translation.translate', translate, async (input, caller) => {
  requireAllowedLength(input.text, caller);
  const { text, sourceLanguage, targetLanguage, formality, profanity } = input;
  const source = findLanguage(sourceLanguage);
  const target = findLanguage(targetLanguage) as Language;
  const wanted: TranslationRequest = { text, source, target, formality, profanity };
  requireSupportedOptions(wanted);
  const startedAt = performance.now();
  const report = (translatedBy: Parameters<typeof logTranslated>[0]['translatedBy'], detected?: Language) =>
    logTranslated({
      requestId: caller.requestId,
      source: (source ?? detected)?.code ?? sourceLanguage,
      target: target.code,
      characters: text.length,
      translatedBy,
      durationMs: Math.round(performance.now() - startedAt),
    });

  if (source?.translate === target.translate || !hasWords(text)) {
    report('none');
    return { translatedText: text, uncounted: hasWords(text) ? 'unchanged' : 'no-words' };
  }
  const request = toGrantRequest(input.idempotencyKey, wanted);
  const { detected, ...answer } = await translateGranted(request, wanted, caller);
  const { translatedText } = answer;
  const resolved = { ...input, sourceLanguage: detected?.code ?? sourceLanguage };
  const keptAs =
    caller.kind === 'premium' && !input.isPrivate && fitsInHistory({ text, translatedText })
      ? await keepInHistory(caller, resolved, request.fingerprint, translatedText)
      : undefined;
  report('provider', detected);
  return { ...answer, detectedLanguage: detected?.code, keptAs };
});

function requireAllowedLength(text: string, caller: Guest | User): void {
  const isGuest = caller.kind === 'guest';
  const max = limits.textCharacters[isGuest ? 'guest' : 'user'];
  if (text.length > max) {
    const message = isGuest
      ? say('guestTextTooLong', { max, userMax: limits.textCharacters.user })
      : say('textTooLong', { max });
    throw new InvalidRequest([{ path: 'text', message }], 'uncounted');
  }
}

function requireSupportedOptions({ target, formality, profanity }: TranslationRequest): void {
  const issues = [
    ...(formality && !hasOption('formality', target)
      ? [{ path: 'formality', message: say('noFormality', { language: target.code }) }]
      : []),
    ...(profanity && !hasOption('profanity', target)
      ? [{ path: 'profanity', message: say('noMask', { language: target.code }) }]
      : []),
  ];
  if (issues.length > 0) throw new InvalidRequest(issues);
}

function toGrantRequest(id: string | undefined, wanted: TranslationRequest): GrantRequest {
  const { text, source, target, formality, profanity } = wanted;
  const options = [formality, profanity].filter((option) => option !== undefined);
  return {
    id: id ?? randomUUID(),
    fingerprint: fingerprintRequest(text, source, target, options),
    characters: countPaidCharacters(text.length, { isDetected: source === undefined }),
  };
}

async function translateGranted(request: GrantRequest, wanted: TranslationRequest, caller: Guest | User) {
  const granted = await grantTranslation(caller, request);
  const answer = await translateText(wanted, caller.signal).catch(async (error: unknown) => {
    throw await granted.fail(error);
  });
  if (isSameText(answer.translatedText, wanted.text)) {
    // If this fails, the grant lapses.
    await granted.uncount();
    return { ...answer, uncounted: 'unchanged' } as const;
  }
  await granted.settle();
  return answer;
}

/** Providers may compose letters and change white space. */
function isSameText(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => text.normalize('NFC').trim().replace(/\s+/gu, ' '));
  return first === second;
}

/** @returns the id in the history; undefined after a failed write, which does not fail the translation */
async function keepInHistory(
  user: User,
  input: Parsed<'translation.translate'>,
  fingerprint: string,
  translatedText: string,
): Promise<string | undefined> {
  const { idempotencyKey, text, sourceLanguage, targetLanguage } = input;
  const now = Date.now();
  const id = makeHistoryId(idempotencyKey, now);
  try {
    await recordTranslation(user.userId, {
      id,
      text,
      sourceLanguage,
      targetLanguage,
      translatedText,
      fingerprint,
      createdAt: new Date(now).toISOString(),
    });
    return id;
  } catch (error) {
    if (error instanceof ProductError) throw error;
    logHistoryFailed({ requestId: user.requestId, error });
    return undefined;
  }
}

/** An idempotency key that is a recent ULID becomes the id, so a repeated request writes the same item. Else a new ULID. */
function makeHistoryId(idempotencyKey: string | undefined, now: number): string {
  return idempotencyKey !== undefined && isRecent(idempotencyKey, now) ? idempotencyKey : ulid(now);
}

function isRecent(key: string, now: number): boolean {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(key)) return false;
  const ageMs = now - decodeTime(key);
  return ageMs <= dayMs && ageMs >= -clockSkewMs;
}

/** Browsers' clocks may be ahead. */
const clockSkewMs = 60_000;
