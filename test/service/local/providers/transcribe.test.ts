import { readFile } from 'node:fs/promises';
import {
  ListTranscriptionJobsCommand,
  ListVocabulariesCommand,
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
import { createFfmpeg } from '../../../../infra/local/engines/ffmpeg.ts';
import { createPocketsphinx } from '../../../../infra/local/engines/pocketsphinx.ts';
import { killAll } from '../../../../infra/local/engines/process-group.ts';
import { transcribeHandler } from '../../../../infra/local/providers/transcribe.ts';
import { transcribeStreamingHandler } from '../../../../infra/local/providers/transcribe-streaming.ts';
import { joined, silence, speech } from '../../../support/audio/audio.ts';
import { holdPrograms } from '../../../support/parley/held-programs.ts';
import { startStandIns } from '../../../support/parley/stand-ins.ts';

const recogniser = 'pocketsphinx_continuous';
const pocketsphinx = createPocketsphinx();
const ffmpeg = createFfmpeg();
const standIns = await startStandIns({
  transcribeStreaming: transcribeStreamingHandler(pocketsphinx, ffmpeg),
  transcribe: transcribeHandler(pocketsphinx),
});
const streaming = new TranscribeStreamingClient(standIns.client('TRANSCRIBE_STREAMING'));
const transcribe = new TranscribeClient(standIns.client('TRANSCRIBE'));
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

  test('a pause makes two results', async () => {
    const clip = await joined(await question, await silence(1.5), await speech('thank you very much'));
    const results = await hear(await samplesOf(clip));
    expect(results.map((result) => result.Alternatives?.[0]?.Transcript)).toEqual([
      'where is the train station',
      'thank you very much',
    ]);
  });

  test('silence makes no result', async () => {
    expect(await hear(await samplesOf(await silence(1)))).toEqual([]);
  });

  test.each([
    ['a language without a recogniser', { LanguageCode: 'es-ES' }, /languageCode/],
    ['a rate out of range', { MediaSampleRateHertz: 4_000 }, /mediaSampleRateHertz/],
  ] as const)('%s is a bad request', async (_, input, message) => {
    const refused = hear(await samplesOf(await question), input);
    await expect(refused).rejects.toBeInstanceOf(BadRequestException);
    await expect(refused).rejects.toThrow(message);
  });

  test('an event of more than a second is refused', async () => {
    const refused = hear(await samplesOf(await question), {}, 40_000);
    await expect(refused).rejects.toThrow('Your stream is too big.');
  });

  test('options that are not modelled are refused by name', async () => {
    const samples = await samplesOf(await question);
    await expect(hear(samples, { ShowSpeakerLabel: true })).rejects.toThrow(
      'show-speaker-label is not modelled',
    );
    await expect(hear(samples, { MediaEncoding: 'flac' })).rejects.toThrow('is not modelled');
  });
});

describe('an engine that fails', () => {
  test('is an internal failure, and the next clip works', async () => {
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

  test('and hangs is an internal failure, and is killed', async () => {
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

  test('is killed when the client disconnects', async () => {
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

test('the health check is answered, other calls are refused by name', async () => {
  const { TranscriptionJobSummaries } = await transcribe.send(new ListTranscriptionJobsCommand({}));
  expect(TranscriptionJobSummaries).toEqual([]);
  await expect(transcribe.send(new ListVocabulariesCommand({}))).rejects.toThrow('is not modelled');
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
