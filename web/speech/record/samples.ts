import type { RecordingProfile } from '../profiles.ts';
import { type FallbackRecorder, startFallbackRecorder } from './fallback-recorder.ts';
import { openPcm, type Pcm } from './pcm.ts';
import { amplify, wavSampleRate } from './wav.ts';

export interface SampleListener {
  onStart(): void;
  onSamples(samples: Float32Array): void;
  /** Samples were missing; all samples follow again from the start. */
  onRestart(): void;
  onEnd(reason: 'broken' | 'interrupted'): void;
}

/**
 * The microphone's samples. The browser's own recorder runs beside the audio worklet until that has proved reliable,
 * and replaces it if too few samples arrive.
 */
export class SampleSource {
  readonly #pcm: Pcm;
  readonly #listener: SampleListener;
  #gain: number;
  #fallback: FallbackRecorder | undefined;
  #hasStarted = false;
  #hasFallenBack = false;
  #isClosed = false;
  #openedMs = 0;
  #receivedMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Create it inside the tap: only there may an audio context start on an iPhone. */
  constructor(gain: number, listener: SampleListener) {
    this.#gain = gain;
    this.#listener = listener;
    this.#pcm = openPcm(gain);
  }

  start(stream: MediaStream, profile: RecordingProfile): void {
    this.#openedMs = performance.now();
    this.#fallback = startFallbackRecorder(stream, profile, {
      onSamples: (samples) => this.#add(amplify(samples, this.#gain)),
      onError: () => {
        this.#fallback = undefined;
        if (this.#hasFallenBack) this.#listener.onEnd('broken');
      },
    });
    this.#pcm.connect(stream, (samples) => this.#receive(samples));
    this.#timer = setTimeout(() => this.#checkStart(), startMs);
  }

  amplify(gain: number): void {
    this.#gain = gain;
    this.#pcm.amplify(gain);
  }

  async flush(): Promise<void> {
    await this.#pcm.flush();
    if (this.lacksSamples()) this.#fallBack();
    if (this.#hasFallenBack) await this.#fallback?.stop();
  }

  /** A slow machine or a phone call may lose samples. */
  lacksSamples(): boolean {
    return this.#receivedMs < minShare * (performance.now() - this.#openedMs) - startMs;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#fallback?.discard();
    this.#pcm.close();
  }

  #receive(samples: Float32Array): void {
    if (this.#isClosed || this.#hasFallenBack) return;
    this.#reportStart();
    this.#add(samples);
  }

  #add(samples: Float32Array): void {
    this.#receivedMs += (samples.length / wavSampleRate) * 1_000;
    this.#listener.onSamples(samples);
  }

  #checkStart(): void {
    if (this.#receivedMs > 0) this.#timer = setTimeout(() => this.#checkFlow(), trialMs);
    else if (this.#fallback) this.#fallBack();
    else this.#listener.onEnd('broken');
  }

  #checkFlow(): void {
    if (this.#fallback && this.lacksSamples()) {
      this.#fallBack();
      return;
    }
    this.#fallback?.discard();
    this.#fallback = undefined;
    this.#watchFlow();
  }

  /** Samples may stop for good, for example when a call takes the microphone. */
  #watchFlow(misses = 0): void {
    const beforeMs = this.#receivedMs;
    this.#timer = setTimeout(() => {
      if (this.#receivedMs > beforeMs) this.#watchFlow();
      // A busy page may run timers before it receives samples.
      else if (misses === 0) this.#watchFlow(1);
      else this.#listener.onEnd('interrupted');
    }, stallMs);
  }

  #fallBack(): void {
    if (this.#hasFallenBack || !this.#fallback) return;
    this.#hasFallenBack = true;
    this.#listener.onRestart();
    this.#reportStart();
  }

  #reportStart(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#listener.onStart();
  }
}

/** Samples arrive within this time, or not at all. */
const startMs = 1_000;
/** `startMs` and this are shorter than a recording of the fallback, so that none is decoded needlessly. */
const trialMs = 26_000;
/** Two such pauses in a row end the recording. */
const stallMs = 2_000;
const minShare = 0.75;
