import { delay } from '../../browser/delay.ts';
import * as texts from '../../texts/speech.ts';
import type { VoiceFailure } from '../recognise/listening.ts';
import type { MicrophoneProfile } from '../recognition-profiles.ts';

export type OpenedMicrophone = { readonly stream: MediaStream } | { readonly failure: VoiceFailure };

/** Uses the first stream, even from an attempt that has timed out. Rejects only with the abort reason. */
export function openMicrophone(profile: MicrophoneProfile, signal: AbortSignal): Promise<OpenedMicrophone> {
  return new Promise((resolve, reject) => {
    const opening = new AbortController();

    function take(stream: MediaStream): void {
      if (opening.signal.aborted) close(stream);
      opening.abort();
      resolve({ stream });
    }

    function cancel(): void {
      opening.abort();
      reject(signal.reason);
    }

    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { signal: opening.signal });
    tryToOpen(profile, take, opening.signal).catch((error: unknown) => {
      opening.abort();
      resolve({ failure: describeRefusal(error) });
    });
  });
}

function describeRefusal(error: unknown): VoiceFailure {
  const { code, text, advice } = findRefusal(error);
  if (text !== undefined) return { code, text, advice };
  const reason = (error instanceof Error && error.message) || texts.unknownReason;
  return { code, text: texts.recordingFailed(reason), advice: texts.typeOrTryAgain };
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
  const { code, isFinal = false } = findRefusal(error);
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

/** In some browsers, `OverconstrainedError` is not an `Error`. */
function findRefusal(error: unknown): Refusal {
  const { name = '' } = Object(error) as { name?: string };
  return refusals[name] ?? { code: 'recording' };
}

interface Refusal extends Pick<VoiceFailure, 'code' | 'advice'> {
  /** Without one, the reason is shown. */
  readonly text?: string;
  readonly isFinal?: boolean;
}

const notAllowed: Refusal = { code: 'not-allowed', text: texts.permissionDenied };
const noMicrophone: Refusal = { code: 'no-microphone', text: texts.noMicrophone, isFinal: true };
const busy: Refusal = { code: 'recording', text: texts.microphoneBusy, advice: texts.typeOrTryAgain };

/** By the error's name. */
const refusals: Readonly<Record<string, Refusal>> = {
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
