import { readFile } from 'node:fs/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  BadRequestException as BatchBadRequest,
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  ListTranscriptionJobsCommand,
  ListVocabulariesCommand,
  StartTranscriptionJobCommand,
  type StartTranscriptionJobCommandInput,
  TranscribeClient,
} from '@aws-sdk/client-transcribe';
import {
  BadRequestException,
  InternalFailureException,
  type Result,
  StartStreamTranscriptionCommand,
  type StartStreamTranscriptionCommandInput,
  TranscribeStreamingClient,
} from '@aws-sdk/client-transcribe-streaming';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createPocketsphinx } from '../../../infra/local/engines/pocketsphinx.ts';
import { killAll } from '../../../infra/local/engines/process-group.ts';
import { createObjectStore, s3Handler } from '../../../infra/local/providers/s3.ts';
import { transcribeBatchHandler } from '../../../infra/local/providers/transcribe-batch.ts';
import { transcribeStreamingHandler } from '../../../infra/local/providers/transcribe-streaming.ts';
import { joined, recordedAs, silence, speech } from '../../support/audio/audio.ts';
import { holdPrograms } from '../../support/parley/held-programs.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const recogniser = 'pocketsphinx_continuous';
const pocketsphinx = createPocketsphinx();
const ffmpeg = createFfmpeg();
const store = createObjectStore('audio');
const standIns = await startStandIns({
  transcribeStreaming: transcribeStreamingHandler(pocketsphinx, ffmpeg),
  transcribeBatch: transcribeBatchHandler(pocketsphinx, ffmpeg, store),
  s3: s3Handler(store),
});
const streaming = new TranscribeStreamingClient(standIns.client('TRANSCRIBE_STREAMING'));
const transcribe = new TranscribeClient(standIns.client('TRANSCRIBE'));
const s3 = new S3Client(standIns.client('S3'));
afterAll(standIns.stop);
afterAll(killAll);

const question = speech('where is the train station');

describe('streaming', () => {
  test('samples become final results with items, times and confidences', async () => {
    const results = await hear(await samplesOf(await question));
    expect(results).toHaveLength(1);
    const [{ IsPartial, Alternatives: [best] = [] } = {}] = results;
    expect(IsPartial).toBe(false);
    expect(best?.Transcript).toBe('where is the train station');
    expect(best?.Items?.map((item) => item.Content)).toEqual(['where', 'is', 'the', 'train', 'station']);
    for (const { Confidence = -1, StartTime = -1, EndTime = -1, Type } of best?.Items ?? []) {
      expect(Type).toBe('pronunciation');
      expect(Confidence).toBeGreaterThan(0);
      expect(Confidence).toBeLessThanOrEqual(1);
      expect(EndTime).toBeGreaterThan(StartTime);
    }
  });

  test.each([
    ['flac', 'flac'],
    ['ogg with opus', 'ogg-opus'],
  ] as const)('%s is heard', async (kind, MediaEncoding) => {
    const file = await readFile(await recordedAs(kind, await question));
    const [result] = await hear(file, { MediaEncoding });
    expect(result?.Alternatives?.[0]?.Transcript).toBe('where is the train station');
  });

  test('a pause makes two results', async () => {
    const clip = await joined(await question, await silence(1.5), await speech('thank you very much'));
    const results = await hear(await samplesOf(clip));
    expect(results.map((result) => result.Alternatives?.[0]?.Transcript)).toEqual([
      'where is the train station',
      'thank you very much',
    ]);
  });

  test('silence makes none', async () => {
    expect(await hear(await samplesOf(await silence(1)))).toEqual([]);
  });

  test.each([
    ['a language without a recogniser', { LanguageCode: 'es-ES' }, /languageCode/],
    ['a rate out of range', { MediaSampleRateHertz: 4_000 }, /mediaSampleRateHertz/],
    ['bytes that are no FLAC', { MediaEncoding: 'flac' }, /could not be decoded/],
  ] as const)('%s is a bad request', async (_, input, message) => {
    const refused = hear(await samplesOf(await question), input);
    await expect(refused).rejects.toBeInstanceOf(BadRequestException);
    await expect(refused).rejects.toThrow(message);
  });

  test('an event of more than a second is too big', async () => {
    const refused = hear(await samplesOf(await question), {}, 40_000);
    await expect(refused).rejects.toThrow('Your stream is too big.');
  });

  test('what is not modelled is refused by name', async () => {
    const samples = await samplesOf(await question);
    await expect(hear(samples, { ShowSpeakerLabel: true })).rejects.toThrow(
      'show-speaker-label is not modelled',
    );
    await expect(hear(samples, { MediaEncoding: 'g729' })).rejects.toThrow('is not modelled');
  });
});

