import {
  type AudioStream,
  BadRequestException,
  type LanguageCode,
  LimitExceededException,
  type Result,
  StartStreamTranscriptionCommand,
  TranscribeStreamingClient,
} from '@aws-sdk/client-transcribe-streaming';
import type { Language } from '../../../shared/languages.ts';
import { ProviderBusy, UnsupportedLanguage } from '../../errors.ts';
import { toProviderError } from '../../providers/ask.ts';
import type { Clip } from '../wav.ts';
import { addResults, getConfidence, joinTranscripts, noResults } from './results.ts';

/** @throws UnsupportedLanguage, ProviderBusy, ProviderFailed, ProviderTimeout */
export async function streamClip(
  { samples, sampleRateHertz }: Clip,
  language: Language,
  signal: AbortSignal,
) {
  let results = noResults;
  for await (const added of recognise([samples], { sampleRateHertz, language, signal })) {
    results = addResults(results, added);
  }
  return { transcript: joinTranscripts(results.finals, language), confidence: getConfidence(results.finals) };
}

/**
 * Yields results as they arrive.
 * @param audio mono, 16-bit little-endian; must not throw
 * @throws UnsupportedLanguage, ProviderBusy, ProviderFailed, ProviderTimeout
 */
export async function* recognise(
  audio: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { sampleRateHertz, language, signal }: { sampleRateHertz: number; language: Language; signal: AbortSignal },
): AsyncGenerator<readonly Result[], void> {
  try {
    const { TranscriptResultStream = [] } = await client.send(
      new StartStreamTranscriptionCommand({
        // `languages.ts` holds strings; a test compares them with the SDK's list.
        LanguageCode: language.transcribe as LanguageCode,
        MediaEncoding: 'pcm',
        MediaSampleRateHertz: sampleRateHertz,
        // So that shown words change less often.
        EnablePartialResultsStabilization: true,
        PartialResultsStability: 'medium',
        AudioStream: cutIntoEvents(audio, sampleRateHertz),
      }),
      { abortSignal: signal },
    );
    for await (const event of TranscriptResultStream) {
      yield event.TranscriptEvent?.Transcript?.Results ?? [];
    }
    // An aborted stream ends like a finished one.
    signal.throwIfAborted();
  } catch (error) {
    // Transcribe names the refused field only in the message.
    if (error instanceof BadRequestException && /language/i.test(error.message)) {
      throw new UnsupportedLanguage(language.code, 'recogniser', { cause: error });
    }
    if (error instanceof LimitExceededException) throw new ProviderBusy({ cause: error });
    // An abort may surface as a connection error.
    throw toProviderError('recognition', signal.aborted ? signal.reason : error);
  }
}

/** One attempt: audio cannot be sent twice. The SDK's HTTP/2 handler drops sessions that died in a frozen function. */
const client = new TranscribeStreamingClient({
  maxAttempts: 1,
  logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
});

function ignore(): void {}

/**
 * A tenth of a second, as docs.aws.amazon.com/transcribe/latest/dg/streaming.html advises. Transcribe queues audio
 * sent faster than real time, and refuses only signatures older than 5 minutes
 * (github.com/awslabs/amazon-transcribe-streaming-sdk/issues/26).
 */
async function* cutIntoEvents(
  audio: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sampleRateHertz: number,
): AsyncGenerator<AudioStream> {
  const eventBytes = 2 * Math.round(sampleRateHertz / 10);
  for await (const samples of audio) {
    for (let at = 0; at < samples.length; at += eventBytes) {
      yield { AudioEvent: { AudioChunk: samples.subarray(at, at + eventBytes) } };
    }
  }
}
