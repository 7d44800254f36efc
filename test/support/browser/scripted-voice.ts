/**
 * Runs in the page: gives it voices that record their texts, and records what
 * plays. Chromium has no voices here.
 */
export function installVoice(scripted: ScriptedVoice): void {
  const voice: Script = {
    mode: 'speak',
    voicesAfterMs: 0,
    isLocked: false,
    languages: ['es-ES', 'en-US'],
    said: [],
    playing: [],
    sources: [],
    resumes: 0,
    finish: () => {},
    reach: () => {},
    ...scripted,
  };
  window.voice = voice;
  const errors: Partial<Record<Script['mode'], string>> = { fail: 'synthesis-failed', block: 'not-allowed' };
  let askedMs: number | undefined;

  class Utterance {
    lang = '';
    rate = 1;
    pitch = 1;
    volume = 1;
    text: string;
    onstart: (() => void) | null = null;
    onend: (() => void) | null = null;
    onboundary: ((event: Boundary) => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    constructor(text: string) {
      this.text = text;
    }
  }
  class Synthesis extends EventTarget {
    speaking = false;
    pending = false;
    #current: Utterance | undefined;
    #cancelledMs = Number.NEGATIVE_INFINITY;
    getVoices() {
      askedMs ??= performance.now();
      if (performance.now() - askedMs < voice.voicesAfterMs) return [];
      return voice.languages.map((lang) => ({ lang, localService: true }));
    }
    speak(utterance: Utterance) {
      const { text, lang, rate, pitch, volume } = utterance;
      // Chrome drops an utterance right after `cancel()`.
      if (performance.now() - this.#cancelledMs < 50) return;
      voice.said.push({ text, lang, rate, pitch, volume });
      if (volume === 0 || voice.mode === 'drop') return;
      const error = errors[voice.mode];
      if (error) {
        queueMicrotask(() => utterance.onerror?.({ error }));
        return;
      }
      this.speaking = true;
      this.#current = utterance;
      voice.reach = (charIndex, charLength, name = 'word') =>
        utterance.onboundary?.({ name, charIndex, charLength });
      voice.finish = () => {
        if (voice.mode === 'never-end' || this.#current !== utterance) return;
        this.speaking = false;
        this.#current = undefined;
        utterance.onend?.();
      };
      if (voice.mode === 'end-at-once') {
        queueMicrotask(voice.finish);
        return;
      }
      queueMicrotask(() => utterance.onstart?.());
    }
    /** What was speaking fails, later. */
    cancel() {
      const cancelled = this.#current;
      this.#current = undefined;
      this.speaking = false;
      this.#cancelledMs = performance.now();
      queueMicrotask(() => cancelled?.onerror?.({ error: 'interrupted' }));
    }
    resume() {}
  }
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance, configurable: true });
  Object.defineProperty(window, 'speechSynthesis', { value: new Synthesis(), configurable: true });

  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    voice.sources.push(new URL(this.src).pathname);
    if (voice.isLocked)
      return Promise.reject(new DOMException('play() failed without a gesture.', 'NotAllowedError'));
    if (!voice.playing.includes(this)) voice.playing.push(this);
    return play.call(this);
  };
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = function () {
    voice.resumes += 1;
    return resume.call(this);
  };
}

export type ScriptedVoice = Partial<Pick<Script, 'mode' | 'voicesAfterMs' | 'isLocked' | 'languages'>>;

interface Script {
  /**
   * Each utterance speaks until stopped or `finish()`, fails, is blocked until a tap, never starts, ends at once, or
   * starts and never reports its end, as in Chrome.
   */
  mode: 'speak' | 'fail' | 'block' | 'drop' | 'end-at-once' | 'never-end';
  /** Delay of the voices after their first request. */
  voicesAfterMs: number;
  /** Audio elements need a tap. */
  isLocked: boolean;
  /** Of the voices. */
  languages: readonly string[];
  said: { text: string; lang: string; rate: number; pitch: number; volume: number }[];
  /** Elements that have played. */
  playing: HTMLMediaElement[];
  /** The sources that were played, in order. */
  sources: string[];
  /** How often an audio context was resumed. */
  resumes: number;
  /** Ends the current utterance. */
  finish: () => void;
  /** The current utterance reaches a word, or a boundary of another name. Not every browser knows its length. */
  reach: (charIndex: number, charLength?: number, name?: string) => void;
}

interface Boundary {
  readonly name: string;
  readonly charIndex: number;
  readonly charLength: number | undefined;
}

declare global {
  interface Window {
    voice: Script;
    parleyAudioUnlocked?: boolean;
  }
}
