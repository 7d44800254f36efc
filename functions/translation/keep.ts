import type { Parsed } from '../../shared/api/contract.ts';
import { keep } from '../../shared/api/translation.schema.ts';
import { getNextDay } from '../../shared/dates.ts';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { fitsHistory } from '../../shared/searched.ts';
import { endpoint } from '../endpoint.ts';
import { Conflict, InvalidRequest, RateLimited } from '../errors.ts';
import { tooManyFailures } from '../meters/attempts.ts';
import { getCeilings } from '../meters/ceilings.ts';
import { reserve } from '../meters/reservations.ts';
import type { User } from '../request/caller.ts';
import { selectCounters } from '../tables/usage.ts';
import { allowanceRefused } from '../telemetry/events.ts';
import { signRequest } from './allowance/fingerprint.ts';
import { keepTranslations } from './history/history.ts';

export const handler = endpoint('translation.keep', keep, async ({ userId, entries }, caller) => {
  if ((userId ?? caller.userId) !== caller.userId) throw otherUser();
  const fitting = entries.filter(fitsHistory);
  if (fitting.length > 0) await keepAll(fitting, caller);
  if (fitting.length < entries.length) throw tooLong(entries);
  return {};
});

async function keepAll(entries: Entries, caller: User): Promise<void> {
  await requireRoom(
    caller,
    entries.reduce((sum, { text, translatedText }) => sum + text.length + translatedText.length, 0),
  );
  await keepTranslations(
    caller.userId,
    entries.map((entry) => ({
      ...entry,
      fingerprint: signRequest(
        entry.text,
        findLanguage(entry.sourceLanguage),
        findLanguage(entry.targetLanguage) as Language,
      ),
    })),
  );
}

function tooLong(entries: Entries): InvalidRequest {
  const message = 'This translation is too long for the history. It stays in this browser.';
  return new InvalidRequest(
    entries.flatMap((entry, at) => (fitsHistory(entry) ? [] : [{ path: `entries.${at}`, message }])),
  );
}

function otherUser(): Conflict {
  return new Conflict('Another account is signed in now.', 'free', 'Reload the page to go on.');
}

/** Also counts known translations, because the ceiling is far above a normal history. */
async function requireRoom(user: User, keptCharacters: number): Promise<void> {
  const now = Date.now();
  const max = { keptCharacters: getCeilings().keptCharactersPerDay };
  const reserved = await reserve([{ counters: selectCounters(user, now), amounts: { keptCharacters }, max }]);
  if (!('attribute' in reserved)) return;
  if (reserved.attribute === 'failed') throw tooManyFailures(now);
  allowanceRefused({ requestId: user.requestId, kind: user.kind, reason: 'kept-characters' });
  throw new RateLimited(
    'Your account has reached today’s limit for saved translations.',
    'free',
    'The rest will be saved tomorrow.',
    getNextDay(now),
  );
}

type Entries = Parsed<'translation.keep'>['entries'];
