import { cutClips, findSpeech } from '../record/clips.ts';
import { SampleBuffer } from '../record/sample-buffer.ts';
import { wavSampleRate } from '../record/wav.ts';
import { RunningStreaming } from './run-streaming.ts';
import { lookBackSamples, readStreamedText, type Streaming } from './streaming.ts';
import { linkToStream } from './transcription.ts';

export interface DictationListener {
  /** The text so far, with the latest words. */
  onText(text: string): void;
  /** Nothing was said for half a minute. */
  onSilence(): void;
  onAllowanceUsedUp(): void;
}

/** Streams speech while it is spoken, and keeps the audio until it is understood. */
export class Dictation {
  readonly #language: string;
  readonly #listener: DictationListener;
  #audio = new SampleBuffer();
  #streaming: RunningStreaming | undefined;
  /** In samples, like `#speechUntil`. */
  #checkedUntil = 0;
  #speechUntil = 0;
  #text = '';

  constructor(language: string, listener: DictationListener) {
    this.#language = language;
    this.#listener = listener;
    this.#streaming = new RunningStreaming(language, this.#audio, (state) => this.#follow(state));
  }

  /** @param samples at `wavSampleRate` */
  add(samples: Float32Array): void {
    this.#audio.add(samples);
    while (this.#audio.length - this.#checkedUntil >= scanSamples) {
      this.#check(this.#checkedUntil + scanSamples);
    }
    if (this.#checkedUntil - this.#speechUntil >= maxSilenceSamples) this.#listener.onSilence();
  }

  /** Drops the samples, because some are missing. The new ones are sent as clips. */
  restart(): void {
    this.discard();
    this.#streaming = undefined;
    this.#audio = new SampleBuffer();
    this.#checkedUntil = 0;
    this.#speechUntil = 0;
  }

  /** @returns clips of all speech, in order; `transcribe` sends only those that streaming has not understood */
  end(): readonly Blob[] {
    this.#check(this.#audio.length, { isEnded: true });
    const clips = cutClips(this.#audio.read(0));
    if (this.#streaming && clips.length > 0) {
      linkToStream(clips, { language: this.#language, audio: this.#audio, streaming: this.#streaming });
    }
    return clips;
  }

  discard(): void {
    this.#streaming?.giveUp();
  }

  #check(until: number, { isEnded = false } = {}): void {
    const from = Math.max(0, this.#checkedUntil - lookBackSamples);
    const speech = findSpeech(this.#audio.read(from, until));
    if (speech) this.#speechUntil = from + speech.until;
    this.#checkedUntil = until;
    const found = { speechFrom: from + (speech?.from ?? 0), speechUntil: this.#speechUntil };
    this.#streaming?.send({ type: 'recorded', until, ...found, isEnded });
  }

  #follow(state: Streaming): void {
    const text = readStreamedText(state);
    if (text !== this.#text) this.#listener.onText(text);
    this.#text = text;
    if (state.isAllowanceUsedUp) this.#listener.onAllowanceUsedUp();
  }
}

/** 50 ms: short enough to notice a pause, and a fraction of a chunk. */
const scanSamples = 0.05 * wavSampleRate;
const maxSilenceSamples = 30 * wavSampleRate;
