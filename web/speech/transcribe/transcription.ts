import { type ApiError, call } from '../../api.ts';
import { cutClips } from '../record/clips.ts';
import type { SampleBuffer } from '../record/sample-buffer.ts';
import { isAllowanceUsedUp } from './allowance-error.ts';
import type { RunningStreaming } from './run-streaming.ts';
import { defaultConfidence, joinPieces, type TranscribedPiece, type Transcript } from './transcript.ts';

export interface ClipsTranscript extends Transcript {
  /** Set if clips are missing because the allowance ran out. */
  readonly allowanceError: ApiError | undefined;
}

/**
 * Transcribes clips, except speech that was streamed or transcribed before. A used-up allowance leaves clips out; any
 * other failure fails the whole, so that it can be retried.
 */
export async function transcribe(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<ClipsTranscript> {
  const { pieces, rest } = await waitForStreaming(clips, language, signal);
  const answers = await transcribeAll(rest, language, signal);
  const errors = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  const allowanceError = errors.find(isAllowanceUsedUp);
  const fault = errors.find((error) => !isAllowanceUsedUp(error));
  if (fault !== undefined) throw fault;
  const transcribed = answers.flatMap((answer, index) => {
    return answer.status === 'fulfilled' ? { ...answer.value, length: rest[index]?.size ?? 0 } : [];
  });
  const joined = joinPieces([...pieces, ...transcribed], language);
  if (allowanceError && joined.transcript === '') throw allowanceError;
  return { ...joined, allowanceError };
}

interface Streamed {
  readonly language: string;
  readonly audio: SampleBuffer;
  readonly streaming: RunningStreaming;
}

/** Remembers the streaming of the clips' speech. */
export function linkToStream([first]: readonly Blob[], speech: Streamed): void {
  if (first) streamed.set(first, { ...speech, rest: undefined });
}

/** By the first clip of the recording. */
const streamed = new WeakMap<Blob, Streamed & { rest: readonly Blob[] | undefined }>();

/** @returns what streaming understood, and clips of the rest */
async function waitForStreaming(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<{ pieces: readonly TranscribedPiece[]; rest: readonly Blob[] }> {
  const speech = clips[0] && streamed.get(clips[0]);
  if (!speech) return { pieces: [], rest: clips };
  const { streaming, audio } = speech;
  if (speech.language !== language) {
    streaming.giveUp();
    return { pieces: [], rest: clips };
  }
  const giveUp = () => streaming.giveUp();
  signal.addEventListener('abort', giveUp);
  const { phase, pieces, understoodUntil } = await streaming.over;
  signal.removeEventListener('abort', giveUp);
  signal.throwIfAborted();
  speech.rest ??= phase === 'complete' ? [] : cutClips(audio.read(understoodUntil));
  return { pieces, rest: speech.rest };
}

/** Waits for all, so that no paid answer is lost to another clip's failure. */
function transcribeAll(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<PromiseSettledResult<Transcript>[]> {
  const asking: Promise<Transcript>[] = [];
  for (const [index, clip] of clips.entries()) {
    const slotFree = Promise.allSettled([asking[index - maxConcurrent]]);
    asking.push(slotFree.then(() => transcribeClip(clip, language, signal)));
  }
  return Promise.allSettled(asking);
}

const maxConcurrent = 4;

async function transcribeClip(clip: Blob, language: string, signal: AbortSignal): Promise<Transcript> {
  signal.throwIfAborted();
  const byLanguage = knownTranscripts.get(clip) ?? new Map<string, Transcript>();
  knownTranscripts.set(clip, byLanguage);
  const known = byLanguage.get(language);
  if (known) return known;
  const { transcript, confidence = defaultConfidence } = await call(
    'speech.transcribe',
    { audio: clip, language },
    { signal },
  );
  const answer = { transcript, confidence };
  byLanguage.set(language, answer);
  return answer;
}

/** Transcripts of clips, by language. */
const knownTranscripts = new WeakMap<Blob, Map<string, Transcript>>();
