import { createResampler } from './resampler.ts';
import { wavSampleRate } from './wav.ts';

/** Delivers samples at `wavSampleRate`. Any message flushes and ends it. */
class PcmProcessor extends AudioWorkletProcessor {
  readonly #resample = createResampler(sampleRate, wavSampleRate);
  readonly #batch = new Float32Array(batchSamples);
  #length = 0;
  #hasBegun = false;
  #isOver = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#deliver();
      this.#isOver = true;
      this.port.postMessage(undefined);
    };
  }

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    this.#hasBegun ||= input?.[0] !== undefined;
    // Firefox passes no channel while a source is silent. The output is zeros, of the same length.
    const samples = input?.[0] ?? output?.[0];
    if (samples && this.#hasBegun && !this.#isOver) {
      if (this.#length + samples.length > batchSamples) this.#deliver();
      this.#batch.set(samples, this.#length);
      this.#length += samples.length;
    }
    return !this.#isOver;
  }

  #deliver(): void {
    const samples = this.#resample(this.#batch.subarray(0, this.#length));
    this.#length = 0;
    this.port.postMessage(samples, [samples.buffer]);
  }
}

/** 21 ms at 48 kHz. */
const batchSamples = 1024;

registerProcessor('pcm', PcmProcessor);

// TypeScript lacks the types of AudioWorkletGlobalScope.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const sampleRate: number;
