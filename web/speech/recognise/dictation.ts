import { createClipper, fullSamples, speechIn } from '../record/clips.ts';
import { encodeWav, wavSampleRate } from '../record/wav.ts';
import { followSpeech } from './interim.ts';
import { isRefusal, joinTexts, transcribeEarly } from './transcription.ts';

/** What is being said: samples go in, clips come out, and the text so far. */
export interface Dictation {
  /** @param samples at `wavSampleRate` */
  add(samples: Float32Array): void;
  /** A recording that cannot be read here becomes a clip as it is. */
  addRecorded(recorded: Blob): void;
  /** Forgets what was added: samples are missing in it. What is added next comes too late for interim text. */
  restart(): void;
  /** @returns everything in which somebody speaks, in order */
  end(): readonly Blob[];
  /** Gives up what is being asked. */
  discard(): void;
}

export interface DictationListener {
  /** What was said so far: the clips that are recognised, and the last words. */
  onText(text: string): void;
  /** Nobody has spoken for as long as a clip can be. */
  onSilence(): void;
}

/** Each clip is sent as soon as it is cut, while the speaker goes on. */
export function createDictation(
  { language, hasInterim }: { readonly language: string; readonly hasInterim: boolean },
  { onText, onSilence }: DictationListener,
): Dictation {
  const asking = new AbortController();
  let clipper = createClipper();
  const clips: Blob[] = [];
  /** By clip; empty where it is not recognised yet, or never will be. */
  const texts: string[] = [];
  let lastWords = '';
  /** Clips that there were when the last words were asked for: they are not to be told twice. */
  let askedAfter = 0;
  /** The meter is used up: what is sent meanwhile is sent in vain. */
  let isRefused = false;

  function latest(count: number): Float32Array {
    askedAfter = clips.length;
    return clipper.latest(count);
  }

  const stopInterim = hasInterim
    ? followSpeech(language, latest, ({ transcript }) => {
        if (transcript === '' || askedAfter !== clips.length) return;
        lastWords = transcript;
        tell();
      })
    : () => {};

  function keepSpeech(piece: Float32Array): void {
    const speech = speechIn(piece);
    if (speech) keep(new Blob([encodeWav(speech, wavSampleRate)], { type: 'audio/wav' }));
  }

  function keep(clip: Blob): void {
    const index = clips.push(clip) - 1;
    texts.push('');
    lastWords = '';
    if (isRefused) return;
    transcribeEarly(clip, language, asking.signal).then(
      ({ transcript }) => {
        texts[index] = transcript;
        tell();
      },
      // It is asked again in the end.
      (error: unknown) => {
        isRefused ||= isRefusal(error);
      },
    );
  }

  function tell(): void {
    onText(joinTexts([...texts, lastWords], language));
  }

  return {
    add(samples) {
      for (const piece of clipper.add(samples)) {
        keepSpeech(piece);
        if (piece.length === fullSamples) onSilence();
      }
    },
    addRecorded(recorded) {
      keepSpeech(clipper.rest());
      keep(recorded);
    },
    restart() {
      stopInterim();
      clipper = createClipper();
    },
    end() {
      stopInterim();
      keepSpeech(clipper.rest());
      return clips;
    },
    discard() {
      stopInterim();
      asking.abort();
    },
  };
}
