import { describe, expect, test } from 'vitest';
import { encodeWav, gainFor, mixDown } from '../../../../../web/speech/record/wav.ts';

describe('a WAV file', () => {
  test('has the header of mono 16-bit PCM and the sizes of what follows', () => {
    const bytes = Buffer.from(encodeWav(new Float32Array(1600), 16_000));
    expect(bytes.length).toBe(44 + 3200);
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.toString('latin1', 8, 16)).toBe('WAVEfmt ');
    const [format, channels] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
    expect([format, channels]).toEqual([1, 1]);
    expect(bytes.readUInt32LE(24)).toBe(16_000);
    expect(bytes.readUInt32LE(28)).toBe(32_000);
    expect(bytes.readUInt16LE(34)).toBe(16);
    expect(bytes.toString('latin1', 36, 40)).toBe('data');
    expect(bytes.readUInt32LE(40)).toBe(3200);
  });

  test('holds each sample, little-endian, clipped to 16 bits', () => {
    const bytes = Buffer.from(encodeWav(Float32Array.of(0, 0.5, -0.5, 1, -1, 3, -3), 16_000));
    const samples = Array.from({ length: 7 }, (_, index) => bytes.readInt16LE(44 + index * 2));
    expect(samples).toEqual([0, 16384, -16383, 32767, -32767, 32767, -32767]);
  });
});

test('channels are mixed to their mean', () => {
  expect([...mixDown([Float32Array.of(0.5, 0.25), Float32Array.of(-0.5, 0.5)])]).toEqual([0, 0.375]);
  expect(mixDown([])).toHaveLength(0);
});

test('sensitivity 5 leaves a recording unchanged, 10 makes it four times as loud, 1 a third', () => {
  expect(gainFor(5)).toBe(1);
  expect(gainFor(10)).toBeCloseTo(4);
  expect(gainFor(1)).toBeCloseTo(0.33, 2);
});
