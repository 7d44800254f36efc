import { expect, test } from 'vitest';
import { decodeMuLaw, encodeMuLaw } from '../../../../functions/tables/mu-law.ts';

test('each sample comes back with an error of at most 5 %', () => {
  const samples = Int16Array.from({ length: 0x10000 }, (_, index) => index - 0x8000);
  const codes = encodeMuLaw(new Uint8Array(samples.buffer));
  expect(codes).toHaveLength(samples.length);
  const decoded = new Int16Array(decodeMuLaw(codes).buffer);
  const wrong = samples.filter((sample, at) => {
    const error = Math.abs(sample - (decoded[at] ?? Number.NaN));
    return !(error <= Math.max(8, Math.abs(sample) * 0.05));
  });
  expect(wrong).toEqual(new Int16Array());
});

test('silence stays silence', () => {
  expect(decodeMuLaw(encodeMuLaw(new Uint8Array(4)))).toEqual(new Uint8Array(4));
});
