/** Ends with `onClips`, `onTranscript` or `onFailure`. */
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
  /** Called when the silence timeout restarts or ends. Undefined: none is running. */
  onSilenceTimer(durationMs: number | undefined): void;
  /** The microphone has been released, as after `discard`. `onClips`, `onTranscript` and `onFailure` imply it. */
  onReleased(): void;
}

export interface Listening {
  finish(): void;
  discard(): void;
}

export interface VoiceFailure extends FailureTexts {
  readonly code: VoiceFailureCode;
  readonly hasNoMethodLeft?: boolean;
}

/** For the user. Plain data: an `Error` does not fit. */
export interface FailureTexts {
  /** Says what happened, in the words of the specification where it has some. */
  readonly text: string;
  /** Says what to do or what it cost, unless `text` does. Shown in a separate element. */
  readonly advice?: string | undefined;
  /** A service is down or too slow: the page of its status says more. */
  readonly isOutage?: boolean | undefined;
}

/**
 * - `interrupted`: it stopped for no known reason, or because of another app
 * - `not-started`: it did not start in time, or could not be created
 * - `unsupported`: the browser cannot record
 * - `recording`: recording failed
 * - `language`: the input method does not support the language
 * - `service-not-allowed`: the recogniser is not permitted
 * - `transcription`: the server could not transcribe the recording
 * - `other`: any other error of the recogniser
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
