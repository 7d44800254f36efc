import { spaceOf } from '../../../shared/spacing.ts';
import { ApiError, call } from '../../api.ts';

/** What a recogniser made of speech. */
export interface Heard {
  /** Empty when nothing was understood. */
  readonly transcript: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** What a recogniser made of several clips. */
export interface HeardInClips extends Heard {
  /** Why some of them are missing in it: the meter was used up in their middle. */
  readonly refusal: ApiError | undefined;
}

/**
 * What the server hears in consecutive clips, as one. A clip that it is being asked about already, or was, is not sent
 * again, unless that failed. What the meter has kept out is missing; any other failure fails the whole, to be asked again.
 *
 * @returns the mean of the clips' confidences, longer clips counting for more
 */
export async function transcribe(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<HeardInClips> {
  const answers = await askAboutAll(clips, language, signal);
  const heard = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : nothing));
  const errors = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  );
  const refusal = errors.find(isRefusal);
  const fault = errors.find((error) => !isRefusal(error));
  const understood = heard.flatMap(({ transcript, confidence }, index) => {
    return transcript.trim() === '' ? [] : { confidence, bytes: clips[index]?.size ?? 0 };
  });
  if (fault !== undefined) throw fault;
  if (refusal && understood.length === 0) throw refusal;
  const bytes = understood.reduce((sum, clip) => sum + clip.bytes, 0);
  const weighed = understood.reduce((sum, clip) => sum + clip.confidence * clip.bytes, 0);
  return {
    transcript: joinTexts(
      heard.map(({ transcript }) => transcript),
      language,
    ),
    confidence: bytes === 0 ? usualConfidence : weighed / bytes,
    refusal,
  };
}

/**
 * Asks about a clip before the end of what is said, so that `transcribe` finds the answer.
 *
 * @param signal gives it up, unless somebody waits for it in `transcribe`
 */
export function transcribeEarly(clip: Blob, language: string, signal: AbortSignal): Promise<Heard> {
  const request = requestFor(clip, language);
  signal.addEventListener('abort', () => request.giveUp());
  return request.heard;
}

/** One after the other, as the language writes it. */
export function joinTexts(texts: readonly string[], language: string): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(spaceOf(language));
}

/**
 * A few at a time: after a while without a connection there are many, and on a slow line none of them would come
 * through. Waits for each, so that no answer that is paid for is lost to another's failure.
 */
function askAboutAll(
  clips: readonly Blob[],
  language: string,
  signal: AbortSignal,
): Promise<PromiseSettledResult<Heard>[]> {
  const asking: Promise<Heard>[] = [];
  for (const [index, clip] of clips.entries()) {
    const isTurn = Promise.allSettled([asking[index - mostAtOnce]]);
    asking.push(isTurn.then(() => join(clip, language, signal)));
  }
  return Promise.allSettled(asking);
}

const mostAtOnce = 4;

const nothing: Heard = { transcript: '', confidence: 0 };

/** The meter is used up: asking again would not help, as it would where the platform has too much to do. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'rate_limited';
}

/** Where the recogniser gives none. */
const usualConfidence = 0.9;

/** One request for everybody who asks the same. */
interface SharedRequest {
  readonly heard: Promise<Heard>;
  /** Those who wait in `transcribe`. */
  waiting: number;
  /** Ends it when nobody waits. */
  giveUp(): void;
}

const requests = new WeakMap<Blob, Map<string, SharedRequest>>();

/** Waits for a clip's request. Who goes away leaves it to the others. */
function join(clip: Blob, language: string, signal: AbortSignal): Promise<Heard> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const request = requestFor(clip, language);
  request.waiting++;
  return new Promise((resolve, reject) => {
    const leave = () => {
      request.waiting--;
      request.giveUp();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    request.heard.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
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
    heard: call('speech.transcribe', { audio: clip, language }, { signal: calling.signal }).then(
      ({ transcript, confidence }) => ({ transcript, confidence: confidence ?? usualConfidence }),
      (error: unknown) => {
        forget();
        throw error;
      },
    ),
    waiting: 0,
    giveUp() {
      if (request.waiting > 0) return;
      forget();
      calling.abort();
    },
  };
  ofClip.set(language, request);
  return request;
}
