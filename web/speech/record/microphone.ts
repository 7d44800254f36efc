import { delay } from '../../browser/delay.ts';
import * as texts from '../../texts/speech.ts';
import type { MicrophoneProfile } from '../profiles.ts';
import type { VoiceFailure, VoiceFailureCode } from '../recognise/listening.ts';

/** Uses the first stream, even from an attempt that has timed out. @throws MicrophoneError, or the abort reason */
export function openMicrophone(profile: MicrophoneProfile, signal: AbortSignal): Promise<MediaStream> {
  return new Promise((resolve, reject) => {
    const opening = new AbortController();

    function take(stream: MediaStream): void {
      if (opening.signal.aborted) close(stream);
      opening.abort();
      resolve(stream);
    }

    function fail(error: unknown): void {
      opening.abort();
      reject(error);
    }

    if (signal.aborted) return fail(signal.reason);
    signal.addEventListener('abort', () => fail(signal.reason), { signal: opening.signal });
    tryToOpen(profile, take, opening.signal).catch((error: unknown) => fail(new MicrophoneError(error)));
  });
}

export class MicrophoneError extends Error implements VoiceFailure {
  override readonly name = 'MicrophoneError';
  readonly code: VoiceFailureCode;

  constructor(cause: unknown) {
    const reason = (cause instanceof Error && cause.message) || texts.unknownReason;
    const { code, message = texts.recordingFailed(reason) } = findFailure(cause);
    super(message, { cause });
    this.code = code;
  }
}

async function tryToOpen(
  { constraints, attempts, pauseMs, timeoutStepMs }: MicrophoneProfile,
  take: (stream: MediaStream) => void,
  signal: AbortSignal,
): Promise<void> {
  // Undefined on pages without HTTPS.
  if (!navigator.mediaDevices?.getUserMedia) {
    throw new DOMException(texts.recordingUnsupported, 'NotSupportedError');
  }
  for (let count = 1; ; count++) {
    const opened = navigator.mediaDevices.getUserMedia({ audio: constraints }).then(requireAudio).then(take);
    const answer =
      timeoutStepMs === undefined ? opened : Promise.race([opened, failAfter(count * timeoutStepMs, signal)]);
    try {
      return await answer;
    } catch (error) {
      if (signal.aborted) return;
      if (count >= attempts || (await isPermanent(error))) throw error;
    }
    await delay(pauseMs, signal);
  }
}

function requireAudio(stream: MediaStream): MediaStream {
  if (stream.getAudioTracks().length > 0) return stream;
  close(stream);
  throw new DOMException('no audio track', 'NotFoundError');
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Whether another attempt would fail too. A user who dismissed the prompt may still accept the next one. */
async function isPermanent(error: unknown): Promise<boolean> {
  const { code, isFinal = false } = findFailure(error);
  return isFinal || (code === 'not-allowed' && (await readPermission()) === 'denied');
}

async function readPermission(): Promise<PermissionState | undefined> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state;
  } catch {
    return undefined;
  }
}

async function failAfter(ms: number, signal: AbortSignal): Promise<never> {
  await delay(ms, signal);
  throw new DOMException(texts.microphoneUnresponsive, 'TimeoutError');
}

function findFailure(error: unknown): Failure {
  return failures[error instanceof Error ? error.name : ''] ?? { code: 'recording' };
}

/** Without a message, the reason is shown. */
interface Failure {
  readonly code: VoiceFailureCode;
  readonly message?: string;
  readonly isFinal?: boolean;
}

const notAllowed: Failure = { code: 'not-allowed', message: texts.permissionDenied };
const noMicrophone: Failure = { code: 'no-microphone', message: texts.noMicrophone, isFinal: true };
const busy: Failure = { code: 'recording', message: texts.microphoneBusy };

/** By the error's name. */
const failures: Readonly<Record<string, Failure>> = {
  NotAllowedError: notAllowed,
  SecurityError: { ...notAllowed, isFinal: true },
  NotFoundError: noMicrophone,
  OverconstrainedError: noMicrophone,
  TypeError: { code: 'recording', isFinal: true },
  NotReadableError: busy,
  AbortError: busy,
  NotSupportedError: { code: 'unsupported' },
  TimeoutError: { code: 'not-started' },
};
