import type { LanguageCode } from '@aws-sdk/client-transcribe-streaming';
import {
  type AudioStream,
  BadRequestException,
  type Result,
  StartStreamTranscriptionCommand,
  TranscribeStreamingClient,
} from '@aws-sdk/client-transcribe-streaming';
import type { Language } from '../../shared/languages.ts';
import { type ProductError, UnsupportedLanguage } from '../errors.ts';
import { providerError } from '../providers/error.ts';
import type { StreamingClip } from './audio/clip.ts';
import { damagedClip } from './refusals.ts';
import { type Transcript, transcriptOf } from './transcript.ts';

/**
 * Amazon Transcribe streaming.
 *
 * @throws UnsupportedLanguage, InvalidRequest for audio that cannot be decoded, ProviderFailed, ProviderTimeout
 */
export async function streamClip(
  clip: StreamingClip,
  language: Language,
  signal: AbortSignal,
): Promise<Transcript> {
  try {
    const { TranscriptResultStream = [] } = await client.send(
      new StartStreamTranscriptionCommand({
        // The SDK lists its codes; the table holds strings, which a test compares with that list.
        LanguageCode: language.transcribe as LanguageCode,
        MediaEncoding: clip.encoding,
        MediaSampleRateHertz: clip.sampleRateHertz,
        AudioStream: audioEvents(clip),
      }),
      { abortSignal: signal },
    );
    const results: Result[] = [];
    for await (const event of TranscriptResultStream) {
      results.push(...(event.TranscriptEvent?.Transcript?.Results ?? []));
    }
    // An aborted stream ends like a finished one.
    signal.throwIfAborted();
    return transcriptOf(language, results.filter((result) => !result.IsPartial).map(heardIn));
  } catch (error) {
    throw ownError(error, clip, language);
  }
}

/**
 * One attempt: an audio stream cannot be sent twice. The request handler stays the SDK's own, because it
 * knows not to use a session again that died while the function was frozen. Without a logger the SDK warns
 * on the console of every stream that fails, beside our own log line.
 */
const client = new TranscribeStreamingClient({
  maxAttempts: 1,
  logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
});

function ignore(): void {}

/**
 * The clip in events of about a tenth of a second, as Transcribe's streaming guide advises (50 to 200 ms; at
 * most 1 s each). They are sent at once, without pacing: the service queues what comes early and works it off
 * at its own pace, and refuses only signatures older than 5 minutes, which no clip of ours can reach
 * (docs.aws.amazon.com/transcribe/latest/dg/streaming.html and
 * github.com/awslabs/amazon-transcribe-streaming-sdk/issues/26).
 */
async function* audioEvents({
  encoding,
  sampleRateHertz,
  audio,
}: StreamingClip): AsyncGenerator<AudioStream> {
  const chunkBytes = encoding === 'pcm' ? 2 * Math.round(sampleRateHertz / 10) : compressedChunkBytes;
  for (let at = 0; at < audio.length; at += chunkBytes) {
    yield { AudioEvent: { AudioChunk: audio.subarray(at, at + chunkBytes) } };
  }
}

/** A tenth of a second at 80 kbit/s; a second and more of the thinnest speech. */
const compressedChunkBytes = 1024;

function heardIn({ Alternatives: [best] = [] }: Result) {
  return {
    text: best?.Transcript ?? '',
    confidences: (best?.Items ?? []).flatMap((item) => item.Confidence ?? []),
  };
}

/** Samples without a header cannot be damaged: what the service refuses about them is not the caller's fault. */
function ownError(error: unknown, clip: StreamingClip, language: Language): ProductError {
  if (!(error instanceof BadRequestException)) return providerError('recognition', error);
  if (/language/i.test(error.message)) {
    return new UnsupportedLanguage(language.name, 'recogniser', { cause: error });
  }
  return clip.encoding === 'pcm' ? providerError('recognition', error) : damagedClip({ cause: error });
}
