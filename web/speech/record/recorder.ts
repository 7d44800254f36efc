import { pace } from '../../settings/pace.ts';
import { settings } from '../../settings/settings.ts';
import * as texts from '../../texts/speech.ts';
import type { Browser } from '../browser.ts';
import type { Listening, MethodListener, VoiceFailure } from '../recognise/listening.ts';
import { findBrowserProfile, withPause } from '../recognition-profiles.ts';
import { Dictation, type DictationOptions } from '../transcribe/dictation.ts';
import { openMicrophone } from './microphone.ts';
import { SampleSource } from './sample-source.ts';
import { getGain } from './wav.ts';

/** Call this directly in the tap's event handler. Ends by itself after silence, or when the microphone is lost. */
export function record(
  language: string,
  browser: Browser,
  listener: MethodListener,
  options: DictationOptions,
): Listening {
  return new Recording(language, browser, listener, options);
}

class Recording implements Listening {
  readonly #profile: BrowserProfile;
  readonly #listener: MethodListener;
  readonly #opening = new AbortController();
  readonly #samples: SampleSource;
  readonly #dictation: Dictation;
  readonly #unsubscribe: () => void;
  #phase: 'opening' | 'recording' | 'finishing' | 'over' = 'opening';
  #stream: MediaStream | undefined;
  #muteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(language: string, browser: Browser, listener: MethodListener, options: DictationOptions) {
    this.#profile = findBrowserProfile(browser);
    this.#listener = listener;
    const silence = withPause(this.#profile.recognition, pace.get().pauseMs);
    this.#dictation = new Dictation(language, silence, options, {
      onText: (text) => {
        if (this.#phase === 'recording') listener.onInterim(text);
      },
      onPause: (leftMs) => listener.onSilenceTimer(leftMs),
      onSilence: () => this.finish(),
      onAllowanceUsedUp: () => this.finish(),
    });
    this.#samples = new SampleSource(getGain(settings.get().micSensitivity), {
      onStart: () => listener.onListening(),
      onSamples: (samples) => this.#dictation.add(samples),
      onRestart: () => this.#dictation.restart(),
      onEnd: (reason) => this.finish(reason === 'broken' ? broken : interrupted),
    });
    this.#unsubscribe = settings.subscribe(() =>
      this.#samples.setGain(getGain(settings.get().micSensitivity)),
    );
    openMicrophone(this.#profile.microphone, this.#opening.signal)
      .then((opened) => ('stream' in opened ? this.#start(opened.stream) : this.#fail(opened.failure)))
      // Also after `#close`, which aborts the opening.
      .catch(() => this.#fail(broken));
  }

  finish(failureIfSilent = noSpeech): void {
    if (this.#phase === 'opening') this.#fail(failureIfSilent);
    if (this.#phase !== 'recording') return;
    this.#phase = 'finishing';
    this.#deliver(failureIfSilent).catch(() => this.#fail(broken));
  }

  async #deliver(failureIfSilent: VoiceFailure): Promise<void> {
    await this.#samples.finish();
    if (this.#isOver()) return;
    this.#close();
    const clips = this.#dictation.end();
    if (clips.length > 0) this.#listener.onClips(clips);
    else {
      this.#dictation.discard();
      const isUnreadable = failureIfSilent === noSpeech && this.#samples.hasLostSamples();
      this.#listener.onFailure(isUnreadable ? unreadable : failureIfSilent);
    }
  }

  discard(): void {
    if (this.#isOver()) return;
    this.#abandon();
    this.#listener.onReleased();
  }

  #start(stream: MediaStream): void {
    this.#stream = stream;
    if (this.#isOver()) {
      this.#close();
      return;
    }
    this.#phase = 'recording';
    for (const track of stream.getAudioTracks()) {
      track.addEventListener('ended', () => this.finish(disconnected));
      track.addEventListener('mute', () => this.#watchMute(track));
      track.addEventListener('unmute', () => this.#watchMute(track));
      this.#watchMute(track);
    }
    this.#samples.start(stream, this.#profile.recording);
  }

  /** A muted microphone sends silence: its switch, the system or a call has muted it. */
  #watchMute(track: MediaStreamTrack): void {
    clearTimeout(this.#muteTimer);
    if (track.muted) this.#muteTimer = setTimeout(() => this.finish(muted), maxMuteMs);
  }

  #fail(failure: VoiceFailure): void {
    if (this.#isOver()) return;
    this.#abandon();
    this.#listener.onFailure(failure);
  }

  #abandon(): void {
    this.#close();
    this.#dictation.discard();
  }

  #close(): void {
    this.#phase = 'over';
    this.#opening.abort();
    this.#unsubscribe();
    clearTimeout(this.#muteTimer);
    this.#samples.close();
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
  }

  #isOver(): boolean {
    return this.#phase === 'over';
  }
}

const noSpeech: VoiceFailure = { code: 'no-speech', text: texts.noSpeech };
const disconnected = buildFailure('no-microphone', texts.microphoneDisconnected);
const interrupted = buildFailure('interrupted', texts.microphoneInterrupted);
const muted = buildFailure('interrupted', texts.microphoneMuted);
const broken = buildFailure('recording', texts.recordingError);
const unreadable = buildFailure('recording', texts.unreadableAudio);

function buildFailure(code: VoiceFailure['code'], text: string): VoiceFailure {
  return { code, text, advice: texts.typeOrTryAgain };
}

/** A change of headphones mutes it for less. */
const maxMuteMs = 4_000;

type BrowserProfile = ReturnType<typeof findBrowserProfile>;
