import { ApiError, call } from '../../api.ts';
import { speechIn } from '../record/clips.ts';
import { encodeWav, wavSampleRate } from '../record/wav.ts';
import type { Heard } from './transcription.ts';

/**
 * Asks the server every 2 seconds what was said in the last 3, one request at a time. Nobody is told of a failure: the
 * words come at the end as well.
 *
 * @param latest the last samples, at most so many
 * @returns stops it, and gives up what is being asked
 */
export function followSpeech(
  language: string,
  latest: (count: number) => Float32Array,
  onHeard: (heard: Heard) => void,
): () => void {
  const asking = new AbortController();
  const { signal } = asking;
  let isAsking = false;
  let isDue = false;
  let failures = 0;

  async function ask(): Promise<void> {
    isDue = isAsking;
    if (isAsking) return;
    const speech = speechIn(latest(windowSamples));
    if (!speech) return;
    isAsking = true;
    const audio = new Blob([encodeWav(speech, wavSampleRate)], { type: 'audio/wav' });
    try {
      const { transcript, confidence } = await call(
        'speech.transcribe',
        { audio, language, interim: 'true' },
        { signal },
      );
      failures = 0;
      if (!signal.aborted) onHeard({ transcript, confidence: confidence ?? usualConfidence });
    } catch (error) {
      failures += isRefusal(error) ? mostFailures : 1;
    }
    isAsking = false;
    if (failures >= mostFailures) stop();
    else if (isDue) ask();
  }

  function stop(): void {
    clearInterval(timer);
    isDue = false;
    asking.abort();
  }

  const timer = setInterval(ask, everyMs);
  return stop;
}

const everyMs = 2_000;
const windowSamples = 3 * wavSampleRate;
/** In a row. */
const mostFailures = 2;
/** Where the recogniser gives none. */
const usualConfidence = 0.8;

/** It is not for this visitor, or not today. The platform's refusals, without a code, are for the moment. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !!error.code && (error.status === 403 || error.status === 429);
}
