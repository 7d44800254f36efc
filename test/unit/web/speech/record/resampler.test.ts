import { describe, expect, test } from 'vitest';
import { createResampler } from '../../../../../web/speech/record/resampler.ts';

describe.each([48_000, 44_100, 96_000, 22_050, 16_000, 8_000])('from %i Hz to 16 kHz', (rate) => {
  test('tones of a voice keep loudness and position', () => {
    for (const hertz of [100, 1_000, 0.4 * Math.min(rate, 16_000)]) {
      const made = resampled(tone(hertz, rate, rate), rate, rate);
      expect(made.length).toBeGreaterThan(15_900);
      const wanted = tone(hertz, 16_000, made.length);
      const [from, to] = [200, made.length - 200];
      const error = wanted.subarray(from, to).map((sample, index) => sample - (made[from + index] ?? 0));
      expect(decibels(error)).toBeLessThan(-55);
    }
  });

  test('pieces join without a seam', () => {
    const whole = tone(440, rate, rate);
    expect(resampled(whole, rate, 1_000)).toEqual(resampled(whole, rate, rate));
    expect(resampled(whole, rate, 7)).toEqual(resampled(whole, rate, rate));
  });
});

test.each([48_000, 44_100, 96_000])('tones above the limit of 16 kHz are not aliased, from %i Hz', (rate) => {
  for (const hertz of [9_000, 11_000, 14_000, 20_000]) {
    const made = resampled(tone(hertz, rate, rate), rate, rate);
    expect(decibels(made.subarray(200, -200)), `${hertz} Hz`).toBeLessThan(-60);
  }
});

function resampled(samples: Float32Array, rate: number, step: number): Float32Array {
  const resample = createResampler(rate, 16_000);
  const made: number[] = [];
  for (let at = 0; at < samples.length; at += step) made.push(...resample(samples.subarray(at, at + step)));
  return Float32Array.from(made);
}

function tone(hertz: number, rate: number, length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => Math.sin((2 * Math.PI * hertz * index) / rate));
}

/** Against a tone of full loudness. */
function decibels(samples: Float32Array): number {
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return 10 * Math.log10(2 * meanSquare + 1e-12);
}
