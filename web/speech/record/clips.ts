import { findSpeech } from './speech-detector.ts';
import { encodeWav, wavSampleRate } from './wav.ts';

export function cutClips(samples: Float32Array): Blob[] {
  return cutPieces(samples)
    .map(trimToSpeech)
    .filter((speech) => speech !== undefined)
    .map((speech) => new Blob([encodeWav(speech, wavSampleRate)], { type: 'audio/wav' }));
}

/** Cuts a long recording at its quietest moments, each 8 to 14.5 seconds after the last. */
export function cutPieces(samples: Float32Array): Float32Array[] {
  const pieces: Float32Array[] = [];
  let rest = samples;
  while (rest.length > maxPieceSamples) {
    const length = findQuietestMoment(rest.subarray(0, maxPieceSamples));
    pieces.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return [...pieces, rest];
}

/** Keeps speech and half a second on either side, because every second is billed. Undefined without speech. */
export function trimToSpeech(samples: Float32Array): Float32Array | undefined {
  const speech = findSpeech(samples);
  if (!speech || samples.length < minSamples) return undefined;
  return samples.subarray(Math.max(0, speech.from - marginSamples), speech.until + marginSamples);
}

/** The middle of the quietest stretch. The last one wins a tie. */
function findQuietestMoment(samples: Float32Array): number {
  const energies: number[] = [];
  for (let at = earliestCut; at < samples.length; at += frameSamples) {
    energies.push(samples.subarray(at, at + frameSamples).reduce((sum, sample) => sum + sample * sample, 0));
  }
  let quietest = 0;
  let min = Number.POSITIVE_INFINITY;
  for (let from = 0; from + stretchFrames <= energies.length; from++) {
    let energy = 0;
    for (let frame = from; frame < from + stretchFrames; frame++) energy += energies[frame] as number;
    if (energy > min) continue;
    min = energy;
    quietest = from;
  }
  return earliestCut + (quietest + stretchFrames / 2) * frameSamples;
}

/** 14.5 s; the server takes clips of at most 15 s. */
const maxPieceSamples = 14.5 * wavSampleRate;
const earliestCut = 8 * wavSampleRate;
const frameSamples = 0.02 * wavSampleRate;
/** 200 ms: longer than the gap before a p or a t. */
const stretchFrames = 10;
/** 300 ms: shorter pieces are not worth a request. */
const minSamples = 0.3 * wavSampleRate;
const marginSamples = 0.5 * wavSampleRate;
