import {
  type AudioStream,
  BadRequestException,
  type LanguageCode,
  type Result,
  StartStreamTranscriptionCommand,
  TranscribeStreamingClient,
} from '@aws-sdk/client-transcribe-streaming';
import type { Language } from '../../shared/languages.ts';
import { getSeparator } from '../../shared/spacing.ts';
import { UnsupportedLanguage } from '../errors.ts';
import { toProviderError } from '../providers/error.ts';
import type { Clip } from './wav.ts';

export interface Transcript {
  readonly transcript: string;
  /** The mean of the words' confidences, 0 to 1; undefined if the recogniser gives none. */
  readonly confidence: number | undefined;
}

/** @throws UnsupportedLanguage, ProviderFailed, ProviderTimeout */
export async function streamClip(clip: Clip, language: Language, signal: AbortSignal): Promise<Transcript> {
  try {
    const { TranscriptResultStream = [] } = await client.send(
      new StartStreamTranscriptionCommand({
        // The SDK lists its codes; the table holds strings, which a test compares with that list.
        LanguageCode: language.transcribe as LanguageCode,
        MediaEncoding: 'pcm',
        MediaSampleRateHertz: clip.sampleRateHertz,
        AudioStream: cutIntoEvents(clip),
      }),
      { abortSignal: signal },
    );
    const results: Result[] = [];
    for await (const event of TranscriptResultStream) {
      results.push(...(event.TranscriptEvent?.Transcript?.Results ?? []));
    }
    // An aborted stream ends like a finished one.
    signal.throwIfAborted();
    return joinResults(
      results.filter((result) => !result.IsPartial),
      language,
    );
  } catch (error) {
    if (error instanceof BadRequestException && /language/i.test(error.message)) {
      throw new UnsupportedLanguage(language.name, 'recogniser', { cause: error });
    }
    throw toProviderError('recognition', error);
  }
}

/**
 * One attempt: an audio stream cannot be sent twice. The SDK's own request handler stays, because it drops
 * sessions that died while the function was frozen. The silent logger keeps the SDK's warnings off the console.
 */
const client = new TranscribeStreamingClient({
  maxAttempts: 1,
  logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
});

function ignore(): void {}

/**
 * Events hold a tenth of a second, as the guide advises (50 to 200 ms, at most 1 s). They are sent at once: the
 * service queues early audio and refuses only signatures older than 5 minutes
 * (docs.aws.amazon.com/transcribe/latest/dg/streaming.html and
 * github.com/awslabs/amazon-transcribe-streaming-sdk/issues/26).
 */
async function* cutIntoEvents({ sampleRateHertz, samples }: Clip): AsyncGenerator<AudioStream> {
  const eventBytes = 2 * Math.round(sampleRateHertz / 10);
  for (let at = 0; at < samples.length; at += eventBytes) {
    yield { AudioEvent: { AudioChunk: samples.subarray(at, at + eventBytes) } };
  }
}

function joinResults(results: readonly Result[], language: Language): Transcript {
  const best = results.flatMap(({ Alternatives: [best] = [] }) => best ?? []);
  const confidences = best.flatMap(({ Items = [] }) => Items.flatMap((item) => item.Confidence ?? []));
  const sum = confidences.reduce((total, each) => total + each, 0);
  return {
    transcript: best
      .map(({ Transcript = '' }) => Transcript.trim())
      .filter((text) => text !== '')
      .join(getSeparator(language.code)),
    confidence: confidences.length === 0 ? undefined : sum / confidences.length,
  };
}
