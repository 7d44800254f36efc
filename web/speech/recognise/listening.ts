/** Hears from voice input until `onClips`, `onTranscript` or `onFailure`. */
export interface VoiceListener {
  onListening(): void;
  /** The text so far, each time in full. */
  onInterim(text: string): void;
  /** The microphone is closed; these clips, in order, hold the speech to transcribe. */
  onClips(clips: readonly Blob[]): void;
  /** @param confidence 0 to 1 */
  onTranscript(text: string, confidence: number): void;
  onFailure(failure: VoiceFailure): void;
}

export interface InputListener extends VoiceListener {
  /** A method failed; nothing is heard until `onListening`. */
  onSwitching(failure: VoiceFailure): void;
}

export interface MethodListener extends VoiceListener {
  /** Listening ends after this much more silence; undefined during speech. */
  onSilence(durationMs: number | undefined): void;
  /** The microphone is free again. Called once and last, also after `discard`. */
  onOver(): void;
}

export interface Listening {
  finish(): void;
  discard(): void;
}

export interface VoiceFailure {
  readonly code: VoiceFailureCode;
  readonly sentence: string;
  readonly isExhausted?: boolean;
}

/**
 * - `interrupted`: it stopped without a reason or because of another app
 * - `not-started`: it did not start in time, or could not be created
 * - `service-not-allowed`: the recogniser is not permitted
 * - `transcription`: the server could not transcribe the recording
 * - `other`: any other code of the recogniser
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
