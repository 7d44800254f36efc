import { describe, expect, test } from 'vitest';
import { SpeechDetector, scanSamples } from '../../../../../web/speech/record/speech-detector.ts';
import { join, noise, rate, rumble, silence, voice } from './sounds.ts';

describe('speech', () => {
  test.each([
    ['loud', 1],
    ['quiet, with peaks of -45 dB', 0.02],
  ])('that is %s is found from its first to its last sound', (_, gain) => {
    const { speechFrom, pauseFrom } = detect(join(silence(3), voice(4, gain), silence(2)));
    expect(speechFrom / rate).toBeGreaterThanOrEqual(3);
    expect((pauseFrom ?? 0) / rate).toBeCloseTo(7, 0);
  });

  test('at the very start is found, also the part before its first pause', () => {
    const { first } = detect(voice(2));
    expect((first ?? 9) / rate).toBeLessThan(0.04);
  });

  test.each([6, 10, 20])('is found in noise that is %i dB quieter', (difference) => {
    const level = 0.1 * 10 ** (-difference / 20);
    const { pauseFrom } = detect(mix(join(silence(3), voice(6), silence(2)), noise(11, level)));
    expect((pauseFrom ?? 0) / rate).toBeGreaterThan(8.6);
    expect((pauseFrom ?? 0) / rate).toBeLessThan(9.2);
  });
});

test('in a car, speech is found, and its end', () => {
  const { first, pauseFrom } = detect(mix(join(silence(3), voice(4), silence(4)), rumble(11)));
  expect((first ?? 9) / rate).toBeCloseTo(3, 0);
  expect((pauseFrom ?? 0) / rate).toBeCloseTo(7, 0);
});

describe('no speech', () => {
  test.each([
    ['silence', silence(20)],
    ['constant noise', noise(20, 0.1)],
    [
      'a hum',
      Float32Array.from({ length: 20 * rate }, (_, at) => 0.2 * Math.sin((2 * Math.PI * 50 * at) / rate)),
    ],
    ['an offset of the microphone', new Float32Array(20 * rate).fill(0.1)],
    ['the rumble of a car', rumble(60)],
    ['a click of 20 ms', join(silence(5), noise(0.02, 0.3), silence(5))],
    ['noise below -60 dB', noise(20, 0.0005)],
  ])('is %s', (_, sound) => {
    const { speechUntil, pauseFrom } = detect(sound);
    expect([speechUntil, pauseFrom]).toEqual([0, undefined]);
  });

  test('is constant noise that begins, once it has lasted', () => {
    const before = detect(join(silence(3), noise(1, 0.1)));
    expect(before.pauseFrom).toBeDefined();
    expect(detect(join(silence(3), noise(3, 0.1))).pauseFrom).toBeUndefined();
  });

  test('is constant noise after speech, whose end stays where it was', () => {
    const { pauseFrom } = detect(join(silence(1), voice(3), silence(0.5), noise(4, 0.1)));
    expect((pauseFrom ?? 0) / rate).toBeCloseTo(4, 0);
  });
});

function detect(sound: Float32Array) {
  const detector = new SpeechDetector();
  let first: number | undefined;
  let found = detector.add(new Float32Array());
  for (let at = 0; at < sound.length; at += scanSamples) {
    found = detector.add(sound.subarray(at, at + scanSamples));
    if (found.speechUntil > 0) first ??= found.speechFrom;
  }
  return { ...found, first };
}

function mix(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((sample, at) => sample + (other[at] ?? 0));
}
