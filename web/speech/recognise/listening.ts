/** What a method of voice input tells while it listens. After `onClips`, `onTranscript` or `onFailure` it says nothing more. */
export interface VoiceListener {
  /** From now on words are heard. */
  onListening(): void;
  /** What seems to have been said so far; each replaces the one before. */
  onInterim(text: string): void;
  /** Speech has ended and the microphone is closed: these clips, in order, are what is to be transcribed. */
  onClips(clips: readonly Blob[]): void;
  /**
   * Speech has ended, and this is what was said.
   *
   * @param confidence 0 to 1
   */
  onTranscript(text: string, confidence: number): void;
  onFailure(failure: VoiceFailure): void;
}

/** What voice input tells whoever asked for it. */
export interface InputListener extends VoiceListener {
  /** What listened has failed: no word is heard until the next method says that it listens. */
  onSwitching(): void;
}

/** What one method tells whoever chooses among them. */
export interface MethodListener extends VoiceListener {
  /** Speech has paused: listening ends after so many milliseconds without more of it; undefined when it goes on. */
  onSilence(durationMs: number | undefined): void;
  /** The microphone is free again. It comes once and last: after the last word, at the same moment, and after `discard`. */
  onOver(): void;
}

/** A method of voice input at work. */
export interface Listening {
  /** Ends it and delivers what was said. */
  finish(): void;
  /** Ends it and delivers nothing. */
  discard(): void;
}

/** Why nothing was heard. */
export interface VoiceFailure {
  readonly code: VoiceFailureCode;
  /** For people. */
  readonly sentence: string;
  /** No input method is left to try. */
  readonly isExhausted?: boolean;
}

/**
 * - `not-allowed`: the microphone is not permitted
 * - `no-microphone`: there is none, or it has vanished
 * - `no-speech`: nobody spoke
 * - `interrupted`: it stopped before anything was said, by itself or by another app
 * - `not-started`: it did not begin in time, or could not be made
 * - `unsupported`: this browser cannot record
 * - `language`: the recogniser lacks the language
 * - `service-not-allowed`: the recogniser may not be used
 * - `network`: the recogniser's own service was not reached
 * - `recording`: the recorder broke, or what it made is of no use
 * - `transcription`: the server could not turn the recording into text
 * - `other`: the recogniser gave another code
 */
export type VoiceFailureCode =
  | 'not-allowed'
  | 'no-microphone'
  | 'no-speech'
  | 'interrupted'
  | 'not-started'
  | 'unsupported'
  | 'language'
  | 'service-not-allowed'
  | 'network'
  | 'recording'
  | 'transcription'
  | 'other';
