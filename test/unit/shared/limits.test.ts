import { expect, test } from 'vitest';
import { ceilings } from '../../../shared/ceilings.ts';
import { limits } from '../../../shared/limits.ts';

test('whatever was translated can be spoken', () => {
  expect(limits.speakCharacters).toBeGreaterThanOrEqual(limits.textCharacters.user);
});

test('a full clip of sent audio fits: 16 kHz, 16 bits, mono, with its WAV header', () => {
  expect(limits.clipSeconds * 16_000 * 2 + 44).toBeLessThanOrEqual(limits.audioBytes);
});

test('the largest clip in its form, as base64 within an event, is within the 6 MB that Lambda takes', () => {
  const multipartFrame = 1_000;
  const restOfTheEvent = 50_000;
  const base64Bytes = Math.ceil((limits.audioBytes + multipartFrame) / 3) * 4;
  expect(base64Bytes + restOfTheEvent).toBeLessThanOrEqual(6_000_000);
});

test('a ceiling never keeps anybody from the allowance that was promised', () => {
  expect(ceilings.guestTranslationsPerAddress).toBeGreaterThanOrEqual(limits.translations.guest);
  expect(ceilings.freeCharactersPerDay).toBeGreaterThanOrEqual(limits.textCharacters.user);
  expect(ceilings.premiumCharactersPerDay).toBeGreaterThan(ceilings.freeCharactersPerDay);
  expect(ceilings.premiumSpeechSecondsPerDay).toBeGreaterThan(ceilings.freeSpeechSecondsPerDay);
  const mostAtOnce = limits.keptAtOnce * (limits.textCharacters.user + limits.keptCharacters);
  expect(ceilings.keptCharactersPerDay).toBeGreaterThanOrEqual(mostAtOnce);
  expect(ceilings.guestSpeechSeconds).toBeGreaterThanOrEqual(limits.translations.guest * limits.clipSeconds);
  expect(ceilings.spokenCharactersPerDay).toBeGreaterThanOrEqual(limits.speakCharacters);
});
