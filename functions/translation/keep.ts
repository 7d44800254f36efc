import type { Parsed } from '../../shared/api/contract.ts';
import { keep } from '../../shared/api/translation.schema.ts';
import { getNextDay } from '../../shared/dates.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { fitsInHistory } from '../../shared/text/search-text.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict, InvalidRequest, RateLimited } from '../errors.ts';
import { createFailureLimitError } from '../meters/attempts.ts';
import { getCeilings } from '../meters/ceilings.ts';
import { reserve } from '../meters/reservations.ts';
import type { User } from '../request/caller.ts';
import { buildCounterKey } from '../tables/usage.ts';
import { logAllowanceRefused } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { fingerprintRequest } from './allowance/fingerprint.ts';
import { keepTranslations } from './history/history.ts';

export const handler = endpoint('translation.keep', keep, async ({ userId, entries }, caller) => {
  if ((userId ?? caller.userId) !== caller.userId) {
    throw new Conflict(say('otherAccount'), 'free');
  }
  const storable = entries.filter(fitsInHistory);
  if (storable.length > 0) await keepAll(storable, caller);
  if (storable.length < entries.length) throw createTooLongError(entries);
  return {};
});

async function keepAll(entries: Entries, caller: User): Promise<void> {
  await reserveImportedCharacters(
    caller,
    entries.reduce((sum, { text, translatedText }) => sum + text.length + translatedText.length, 0),
  );
  await keepTranslations(
    caller.userId,
    entries.map((entry) => ({
      ...entry,
      fingerprint: fingerprintRequest(
        entry.text,
        findLanguage(entry.sourceLanguage),
        findLanguage(entry.targetLanguage) as Language,
      ),
    })),
  );
}

function createTooLongError(entries: Entries): InvalidRequest {
  const message = say('tooLongForHistory');
  return new InvalidRequest(
    entries.flatMap((entry, at) => (fitsInHistory(entry) ? [] : [{ path: `entries.${at}`, message }])),
  );
}

/** Also counts translations that are already in the history: the ceiling is far above any normal history. */
async function reserveImportedCharacters(user: User, importedCharacters: number): Promise<void> {
  const now = Date.now();
  const max = { importedCharacters: getCeilings().importedCharactersPerDay };
  const counters = buildCounterKey(user, now);
  const reserved = await reserve([{ of: 'own', counters, amounts: { importedCharacters }, max }]);
  if (!('refusedBy' in reserved)) return;
  if (reserved.refusedBy === 'failed') throw createFailureLimitError(now);
  logAllowanceRefused({ requestId: user.requestId, kind: user.kind, reason: 'imported-characters' });
  throw new RateLimited(say('historyLimit'), 'free', getNextDay(now));
}

type Entries = Parsed<'translation.keep'>['entries'];
