import { cutClips, findSpeech } from '../record/clips.ts';
import { SampleBuffer } from '../record/sample-buffer.ts';
import { wavSampleRate } from '../record/wav.ts';
import { StreamingRun } from './run-streaming.ts';
import { lookBackSamples, readStreamedText, type Streaming } from './streaming.ts';
import { linkToStream } from './transcription.ts';

export interface DictationListener {
  /** The whole text so far. */
  onText(text: string): void;
  /** Half a minute has passed without speech. */
  onSilence(): void;
  onAllowanceUsedUp(): void;
}

/** Streams speech live, and keeps the audio in case some of it must be sent as clips. */
export class Dictation {
  readonly #language: string;
  readonly #listener: DictationListener;
  #audio = new SampleBuffer();
  #streaming: StreamingRun | undefined;
  /** In samples, like `#speechUntil`. */
  #scannedUntil = 0;
  #speechUntil = 0;
  #text = '';

  constructor(language: string, listener: DictationListener) {
    this.#language = language;
    this.#listener = listener;
    this.#streaming = new StreamingRun(language, this.#audio, (state) => this.#handleChange(state));
  }

  /** @param samples at `wavSampleRate` */
  add(samples: Float32Array): void {
    this.#audio.add(samples);
    while (this.#audio.length - this.#scannedUntil >= scanSamples) {
      this.#scan(this.#scannedUntil + scanSamples);
    }
    if (this.#scannedUntil - this.#speechUntil >= maxSilenceSamples) this.#listener.onSilence();
  }

  /** Starts over without streaming, because samples were lost. */
  restart(): void {
    this.discard();
    this.#streaming = undefined;
    this.#audio = new SampleBuffer();
    this.#scannedUntil = 0;
    this.#speechUntil = 0;
  }

  /** @returns clips of all speech, in order; `transcribe` sends only what streaming has not transcribed */
  end(): readonly Blob[] {
    this.#scan(this.#audio.length, { isEnded: true });
    const clips = cutClips(this.#audio.read(0));
    if (this.#streaming && clips.length > 0) {
      linkToStream(clips, { language: this.#language, audio: this.#audio, streaming: this.#streaming });
    }
    return clips;
  }

  discard(): void {
    this.#streaming?.abandon();
  }

  #scan(until: number, { isEnded = false } = {}): void {
    const from = Math.max(0, this.#scannedUntil - lookBackSamples);
    const speech = findSpeech(this.#audio.read(from, until));
    if (speech) this.#speechUntil = from + speech.until;
    this.#scannedUntil = until;
    const found = { speechFrom: from + (speech?.from ?? 0), speechUntil: this.#speechUntil };
    this.#streaming?.send({ type: 'recorded', until, ...found, isEnded });
  }

  #handleChange(state: Streaming): void {
    const text = readStreamedText(state);
    if (text !== this.#text) this.#listener.onText(text);
    this.#text = text;
    if (state.isAllowanceUsedUp) this.#listener.onAllowanceUsedUp();
  }
}

/** 50 ms: short enough to notice a pause. */
const scanSamples = 0.05 * wavSampleRate;
const maxSilenceSamples = 30 * wavSampleRate;
