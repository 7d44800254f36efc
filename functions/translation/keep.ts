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
  await count(entries, caller);
  const { storable = [], tooLong = [] } = Object.groupBy(entries, (entry) =>
    fitsInHistory(entry) ? 'storable' : 'tooLong',
  );
  if (storable.length > 0) await keepAll(storable, caller);
  if (tooLong.length > 0) throw createTooLongError(entries, tooLong);
  return {};
});

/** Also what is in the history already, or does not fit, which takes time to find out: the ceiling is far above any normal history. */
async function count(entries: Entries, caller: User): Promise<void> {
  const lengths = entries.map(({ text, translatedText }) => text.length + translatedText.length);
  await countInOwnDay(caller, {
    amounts: { importedCharacters: lengths.reduce((sum, length) => sum + length, 0) },
    max: { importedCharacters: getCeilings().importedCharactersPerDay },
    reason: 'imported-characters',
    refusal: say('historyLimit'),
  });
}

async function keepAll(entries: Entries, { userId }: User): Promise<void> {
  await keepTranslations(
    userId,
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

function createTooLongError(entries: Entries, tooLong: Entries): InvalidRequest {
  const message = say('tooLongForHistory');
  return new InvalidRequest(tooLong.map((entry) => ({ path: `entries.${entries.indexOf(entry)}`, message })));
}

type Entries = Parsed<'translation.keep'>['entries'];
