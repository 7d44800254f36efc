import { getSeparator } from '../../../shared/spacing.ts';
import { ApiError, call } from '../../api.ts';

export interface Transcript {
  /** Empty when nothing was understood. */
  readonly transcript: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface ClipsTranscript extends Transcript {
  /** Why clips are missing: the allowance ran out in between. */
  readonly refusal: ApiError | undefined;
}

/**
 * Transcribes consecutive clips. A clip is not sent twice unless it failed. Clips beyond the allowance are missing;
 * any other failure fails the whole, so that it can be retried.
 *
 * @returns with the mean of the clips' confidences, weighted by length
 */
export async function transcribe(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<ClipsTranscript> {
  const answers = await askAboutAll(clips, language, signal);
  const transcripts = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : nothing));
  const errors = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  const refusal = errors.find(isRefusal);
  const fault = errors.find((error) => !isRefusal(error));
  const understood = transcripts.flatMap(({ transcript, confidence }, index) => {
    return transcript.trim() === '' ? [] : { confidence, bytes: clips[index]?.size ?? 0 };
  });
  if (fault !== undefined) throw fault;
  if (refusal && understood.length === 0) throw refusal;
  const bytes = understood.reduce((sum, clip) => sum + clip.bytes, 0);
  const weighed = understood.reduce((sum, clip) => sum + clip.confidence * clip.bytes, 0);
  return {
    transcript: joinTexts(
      transcripts.map(({ transcript }) => transcript),
      language,
    ),
    confidence: bytes === 0 ? defaultConfidence : weighed / bytes,
    refusal,
  };
}

/**
 * Sends a clip while the speaker continues, so that `transcribe` finds its answer.
 *
 * @param signal aborts it, unless `transcribe` waits for it
 */
export function transcribeEarly(clip: Blob, language: string, signal: AbortSignal): Promise<Transcript> {
  const request = requestFor(clip, language);
  signal.addEventListener('abort', () => request.release());
  return request.transcript;
}

/** Joined as the language is written. */
export function joinTexts(texts: readonly string[], language: string): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(getSeparator(language));
}

/**
 * A few at a time, because many clips may have piled up offline. Waits for all, so that no paid answer is lost to
 * another clip's failure.
 */
function askAboutAll(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<PromiseSettledResult<Transcript>[]> {
  const asking: Promise<Transcript>[] = [];
  for (const [index, clip] of clips.entries()) {
    const isTurn = Promise.allSettled([asking[index - mostAtOnce]]);
    asking.push(isTurn.then(() => join(clip, language, signal)));
  }
  return Promise.allSettled(asking);
}

const mostAtOnce = 4;

const nothing: Transcript = { transcript: '', confidence: 0 };

/** The allowance is used up. Asking again cannot help, unlike after a refusal of the platform. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'rate_limited';
}

const defaultConfidence = 0.9;

/** One request for all callers with the same clip and language. */
interface SharedRequest {
  readonly transcript: Promise<Transcript>;
  /** Callers that wait in `transcribe`. */
  waiting: number;
  /** Aborts it if no caller waits. */
  release(): void;
}

const requests = new WeakMap<Blob, Map<string, SharedRequest>>();

/** Waits for a clip's request; an abort leaves it to other callers. */
function join(clip: Blob, language: string, signal: AbortSignal): Promise<Transcript> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const request = requestFor(clip, language);
  request.waiting++;
  return new Promise((resolve, reject) => {
    const leave = () => {
      request.waiting--;
      request.release();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    request.transcript.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function requestFor(clip: Blob, language: string): SharedRequest {
  const ofClip = requests.get(clip) ?? new Map<string, SharedRequest>();
  requests.set(clip, ofClip);
  const known = ofClip.get(language);
  if (known) return known;

  const calling = new AbortController();
  const forget = () => {
    if (ofClip.get(language) === request) ofClip.delete(language);
  };
  const request: SharedRequest = {
    transcript: call('speech.transcribe', { audio: clip, language }, { signal: calling.signal }).then(
      ({ transcript, confidence }) => ({ transcript, confidence: confidence ?? defaultConfidence }),
      (error: unknown) => {
        forget();
        throw error;
      },
    ),
    waiting: 0,
    release() {
      if (request.waiting > 0) return;
      forget();
      calling.abort();
    },
  };
  ofClip.set(language, request);
  return request;
}
