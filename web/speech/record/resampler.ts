/** Resamples a stream. Chromium's `OfflineAudioContext` only interpolates, which turns sibilants into noise. */
export function createResampler(fromRate: number, toRate: number): (samples: Float32Array) => Float32Array {
  const { kernels, taps, phases, step } = designFilter(fromRate, toRate);
  // Silence before the first sample, so that output and input start together.
  let tail = new Float32Array(taps / 2 - 1);
  let phase = 0;
  return (samples) => {
    const input = new Float32Array(tail.length + samples.length);
    input.set(tail);
    input.set(samples, tail.length);
    const output = new Float32Array(Math.ceil((input.length * phases) / step) + 1);
    let count = 0;
    let at = 0;
    while (at + taps <= input.length) {
      let sum = 0;
      const kernel = phase * taps;
      for (let tap = 0; tap < taps; tap++) {
        sum += (kernels[kernel + tap] as number) * (input[at + tap] as number);
      }
      output[count++] = sum;
      phase += step;
      at += Math.floor(phase / phases);
      phase %= phases;
    }
    tail = input.slice(at);
    return output.slice(0, count);
  };
}

/** A windowed sinc for each position of an output sample between two input samples. */
function designFilter(fromRate: number, toRate: number) {
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const phases = toRate / divisor;
  const cutoff = Math.min(1, toRate / fromRate) * passband;
  const half = Math.ceil(zeroCrossings / cutoff);
  const taps = 2 * half;
  const kernels = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - half + 1 - phase / phases;
      kernels[phase * taps + tap] = cutoff * sinc(cutoff * distance) * blackman(distance / half);
    }
  }
  return { kernels, taps, phases, step: fromRate / divisor };
}

/** Share of the band that passes unchanged; the rest is the filter's transition. */
const passband = 0.9;
/** On either side of the sinc. Attenuates higher frequencies by at least 70 dB. */
const zeroCrossings = 24;

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** From 0 at -1 to 1 at 0 and back to 0 at 1. */
function blackman(x: number): number {
  return Math.abs(x) > 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
