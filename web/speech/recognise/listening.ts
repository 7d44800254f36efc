/** Called until `onClips`, `onTranscript` or `onFailure`. */
export interface VoiceListener {
  onListening(): void;
  /** The whole text so far. */
  onInterim(text: string): void;
  /** The microphone is closed; the clips, in order, hold the speech to transcribe. */
  onClips(clips: readonly Blob[]): void;
  /** @param confidence 0 to 1 */
  onTranscript(text: string, confidence: number): void;
  onFailure(failure: VoiceFailure): void;
}

export interface InputListener extends VoiceListener {
  /** An input method failed; the next one starts. */
  onSwitching(failure: VoiceFailure): void;
}

export interface MethodListener extends VoiceListener {
  /** Listening ends after this silence; undefined during speech. */
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
