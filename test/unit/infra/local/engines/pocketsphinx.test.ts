import { expect, test } from 'vitest';
import { createPartialReporter } from '../../../../../infra/local/engines/pocketsphinx.ts';

test.for([
  ['a quiet voice', 500, 0.6, 1],
  ['the noise of a room', 100, 2, 0],
  ['a click', 20_000, 0.2, 0],
] as const)('%s is looked at for words, or not', async ([, loudness, seconds, looks]) => {
  let looked = 0;
  const recognise = async () => {
    looked += 1;
    return [];
  };
  const partial = createPartialReporter({ recognise }, () => {});
  partial.add(toneOf(loudness, seconds));
  // Silence follows a click.
  partial.add(toneOf(0, 1));
  expect(looked).toBe(looks);
});

/** 16 kHz, 16 bits. @param loudness the root of its mean square, of 32,767 */
function toneOf(loudness: number, seconds: number): Uint8Array {
  const samples = Int16Array.from(
    { length: 16_000 * seconds },
    (_, at) => loudness * Math.SQRT2 * Math.sin(at / 5),
  );
  return new Uint8Array(samples.buffer);
}
