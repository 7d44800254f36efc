import { expect, test } from 'vitest';
import { ceilings } from '../../../shared/ceilings.ts';
import { limits } from '../../../shared/limits.ts';

test('the allowances are the ones that people are told of', () => {
  expect(limits.translations).toEqual({ guest: 3, free: 10 });
  expect(limits.lowCount).toBe(3);
});

test('a ceiling never keeps anybody from the allowance that was promised', () => {
  expect(ceilings.guestTranslationsPerAddress).toBeGreaterThanOrEqual(limits.translations.guest);
  expect(ceilings.freeCharactersPerDay).toBeGreaterThanOrEqual(limits.textCharacters.user);
  expect(ceilings.premiumCharactersPerDay).toBeGreaterThanOrEqual(limits.textCharacters.user);
  const mostAtOnce = limits.keptAtOnce * (limits.textCharacters.user + limits.keptCharacters);
  expect(ceilings.keptCharactersPerDay).toBeGreaterThanOrEqual(mostAtOnce);
  expect(ceilings.guestSpeechSeconds).toBeGreaterThanOrEqual(limits.translations.guest * limits.clipSeconds);
  expect(ceilings.spokenCharactersPerDay).toBeGreaterThanOrEqual(limits.speakCharacters);
});

test('premium has more of everything', () => {
  expect(ceilings.premiumCharactersPerDay).toBeGreaterThan(ceilings.freeCharactersPerDay);
  expect(ceilings.premiumSpeechSecondsPerDay).toBeGreaterThan(ceilings.freeSpeechSecondsPerDay);
});
