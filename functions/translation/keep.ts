import type { Parsed } from '../../shared/api/contract.ts';
import { keep } from '../../shared/api/translation.schema.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { fitsInHistory } from '../../shared/text/search-text.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict, InvalidRequest } from '../errors.ts';
import { getCeilings } from '../meters/ceilings.ts';
import { countInOwnDay } from '../meters/own-day.ts';
import type { User } from '../request/caller.ts';
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
  const lengths = entries.map(({ text, translatedText }) => text.length + translatedText.length);
  // Also counts translations that are already in the history: the ceiling is far above any normal history.
  await countInOwnDay(caller, {
    amounts: { importedCharacters: lengths.reduce((sum, length) => sum + length, 0) },
    max: { importedCharacters: getCeilings().importedCharactersPerDay },
    reason: 'imported-characters',
    refusal: say('historyLimit'),
  });
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

type Entries = Parsed<'translation.keep'>['entries'];