describe('an engine that fails', () => {
  test('is an internal failure, and the next clip is heard', async () => {
    const programs = await holdPrograms(recogniser);
    const failed = expect(hear(await samplesOf(await question))).rejects.toBeInstanceOf(
      InternalFailureException,
    );
    (await programs.next()).die();
    await failed;
    const heard = hear(await samplesOf(await question));
    (await programs.next()).goOn();
    expect(await heard).toHaveLength(1);
  });

  test('is never taken for damaged audio', async () => {
    const file = await readFile(await recordedAs('ogg with opus', await question));
    const programs = await holdPrograms('ffmpeg');
    const heard = hear(file, { MediaEncoding: 'ogg-opus' });
    const failed = expect(heard).rejects.toBeInstanceOf(InternalFailureException);
    (await programs.next()).die();
    await failed;
  });

  test('and hangs is an internal failure and ended', async () => {
    const impatient = createPocketsphinx({ timeoutMs: 1_000 });
    const handler = transcribeStreamingHandler(impatient, ffmpeg);
    const hanging = await startStandIns({ transcribeStreaming: handler });
    onTestFinished(hanging.stop);
    const samples = await samplesOf(await question);
    const programs = await holdPrograms(recogniser);
    const client = new TranscribeStreamingClient(hanging.client('TRANSCRIBE_STREAMING'));
    const failed = expect(hear(samples, {}, 3_200, client)).rejects.toBeInstanceOf(InternalFailureException);
    await failed;
    await programs.ended();
  });

  test('is ended when its caller has gone', async () => {
    const samples = await samplesOf(await question);
    const programs = await holdPrograms(recogniser);
    const caller = new AbortController();
    const heard = hear(samples, {}, 3_200, streaming, caller.signal).catch(() => []);
    const program = await programs.next();
    caller.abort();
    await heard;
    await program.ended;
  });
});

