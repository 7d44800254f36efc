import { expect, test } from 'vitest';
import { readWav } from '../../../../../functions/speech/wav.ts';
import { encodeWav, getGain, mixDown } from '../../../../../web/speech/record/wav.ts';

test('a WAV file is read by the server: each sample is little-endian and clipped to 16 bits', () => {
  const given = Float32Array.of(0, 0.5, -0.5, 1, -1, 3, -3);
  const { sampleRateHertz, samples } = readWav(new Uint8Array(encodeWav(given, 16_000)));
  expect(sampleRateHertz).toBe(16_000);
  const bytes = Buffer.from(samples);
  const values = Array.from(given, (_, index) => bytes.readInt16LE(index * 2));
  expect(values).toEqual([0, 16384, -16383, 32767, -32767, 32767, -32767]);
});

test('channels are mixed to their mean', () => {
  expect([...mixDown([Float32Array.of(0.5, 0.25), Float32Array.of(-0.5, 0.5)])]).toEqual([0, 0.375]);
  expect(mixDown([])).toHaveLength(0);
});

test('sensitivity 5 leaves a recording unchanged, 10 makes it four times as loud, 1 a third', () => {
  expect(getGain(5)).toBe(1);
  expect(getGain(10)).toBeCloseTo(4);
  expect(getGain(1)).toBeCloseTo(0.33, 2);
});
