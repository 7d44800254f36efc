import { expect, test } from 'vitest';
import { limits } from '../../../shared/limits.ts';

test('guests translate at most 1,000 characters at a time, everyone else 5,000', () => {
  expect(limits.textCharacters).toEqual({ guest: 1_000, user: 5_000 });
});

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
