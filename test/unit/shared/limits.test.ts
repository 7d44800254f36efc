import { describe, expect, test } from 'vitest';
import { countPaidCharacters } from '../../../functions/translation/allowance/paid-characters.ts';
import { ceilings } from '../../../shared/ceilings.ts';
import { limits } from '../../../shared/limits.ts';
import { plans } from '../../../shared/plans.ts';
import { buildSearchText, fitsInHistory, fold } from '../../../shared/text/search-text.ts';

test('every translation can be spoken', () => {
  expect(limits.speakCharacters).toBeGreaterThanOrEqual(limits.textCharacters.user);
});

test('a full clip of sent audio fits: 16 kHz, 16 bits, mono, with its WAV header', () => {
  expect(limits.clipSeconds * 16_000 * 2 + 44).toBeLessThanOrEqual(limits.audioBytes);
});

test('the largest clip in a base64 event is below Lambda’s 6 MB', () => {
  const multipartFrame = 1_000;
  const restOfTheEvent = 50_000;
  const base64Bytes = Math.ceil((limits.audioBytes + multipartFrame) / 3) * 4;
  expect(base64Bytes + restOfTheEvent).toBeLessThanOrEqual(6_000_000);
});

describe('the limit that the page shows applies before any ceiling', () => {
  const longest = (kind: 'guest' | 'user') =>
    countPaidCharacters(limits.textCharacters[kind], { isDetected: true });

  test('a free account’s ten longest texts fit into its day', () => {
    expect(ceilings.freeCharactersPerDay).toBeGreaterThanOrEqual(limits.translations.free * longest('user'));
  });

  test('a guest’s three longest texts and clips fit, also beside other guests', () => {
    const texts = limits.translations.guest * longest('guest');
    const clips = limits.translations.guest * limits.clipSeconds;
    expect(ceilings.guestTranslationsPerAddress).toBeGreaterThanOrEqual(limits.translations.guest);
    expect(ceilings.guestCharactersPerAddress).toBeGreaterThanOrEqual(texts);
    expect(ceilings.guestCharactersPerDay / 4).toBeGreaterThanOrEqual(texts);
    expect(ceilings.guestSpeechSeconds).toBeGreaterThanOrEqual(clips);
    expect(ceilings.guestSpeechSecondsPerAddress).toBeGreaterThanOrEqual(ceilings.guestSpeechSeconds);
    expect(ceilings.guestSpeechSecondsPerDay / 4).toBeGreaterThanOrEqual(ceilings.guestSpeechSeconds);
  });

  test('a group’s ceiling has room for many members', () => {
    expect(ceilings.guestCharactersPerDay).toBeGreaterThanOrEqual(10 * ceilings.guestCharactersPerAddress);
    expect(ceilings.guestSpeechSecondsPerDay).toBeGreaterThanOrEqual(
      5 * ceilings.guestSpeechSecondsPerAddress,
    );
    expect(ceilings.allFreeCharactersPerDay).toBeGreaterThanOrEqual(20 * ceilings.freeCharactersPerAddress);
    expect(ceilings.allFreeSpeechSecondsPerDay).toBeGreaterThanOrEqual(
      15 * ceilings.freeSpeechSecondsPerAddress,
    );
    expect(ceilings.freeCharactersPerAddress).toBeGreaterThan(2 * ceilings.freeCharactersPerDay);
    expect(ceilings.freeSpeechSecondsPerAddress).toBeGreaterThan(2 * ceilings.freeSpeechSecondsPerDay);
    expect(ceilings.allFreeCharactersPerDay).toBeGreaterThanOrEqual(50 * ceilings.freeCharactersPerDay);
    expect(ceilings.allFreeSpeechSecondsPerDay).toBeGreaterThanOrEqual(50 * ceilings.freeSpeechSecondsPerDay);
  });

  test('Premium has more than a free account, and more a month than a day', () => {
    expect(ceilings.premiumCharactersPerDay).toBeGreaterThan(ceilings.freeCharactersPerDay);
    expect(ceilings.premiumSpeechSecondsPerDay).toBeGreaterThan(ceilings.freeSpeechSecondsPerDay);
    expect(ceilings.premiumCharactersPerMonth).toBeGreaterThan(6 * ceilings.premiumCharactersPerDay);
    expect(ceilings.premiumSpeechSecondsPerMonth).toBe(3 * ceilings.premiumSpeechSecondsPerDay);
    expect(ceilings.spokenCharactersPerMonth).toBe(8 * ceilings.spokenCharactersPerDay);
    expect(ceilings.spokenCharactersPerDay).toBeGreaterThanOrEqual(limits.speakCharacters);
    const mostAtOnce = limits.importsAtOnce * (limits.textCharacters.user + limits.importedCharacters);
    expect(ceilings.importedCharactersPerDay).toBeGreaterThanOrEqual(mostAtOnce);
  });
});

/** At list prices: $15 a million characters, $0.024 a minute, $16 a million characters of neural voices. */
function costCents(characters: number, seconds: number, spoken: number): number {
  return characters * 0.0015 + seconds * 0.04 + spoken * 0.0016;
}

test('the worst fair month costs less than three times the price, and the worst trial less than the price', () => {
  const { premiumCharactersPerMonth, premiumSpeechSecondsPerMonth, spokenCharactersPerMonth } = ceilings;
  const { trialCharacters, trialSpeechSeconds, trialSpokenCharacters } = ceilings;
  const price = plans.parley_monthly.amountCents;
  expect(
    costCents(premiumCharactersPerMonth, premiumSpeechSecondsPerMonth, spokenCharactersPerMonth),
  ).toBeLessThan(3 * price);
  expect(costCents(trialCharacters, trialSpeechSeconds, trialSpokenCharacters)).toBeLessThan(price);
});

test('a trial never has less in a day than a free account', () => {
  expect(ceilings.trialCharactersPerDay).toBeGreaterThanOrEqual(ceilings.freeCharactersPerDay);
  expect(ceilings.trialSpeechSecondsPerDay).toBeGreaterThanOrEqual(ceilings.freeSpeechSecondsPerDay);
  expect(ceilings.trialSpokenCharactersPerDay).toBeGreaterThanOrEqual(limits.speakCharacters);
});

test('an item of the history is below 400 KB, and the longest ordinary texts fit', () => {
  const longest = { text: '語'.repeat(5_000), translatedText: '語'.repeat(20_000) };
  expect(fitsInHistory(longest)).toBe(true);
  const ligatures = { text: 'ﷺ'.repeat(3_000), translatedText: 'ﷺ'.repeat(3_000) };
  expect(fitsInHistory(ligatures)).toBe(true);
  expect(
    Buffer.byteLength(Object.values({ ...ligatures, searchText: buildSearchText(ligatures) }).join()),
  ).toBeLessThan(395_000);
  expect(fitsInHistory({ ...ligatures, text: 'ﷺ'.repeat(5_000) })).toBe(false);
});

test('folding makes at most 18 characters of one', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  expect(Math.max(...all.map((each) => fold(each).length))).toBe(18);
});

test.each([
  [1, false, 20],
  [5_000, false, 5_000],
  [1, true, 40],
  [300, true, 320],
  [5_000, true, 5_334],
])('a text of %i characters, detected: %s, counts as %i', (length, isDetected, paid) => {
  expect(countPaidCharacters(length, { isDetected })).toBe(paid);
});
