import { cutClips } from '../record/clips.ts';
import { SampleBuffer } from '../record/sample-buffer.ts';
import { SpeechDetector, scanSamples, windowSamples } from '../record/speech-detector.ts';
import { PauseClock } from './pause-clock.ts';
import { StreamingRun } from './run-streaming.ts';
import {
  getPauseLeftMs,
  type Heard,
  isSilenceNearlyOver,
  isSilenceOver,
  isUndetected,
  type SilenceProfile,
} from './silence.ts';
import { getSpokenUntil, getTakenUntil, readStreamedText, type Streaming } from './streaming.ts';
import { linkToStream } from './transcription.ts';

export interface DictationListener {
  /** The whole text so far. */
  onText(text: string): void;
  /** Called when a pause begins, or when the time left turns out to be another. Undefined: no pause. */
  onPause(leftMs: number | undefined): void;
  /** The pause was too long, or nobody has spoken for too long. */
  onSilence(): void;
  onAllowanceUsedUp(): void;
}

export interface DictationOptions {
  /** Otherwise all speech is sent as clips, afterwards. */
  readonly hasStreams: boolean;
}

/** Streams speech live, and keeps the audio in case some of it must be sent as clips. */
export class Dictation {
  readonly #language: string;
  readonly #profile: SilenceProfile;
  readonly #listener: DictationListener;
  readonly #pause: PauseClock;
  #audio = new SampleBuffer();
  #detector = new SpeechDetector();
  #streaming: StreamingRun | undefined;
  /** In samples. */
  #scannedUntil = 0;
  #text = '';
  #textAt = 0;
  /** Where speech was detected for the first time since then. */
  #wordlessFrom: number | undefined;
  #pauseFrom: number | undefined;
  #quietWordsAt: number | undefined;
  /** Sound before this has reached the server. */
  #takenUntil = 0;

  constructor(
    language: string,
    profile: SilenceProfile,
    { hasStreams }: DictationOptions,
    listener: DictationListener,
  ) {
    this.#language = language;
    this.#profile = profile;
    this.#listener = listener;
    this.#pause = new PauseClock((leftMs) => listener.onPause(leftMs));
    if (!hasStreams) return;
    this.#streaming = new StreamingRun(language, this.#audio, (state) => this.#handleChange(state));
  }

  /** @param samples at `wavSampleRate` */
  add(samples: Float32Array): void {
    this.#audio.add(samples);
    let heard: Heard | undefined;
    while (this.#audio.length - this.#scannedUntil >= scanSamples) {
      heard = this.#scan(this.#scannedUntil + scanSamples);
    }
    // Not before the last scan: after a stall, much audio arrives at once, and only its end tells who speaks now.
    if (!heard) return;
    if (isSilenceOver(heard, this.#profile)) this.#listener.onSilence();
    else this.#pause.set(getPauseLeftMs(heard, this.#profile));
  }

  /** Starts over without streaming, because samples were lost. */
  restart(): void {
    this.discard();
    this.#streaming = undefined;
    this.#audio = new SampleBuffer();
    this.#detector = new SpeechDetector();
    this.#scannedUntil = 0;
    this.#textAt = 0;
    this.#wordlessFrom = undefined;
    this.#quietWordsAt = undefined;
  }

  /** @returns clips of all speech, in order; `transcribe` sends only what streaming has not transcribed */
  end(): readonly Blob[] {
    this.#pause.set(undefined);
    const { recordedUntil, pauseFrom } = this.#scan(this.#audio.length, { isEnded: true });
    const isNoise = pauseFrom === undefined && this.#text === '' && recordedUntil >= windowSamples;
    if (isNoise) return [];
    const clips = cutClips(this.#audio.read(0));
    if (this.#streaming && clips.length > 0) {
      linkToStream(clips, { language: this.#language, audio: this.#audio, streaming: this.#streaming });
    }
    return clips;
  }

  discard(): void {
    this.#pause.set(undefined);
    this.#streaming?.abandon();
  }

  #scan(until: number, { isEnded = false } = {}): Heard {
    const { pauseFrom, ...speech } = this.#detector.add(this.#audio.read(this.#scannedUntil, until));
    this.#scannedUntil = until;
    this.#pauseFrom = pauseFrom;
    if (speech.speechUntil > this.#textAt) this.#wordlessFrom ??= speech.speechFrom;
    const wordlessSamples = this.#takenUntil - (this.#wordlessFrom ?? this.#takenUntil);
    const heard = { recordedUntil: until, pauseFrom, quietWordsAt: this.#quietWordsAt, wordlessSamples };
    // Recognisers take as long as the audio lasts, so the last silence would only delay the answer.
    if (isEnded || !isSilenceNearlyOver(heard, this.#profile)) {
      this.#streaming?.send({ type: 'recorded', until, ...speech, isEnded });
    }
    return heard;
  }

  #handleChange(state: Streaming): void {
    this.#takenUntil = getTakenUntil(state);
    const text = readStreamedText(state);
    if (text !== this.#text) {
      this.#textAt = this.#scannedUntil;
      this.#wordlessFrom = undefined;
      if (isUndetected(getSpokenUntil(state), this.#pauseFrom)) this.#quietWordsAt = this.#scannedUntil;
      this.#text = text;
      this.#listener.onText(text);
    }
    if (state.isAllowanceUsedUp) this.#listener.onAllowanceUsedUp();
  }
}
