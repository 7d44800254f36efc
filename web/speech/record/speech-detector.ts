import { wavSampleRate } from './wav.ts';

export interface Detection {
  /** Where the latest speech begins. */
  readonly speechFrom: number;
  /** Where the latest speech ends; 0 without speech. Never decreases, so that no speech is left out. */
  readonly speechUntil: number;
  /** The same without noise that began like speech, but turned out to be constant. Undefined without speech. */
  readonly pauseFrom: number | undefined;
}

/**
 * Finds speech in audio as it arrives. Speech rises and falls; constant noise does not. So a frame is loud if it is well
 * above the quiet frames of the last two seconds, also of those that follow it. Positions are sample numbers.
 */
export class SpeechDetector {
  readonly #comparesLevels: boolean;
  readonly #filter = createRumbleFilter();
  /** In dB, of the last frames. */
  #levels: number[] = [];
  #frames = 0;
  #detection: Detection = { speechFrom: 0, speechUntil: 0, pauseFrom: undefined };
  /** Where the latest speech ends that is so old that it can no longer turn out to be noise. */
  #settledUntil: number | undefined;

  constructor({ comparesLevels = true } = {}) {
    this.#comparesLevels = comparesLevels;
  }

  /** @param samples whole frames, except at the end of a recording */
  add(samples: Float32Array): Detection {
    for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
      this.#levels.push(measureLevel(samples.subarray(at, at + frameSamples), this.#filter));
      this.#frames++;
    }
    this.#levels = this.#levels.slice(-windowFrames);
    const runs = this.#findRuns();
    const { speechUntil } = this.#detection;
    const added = runs.find((run) => run.until > speechUntil);
    const settled = runs.findLast((run) => run.until <= this.#frames * frameSamples - settleSamples);
    this.#settledUntil = settled?.until ?? this.#settledUntil;
    this.#detection = {
      speechFrom: added?.from ?? this.#detection.speechFrom,
      speechUntil: Math.max(speechUntil, runs.at(-1)?.until ?? 0),
      pauseFrom: runs.at(-1)?.until ?? this.#settledUntil,
    };
    return this.#detection;
  }

  #findRuns(): Run[] {
    const floor = this.#comparesLevels ? findFloor(this.#levels) : minLevel;
    const threshold = Math.max(minLevel, floor + marginLevel);
    const start = this.#frames - this.#levels.length;
    const runs: (Run & { loud: number })[] = [];
    for (const [index, level] of this.#levels.entries()) {
      if (level <= threshold) continue;
      const from = (start + index) * frameSamples;
      const until = from + frameSamples;
      const last = runs.at(-1);
      if (last && from - last.until <= gapSamples) Object.assign(last, { until, loud: last.loud + 1 });
      else runs.push({ from, until, loud: 1 });
    }
    return runs.filter(({ loud }) => loud >= minLoudFrames);
  }
}

/** From the first speech to the last; undefined without speech. */
export function findSpeech(samples: Float32Array): Run | undefined {
  // Less may be one vowel from beginning to end.
  const detector = new SpeechDetector({ comparesLevels: samples.length >= windowSamples });
  let from: number | undefined;
  let until = 0;
  for (let at = 0; at < samples.length; at += scanSamples) {
    const found = detector.add(samples.subarray(at, at + scanSamples));
    if (found.speechUntil > 0) from ??= found.speechFrom;
    until = found.speechUntil;
  }
  return from === undefined ? undefined : { from, until };
}

interface Run {
  readonly from: number;
  readonly until: number;
}

/** Of the background. The quietest frames are outliers. */
function findFloor(levels: readonly number[]): number {
  return levels.toSorted((one, other) => one - other)[Math.floor(levels.length * floorShare)] ?? 0;
}

function measureLevel(frame: Float32Array, filter: (sample: number) => number): number {
  const square = frame.reduce((sum, sample) => sum + filter(sample) ** 2, 0) / frame.length;
  return 10 * Math.log10(square + 1e-12);
}

/** A high pass at 100 Hz: the rumble of a car swells like speech. Also removes the constant offset of cheap microphones. */
function createRumbleFilter(): (sample: number) => number {
  let before = 0;
  let filtered = 0;
  return (sample) => {
    filtered = rumbleShare * (filtered + sample - before);
    before = sample;
    return filtered;
  };
}

const rumbleShare = 1 / (1 + (2 * Math.PI * 100) / wavSampleRate);

/** 20 ms. */
const frameSamples = 0.02 * wavSampleRate;
/** 60 ms: short enough to notice a pause. Whole frames. */
export const scanSamples = 3 * frameSamples;
/** 2 s: speech has pauses between sounds in any two seconds. */
const windowFrames = 100;
/** Audio of this age is not judged again. */
export const windowSamples = windowFrames * frameSamples;
const settleSamples = windowSamples / 2;
const floorShare = 0.1;
/** In dB. Noise varies less, vowels stand out by more. */
const marginLevel = 9;
/** In dB below full scale. Below this, nobody speaks into the microphone. */
const minLevel = -60;
/** 40 ms: shorter than the gap before a p or a t. */
const gapSamples = 2 * frameSamples;
/** 80 ms: longer than a click, shorter than a vowel. */
const minLoudFrames = 4;