describe('batch', () => {
  test('a job writes its transcript where it was told to', async () => {
    const name = await startJob({}, await recordedAs('webm with opus', await question));
    expect(await finished(name)).toMatchObject({
      TranscriptionJobStatus: 'COMPLETED',
      LanguageCode: 'en-US',
    });
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'audio', Key: `out/${name}.json` }));
    const { jobName, status, results } = JSON.parse((await Body?.transformToString()) ?? '');
    expect({ jobName, status }).toEqual({ jobName: name, status: 'COMPLETED' });
    expect(results.transcripts).toEqual([{ transcript: 'where is the train station' }]);
    expect(results.items).toHaveLength(5);
    expect(results.items[0]).toEqual({
      id: 0,
      type: 'pronunciation',
      alternatives: [{ confidence: expect.stringMatching(/^[01]\.\d{3}$/), content: 'where' }],
      start_time: expect.stringMatching(/^\d\.\d{3}$/),
      end_time: expect.stringMatching(/^\d\.\d{3}$/),
    });
  });

  test('a clip that is something else makes the job fail', async () => {
    const name = await startJob({ MediaFormat: 'mp4' }, await question);
    expect(await finished(name)).toMatchObject({
      TranscriptionJobStatus: 'FAILED',
      FailureReason: 'The media format provided does not match the detected media format.',
    });
    expect(store.get(`out/${name}.json`)).toBeUndefined();
  });

  test('an engine that dies makes the job fail for another reason', async () => {
    const clip = await question;
    const programs = await holdPrograms(recogniser);
    const name = await startJob({ MediaFormat: 'wav' }, clip);
    (await programs.next()).die();
    expect(await finished(name)).toMatchObject({
      TranscriptionJobStatus: 'FAILED',
      FailureReason: expect.stringContaining('Internal failure'),
    });
  });

  test('jobs are listed, and deleted once they have ended', async () => {
    const name = await startJob({}, await recordedAs('webm with opus', await silence(1)));
    const job = { TranscriptionJobName: name };
    await expect(transcribe.send(new DeleteTranscriptionJobCommand(job))).rejects.toBeInstanceOf(
      BatchBadRequest,
    );
    await finished(name);
    const list = async () => {
      const query = { JobNameContains: name, Status: 'COMPLETED' } as const;
      const { TranscriptionJobSummaries } = await transcribe.send(new ListTranscriptionJobsCommand(query));
      return TranscriptionJobSummaries?.map((each) => each.TranscriptionJobName);
    };
    expect(await list()).toEqual([name]);
    await transcribe.send(new DeleteTranscriptionJobCommand(job));
    expect(await list()).toEqual([]);
    await expect(transcribe.send(new GetTranscriptionJobCommand(job))).rejects.toBeInstanceOf(
      BatchBadRequest,
    );
  });

  test('a language without a recogniser is a bad request', async () => {
    const refused = startJob({ LanguageCode: 'es-ES' }, await question);
    await expect(refused).rejects.toBeInstanceOf(BatchBadRequest);
    await expect(refused).rejects.toThrow(/languageCode/);
  });

  test('what is not modelled is refused by name', async () => {
    await expect(startJob({ IdentifyLanguage: true }, await question)).rejects.toThrow(
      'IdentifyLanguage is not modelled',
    );
    await expect(transcribe.send(new ListVocabulariesCommand({}))).rejects.toThrow('is not modelled');
  });
});

/** A WAV without its head of 44 bytes. */
async function samplesOf(file: string): Promise<Uint8Array> {
  return (await readFile(file)).subarray(44);
}

async function hear(
  audio: Uint8Array,
  input: Partial<StartStreamTranscriptionCommandInput> = {},
  chunkBytes = 3_200,
  client = streaming,
  abortSignal?: AbortSignal,
): Promise<Result[]> {
  const command = new StartStreamTranscriptionCommand({
    LanguageCode: 'en-US',
    MediaEncoding: 'pcm',
    MediaSampleRateHertz: 16_000,
    AudioStream: events(audio, chunkBytes),
    ...input,
  });
  const results: Result[] = [];
  const { TranscriptResultStream = [] } = await client.send(command, { ...(abortSignal && { abortSignal }) });
  for await (const event of TranscriptResultStream) {
    results.push(...(event.TranscriptEvent?.Transcript?.Results ?? []));
  }
  return results;
}

async function* events(audio: Uint8Array, chunkBytes: number) {
  for (let at = 0; at < audio.length; at += chunkBytes) {
    yield { AudioEvent: { AudioChunk: audio.subarray(at, at + chunkBytes) } };
  }
}

async function startJob(input: Partial<StartTranscriptionJobCommandInput>, file: string): Promise<string> {
  const name = input.TranscriptionJobName ?? `test-${crypto.randomUUID()}`;
  await s3.send(new PutObjectCommand({ Bucket: 'audio', Key: `in/${name}`, Body: await readFile(file) }));
  await transcribe.send(
    new StartTranscriptionJobCommand({
      TranscriptionJobName: name,
      LanguageCode: 'en-US',
      MediaFormat: file.endsWith('webm') ? 'webm' : 'wav',
      Media: { MediaFileUri: `s3://audio/in/${name}` },
      OutputBucketName: 'audio',
      OutputKey: `out/${name}.json`,
      ...input,
    }),
  );
  return name;
}

async function finished(name: string) {
  const read = async () => {
    const { TranscriptionJob } = await transcribe.send(
      new GetTranscriptionJobCommand({ TranscriptionJobName: name }),
    );
    return TranscriptionJob;
  };
  await expect
    .poll(async () => (await read())?.TranscriptionJobStatus, { timeout: 15_000, interval: 100 })
    .not.toBe('IN_PROGRESS');
  return read();
}
