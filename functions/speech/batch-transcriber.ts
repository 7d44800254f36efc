import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  BadRequestException,
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  type LanguageCode,
  StartTranscriptionJobCommand,
  TranscribeClient,
} from '@aws-sdk/client-transcribe';
import * as z from 'zod/mini';
import type { Language } from '../../shared/languages.ts';
import { ProductError, ProviderFailed, UnsupportedLanguage } from '../errors.ts';
import { providerError } from '../providers/error.ts';
import type { BatchClip } from './audio/clip.ts';
import { damagedClip } from './refusals.ts';
import { type Transcript, transcriptOf } from './transcript.ts';

/**
 * A job of Amazon Transcribe over the clip in the audio bucket: the last resort, for what cannot be streamed.
 * Clip, output and job are deleted afterwards, whatever happened; what cannot be deleted (a job that is still
 * running when time is up, and the output it then writes) ends by the bucket's lifecycle.
 *
 * @throws UnsupportedLanguage, InvalidRequest for audio that cannot be decoded, ProviderFailed,
 * ProviderTimeout after 24 seconds
 */
export async function transcribeInBatch(
  clip: BatchClip,
  language: Language,
  signal: AbortSignal,
): Promise<Transcript> {
  const id = randomUUID();
  const job: Job = {
    name: `parley-${id}`,
    bucket: audioBucket(),
    clipKey: `clips/${id}.${clip.format}`,
    outputKey: `transcripts/${id}.json`,
  };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(budgetMs)]);
  try {
    await startJob(job, clip, language, inTime);
    await finishJob(job, inTime);
    return await readOutput(job, language, inTime);
  } catch (error) {
    throw error instanceof ProductError ? error : ownError(error, language);
  } finally {
    await forget(job);
  }
}

/** Leaves the time to delete and to answer before the function's own time is up. */
const budgetMs = 24_000;

const budget = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 8_000, throwOnRequestTimeout: true },
};
const s3 = new S3Client(budget);
const transcribe = new TranscribeClient(budget);

async function startJob(job: Job, clip: BatchClip, language: Language, abortSignal: AbortSignal) {
  await s3.send(new PutObjectCommand({ Bucket: job.bucket, Key: job.clipKey, Body: clip.audio }), {
    abortSignal,
  });
  await transcribe.send(
    new StartTranscriptionJobCommand({
      TranscriptionJobName: job.name,
      LanguageCode: language.transcribe as LanguageCode,
      MediaFormat: clip.format,
      Media: { MediaFileUri: `s3://${job.bucket}/${job.clipKey}` },
      OutputBucketName: job.bucket,
      OutputKey: job.outputKey,
    }),
    { abortSignal },
  );
}

async function finishJob(job: Job, abortSignal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(pollMs, undefined, { signal: abortSignal });
    const { TranscriptionJob } = await transcribe.send(
      new GetTranscriptionJobCommand({ TranscriptionJobName: job.name }),
      { abortSignal },
    );
    if (TranscriptionJob?.TranscriptionJobStatus === 'COMPLETED') return;
    if (TranscriptionJob?.TranscriptionJobStatus === 'FAILED') {
      throw blamesTheClip(TranscriptionJob.FailureReason) ? damagedClip() : new ProviderFailed('recognition');
    }
  }
}

const pollMs = 500;

/** The reasons that the API reference lists for a job's failure; all others are the service's own. */
function blamesTheClip(reason = ''): boolean {
  return /^(Unsupported media format|The media format provided|The sample rate provided|Invalid )/.test(
    reason,
  );
}

async function readOutput(job: Job, language: Language, abortSignal: AbortSignal): Promise<Transcript> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: job.bucket, Key: job.outputKey }), {
    abortSignal,
  });
  const { results } = output.parse(JSON.parse((await Body?.transformToString()) ?? ''));
  const confidences = results.items.flatMap((item) => {
    const confidence = item.type === 'pronunciation' ? item.alternatives[0]?.confidence : undefined;
    return confidence === undefined ? [] : [Number(confidence)];
  });
  const text = results.transcripts.map(({ transcript }) => transcript).join(' ');
  return transcriptOf(language, [{ text, confidences }]);
}

/** The part that is read of the JSON that a job leaves behind. */
const output = z.object({
  results: z.object({
    transcripts: z.array(z.object({ transcript: z.string() })),
    items: z.array(
      z.object({
        type: z.string(),
        alternatives: z.array(z.object({ confidence: z.optional(z.string()) })),
      }),
    ),
  }),
});

async function forget(job: Job): Promise<void> {
  const abortSignal = AbortSignal.timeout(forgetMs);
  await Promise.allSettled([
    s3.send(new DeleteObjectCommand({ Bucket: job.bucket, Key: job.clipKey }), { abortSignal }),
    s3.send(new DeleteObjectCommand({ Bucket: job.bucket, Key: job.outputKey }), { abortSignal }),
    transcribe.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: job.name }), { abortSignal }),
  ]);
}

const forgetMs = 3_000;

function ownError(error: unknown, language: Language): ProductError {
  return error instanceof BadRequestException && /language/i.test(error.message)
    ? new UnsupportedLanguage(language.name, 'recogniser', { cause: error })
    : providerError('recognition', error);
}

function audioBucket(): string {
  const name = process.env.AUDIO_BUCKET;
  if (!name) throw new Error('AUDIO_BUCKET is not set');
  return name;
}

interface Job {
  readonly name: string;
  readonly bucket: string;
  readonly clipKey: string;
  readonly outputKey: string;
}
