import { createClipper, fullSamples, speechIn } from '../record/clips.ts';
import { encodeWav, wavSampleRate } from '../record/wav.ts';
import { followSpeech } from './interim.ts';
import { isRefusal, joinTexts, transcribeEarly } from './transcription.ts';

export interface DictationListener {
  /** The text so far: transcribed clips and the interim words after them. */
  onText(text: string): void;
  /** A whole clip was silent. */
  onSilence(): void;
}

/** Turns samples into clips, and sends each one right after cutting it. */
export class Dictation {
  readonly #language: string;
  readonly #listener: DictationListener;
  readonly #requests = new AbortController();
  readonly #stopInterim: () => void;
  #clipper = createClipper();
  readonly #clips: Blob[] = [];
  /** By clip; empty until it is transcribed. */
  readonly #texts: string[] = [];
  #interimText = '';
  /** The number of clips at the last interim request: a later answer belongs to an older clip. */
  #clipsAtRequest = 0;
  /** The allowance is used up, so nothing more is sent early. */
  #isRefused = false;

  constructor(
    { language, hasInterim }: { readonly language: string; readonly hasInterim: boolean },
    listener: DictationListener,
  ) {
    this.#language = language;
    this.#listener = listener;
    this.#stopInterim = hasInterim
      ? followSpeech(
          language,
          (count) => this.#latest(count),
          ({ transcript }) => this.#takeInterim(transcript),
        )
      : () => {};
  }

  /** @param samples at `wavSampleRate` */
  add(samples: Float32Array): void {
    for (const piece of this.#clipper.add(samples)) {
      this.#keepSpeech(piece);
      if (piece.length === fullSamples) this.#listener.onSilence();
    }
  }

  /** Forgets the samples, because some are missing. Interim text ends. */
  restart(): void {
    this.#stopInterim();
    this.#clipper = createClipper();
  }

  /** @returns the clips with speech, in order */
  end(): readonly Blob[] {
    this.#stopInterim();
    this.#keepSpeech(this.#clipper.rest());
    return this.#clips;
  }

  /** Aborts all requests. */
  discard(): void {
    this.#stopInterim();
    this.#requests.abort();
  }

  #latest(count: number): Float32Array {
    this.#clipsAtRequest = this.#clips.length;
    return this.#clipper.latest(count);
  }

  #takeInterim(transcript: string): void {
    if (transcript === '' || this.#clipsAtRequest !== this.#clips.length) return;
    this.#interimText = transcript;
    this.#tell();
  }

  #keepSpeech(piece: Float32Array): void {
    const speech = speechIn(piece);
    if (!speech) return;
    const clip = new Blob([encodeWav(speech, wavSampleRate)], { type: 'audio/wav' });
    const index = this.#clips.push(clip) - 1;
    this.#texts.push('');
    this.#interimText = '';
    if (this.#isRefused) return;
    transcribeEarly(clip, this.#language, this.#requests.signal).then(
      ({ transcript }) => {
        this.#texts[index] = transcript;
        this.#tell();
      },
      // Failed clips are sent again at the end.
      (error: unknown) => {
        this.#isRefused ||= isRefusal(error);
      },
    );
  }

  #tell(): void {
    this.#listener.onText(joinTexts([...this.#texts, this.#interimText], this.#language));
  }
}
