import { wavSampleRate } from './wav.ts';

/** Cuts long speech into pieces that together are the whole recording. */
export interface Clipper {
  /** @returns the pieces that are complete now, mostly none */
  add(samples: Float32Array): Float32Array[];
  /** The last samples of the current piece, at most `count`. */
  latest(count: number): Float32Array;
  /** Ends the current piece. */
  rest(): Float32Array;
}

/** Cuts at the quietest moment between 20 and 29 seconds. Only a silent piece has all `fullSamples`. */
export function createClipper(): Clipper {
  const pending = new Float32Array(fullSamples);
  let length = 0;

  function take(count: number): Float32Array {
    const piece = pending.slice(0, count);
    pending.copyWithin(0, count, length);
    length -= count;
    return piece;
  }

  return {
    add(samples) {
      const pieces: Float32Array[] = [];
      for (let at = 0; at < samples.length; ) {
        const part = samples.subarray(at, at + fullSamples - length);
        pending.set(part, length);
        length += part.length;
        at += part.length;
        if (length === fullSamples) pieces.push(take(speechIn(pending) ? quietestMoment(pending) : length));
      }
      return pieces;
    },
    latest: (count) => pending.slice(Math.max(0, length - count), length),
    rest: () => take(length),
  };
}

/**
 * The part with speech, with half a second of silence on either side, because each second is billed.
 *
 * @returns undefined without speech; a click is too short to be a word
 */
export function speechIn(samples: Float32Array): Float32Array | undefined {
  let first: number | undefined;
  let last = 0;
  let run = 0;
  let longestRun = 0;
  for (let at = 0; at < samples.length; at += frameSamples) {
    run = isLoud(samples.subarray(at, at + frameSamples)) ? run + 1 : 0;
    if (run === 0) continue;
    first ??= at;
    last = at + frameSamples;
    longestRun = Math.max(longestRun, run);
  }
  if (first === undefined || longestRun < leastFrames || samples.length < leastSamples) return undefined;
  return samples.slice(Math.max(0, first - marginSamples), last + marginSamples);
}

/** The middle of the quietest stretch, the last of equally quiet ones. */
function quietestMoment(samples: Float32Array): number {
  const energies: number[] = [];
  for (let at = earliestCut; at < samples.length; at += frameSamples) {
    energies.push(samples.subarray(at, at + frameSamples).reduce((sum, sample) => sum + sample * sample, 0));
  }
  let quietest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let from = 0; from + stretchFrames <= energies.length; from++) {
    let energy = 0;
    for (let frame = from; frame < from + stretchFrames; frame++) energy += energies[frame] as number;
    if (energy > least) continue;
    least = energy;
    quietest = from;
  }
  return earliestCut + (quietest + stretchFrames / 2) * frameSamples;
}

function isLoud(frame: Float32Array): boolean {
  return frame.some((sample) => Math.abs(sample) > silentPeak);
}

/** 29 s. */
export const fullSamples = 29 * wavSampleRate;
const earliestCut = 20 * wavSampleRate;
/** 20 ms. */
const frameSamples = 0.02 * wavSampleRate;
/** 200 ms: longer than the silence in a p or a t. */
const stretchFrames = 10;
/** -40 dB. */
const silentPeak = 0.01;
/** 80 ms: longer than a click, shorter than a vowel. */
const leastFrames = 4;
/** 300 ms: shorter words are not worth a request. */
const leastSamples = 0.3 * wavSampleRate;
const marginSamples = 0.5 * wavSampleRate;
