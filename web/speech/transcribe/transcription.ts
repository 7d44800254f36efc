import { call } from '../../api.ts';
import { cutClips } from '../record/clips.ts';
import type { SampleBuffer } from '../record/sample-buffer.ts';
import { bytesPerSample } from '../record/wav.ts';
import type { StreamingRun } from './run-streaming.ts';
import { isAllowanceUsedUp, joinPieces, type Transcript } from './transcript.ts';

/**
 * Transcribes clips, except speech that is already transcribed. Leaves clips out if the allowance runs out; any other
 * error rejects, so that the caller can retry.
 *
 * @returns with `allowanceError` if clips are missing because the allowance ran out
 */
export async function transcribe(clips: readonly Blob[], language: string, signal: AbortSignal) {
  const { pieces, rest } = await waitForStreaming(clips, language, signal);
  const answers = await transcribeAll(rest, language, signal);
  const errors = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  const allowanceError = errors.find(isAllowanceUsedUp);
  const failures = errors.filter((error) => !isAllowanceUsedUp(error));
  if (failures.length > 0) throw failures[0];
  const transcribed = answers.flatMap((answer, index) => {
    const length = (rest[index]?.size ?? 0) / bytesPerSample;
    return answer.status === 'fulfilled' ? { ...answer.value, length } : [];
  });
  const joined = joinPieces([...pieces, ...transcribed], language);
  if (allowanceError && joined.transcript === '') throw allowanceError;
  return { ...joined, allowanceError };
}

interface StreamedRecording {
  readonly language: string;
  readonly audio: SampleBuffer;
  readonly streaming: StreamingRun;
}

/** Lets `transcribe` use what streaming has transcribed of these clips. */
export function linkToStream([first]: readonly Blob[], recording: StreamedRecording): void {
  if (first) recordings.set(first, { ...recording, rest: undefined });
}

const recordings = new WeakMap<Blob, StreamedRecording & { rest: readonly Blob[] | undefined }>();

/** @returns what streaming has transcribed, and clips of the rest */
async function waitForStreaming(clips: readonly Blob[], language: string, signal: AbortSignal) {
  const recording = clips[0] && recordings.get(clips[0]);
  if (!recording) return { pieces: [], rest: clips };
  const { streaming, audio } = recording;
  if (recording.language !== language) {
    streaming.abandon();
    return { pieces: [], rest: clips };
  }
  const abandon = () => streaming.abandon();
  signal.addEventListener('abort', abandon);
  const { phase, pieces, coveredUntil } = await streaming.done;
  signal.removeEventListener('abort', abandon);
  signal.throwIfAborted();
  recording.rest ??= phase === 'complete' ? [] : cutClips(audio.read(coveredUntil));
  return { pieces, rest: recording.rest };
}

/** Waits for all, so that one clip's failure does not waste the other clips' paid answers. */
function transcribeAll(clips: readonly Blob[], language: string, signal: AbortSignal) {
  const requests: Promise<Transcript>[] = [];
  for (const [index, clip] of clips.entries()) {
    const whenSlotIsFree = Promise.allSettled([requests[index - maxConcurrent]]);
    requests.push(whenSlotIsFree.then(() => transcribeClip(clip, language, signal)));
  }
  return Promise.allSettled(requests);
}

/** With a stream that is just ending, as many as one caller may have at once. */
const maxConcurrent = 2;

async function transcribeClip(clip: Blob, language: string, signal: AbortSignal): Promise<Transcript> {
  signal.throwIfAborted();
  const byLanguage = knownTranscripts.get(clip) ?? new Map<string, Transcript>();
  knownTranscripts.set(clip, byLanguage);
  const known = byLanguage.get(language);
  if (known) return known;
  const { transcript, confidence } = await call('speech.transcribe', { audio: clip, language }, { signal });
  const answer = { transcript, confidence };
  byLanguage.set(language, answer);
  return answer;
}

const knownTranscripts = new WeakMap<Blob, Map<string, Transcript>>();
