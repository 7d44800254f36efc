import type { RecordingProfile } from '../recognition-profiles.ts';
import { type FallbackRecorder, rotationMs, startFallbackRecorder } from './fallback-recorder.ts';
import { openPcmCapture, type PcmCapture } from './pcm.ts';
import { amplify, wavSampleRate } from './wav.ts';

export interface SampleListener {
  onStart(): void;
  onSamples(samples: Float32Array): void;
  /** Samples were lost. All samples follow again, from the start of the recording. */
  onRestart(): void;
  onEnd(reason: 'broken' | 'interrupted'): void;
}

/**
 * The microphone's samples, from an audio worklet. Until the worklet proves reliable, the browser's recorder runs
 * alongside, and replaces it if samples are lost.
 */
export class SampleSource {
  readonly #pcm: PcmCapture;
  readonly #listener: SampleListener;
  #gain: number;
  #fallback: FallbackRecorder | undefined;
  #hasStarted = false;
  #hasFallenBack = false;
  #isClosed = false;
  /** When the first samples arrived; until then, when the microphone opened. */
  #startedAtMs = 0;
  #receivedMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Call this directly in the tap's event handler. */
  constructor(gain: number, listener: SampleListener) {
    this.#gain = gain;
    this.#listener = listener;
    this.#pcm = openPcmCapture(gain);
  }

  start(stream: MediaStream, profile: RecordingProfile): void {
    this.#startedAtMs = performance.now();
    this.#fallback = startFallbackRecorder(stream, profile, {
      onSamples: (samples) => this.#add(amplify(samples, this.#gain)),
      onError: () => {
        this.#fallback = undefined;
        if (this.#hasFallenBack) this.#listener.onEnd('broken');
      },
    });
    this.#pcm.connect(stream, (samples) => this.#receive(samples));
    this.#timer = setTimeout(() => this.#checkStart(), maxStartMs);
  }

  setGain(gain: number): void {
    this.#gain = gain;
    this.#pcm.setGain(gain);
  }

  async finish(): Promise<void> {
    await this.#pcm.finish();
    if (this.hasLostSamples()) this.#fallBack();
    if (this.#hasFallenBack) await this.#fallback?.stop();
  }

  /** For example on a slow device, or during a phone call. */
  hasLostSamples(): boolean {
    return this.#receivedMs < minShare * (performance.now() - this.#startedAtMs) - maxLostMs;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#fallback?.discard();
    this.#pcm.close();
  }

  #receive(samples: Float32Array): void {
    if (this.#isClosed || this.#hasFallenBack) return;
    // Users speak only after `onStart`, so earlier gaps do not count as lost.
    if (!this.#hasStarted) this.#startedAtMs = performance.now();
    this.#reportStart();
    this.#add(samples);
  }

  #add(samples: Float32Array): void {
    this.#receivedMs += (samples.length / wavSampleRate) * 1_000;
    this.#listener.onSamples(samples);
  }

  #checkStart(): void {
    if (this.#receivedMs > 0) this.#timer = setTimeout(() => this.#chooseSource(), chooseAfterMs);
    else if (this.#fallback) this.#fallBack();
    else this.#listener.onEnd('broken');
  }

  #chooseSource(): void {
    if (this.#fallback && this.hasLostSamples()) {
      this.#fallBack();
      return;
    }
    this.#fallback?.discard();
    this.#fallback = undefined;
    this.#watchForStall(stallMs);
  }

  /** Samples may stop for good, for example when a call takes over the microphone. */
  #watchForStall(durationMs: number, misses = 0): void {
    const beforeMs = this.#receivedMs;
    this.#timer = setTimeout(() => {
      if (this.#receivedMs > beforeMs) this.#watchForStall(durationMs);
      // A busy page may run this timer before it handles samples that have arrived.
      else if (misses === 0) this.#watchForStall(durationMs, 1);
      else this.#listener.onEnd('interrupted');
    }, durationMs);
  }

  #fallBack(): void {
    if (this.#hasFallenBack || !this.#fallback) return;
    this.#hasFallenBack = true;
    this.#receivedMs = 0;
    this.#listener.onRestart();
    this.#reportStart();
    clearTimeout(this.#timer);
    this.#watchForStall(rotationMs);
  }

  #reportStart(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#listener.onStart();
  }
}

/** Even a slow device loads the worklet and opens its audio within this time. */
const maxStartMs = 3_000;
/** Shorter than the fallback recorder's first recording, so that nothing is decoded needlessly. */
const chooseAfterMs = 24_000;
/** Two stalls in a row end the recording. */
const stallMs = 2_000;
const minShare = 0.75;
const maxLostMs = 1_000;
