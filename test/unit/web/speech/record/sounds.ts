import { chanceFrom } from '../../../../support/chance.ts';

export const rate = 16_000;

/** Rises and falls four times a second, as speech does. Samples have a root mean square of about 0.1 × `gain`. */
export function voice(seconds: number, gain = 1): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const loudness = Math.sin((Math.PI * 4 * at) / rate) ** 2;
    return 0.24 * gain * loudness * Math.sin(at / 9);
  });
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * rate));
}

/** White noise. @param level root mean square, 0 to 1 */
export function noise(seconds: number, level: number): Float32Array {
  const random = chanceFrom(1);
  const peak = level * Math.sqrt(3);
  return Float32Array.from({ length: Math.round(seconds * rate) }, () => peak * (2 * random() - 1));
}

/** Noise as in a car: half as loud at twice the frequency. */
export function rumble(seconds: number): Float32Array {
  let sum = 0;
  return noise(seconds, 0.002).map((sample) => {
    sum = 0.998 * sum + sample;
    return sum;
  });
}

export function join(...sounds: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of sounds) {
    joined.set(sound, at);
    at += sound.length;
  }
  return joined;
}
