import { ApiError, call } from '../../api.ts';
import { speechIn } from '../record/clips.ts';
import { encodeWav, wavSampleRate } from '../record/wav.ts';
import type { Transcript } from './transcription.ts';

/**
 * Asks the server every 2 seconds for the text of the last 3, one request at a time. Failures are silent: the words
 * come at the end as well.
 *
 * @param latest gives the last samples, at most `count`
 * @returns stops it and aborts its request
 */
export function followSpeech(
  language: string,
  latest: (count: number) => Float32Array,
  onTranscript: (transcript: Transcript) => void,
): () => void {
  const request = new AbortController();
  const { signal } = request;
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
      const { transcript, confidence } = await call('speech.transcribe', { audio, language }, { signal });
      failures = 0;
      if (!signal.aborted) onTranscript({ transcript, confidence: confidence ?? defaultConfidence });
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
    request.abort();
  }

  const timer = setInterval(ask, everyMs);
  return stop;
}

const everyMs = 2_000;
const windowSamples = 3 * wavSampleRate;
const mostFailures = 2;
const defaultConfidence = 0.8;

/** Refused for this visitor or for today. The platform's refusals have no code and pass. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !!error.code && (error.status === 403 || error.status === 429);
}
