import { readFile } from 'node:fs/promises';
import { ListTranscriptionJobsCommand, TranscribeClient } from '@aws-sdk/client-transcribe';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { BatchClip } from '../../../functions/speech/audio/clip.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createObjectStore, s3Handler } from '../../../infra/local/providers/s3.ts';
import { transcribeBatchHandler } from '../../../infra/local/providers/transcribe-batch.ts';
import { findLanguage, type Language } from '../../../shared/languages.ts';
import { recordedAs, silence } from '../../support/audio/audio.ts';
import { dies, hangs, hears, scriptedRecogniser } from '../../support/audio/scripted-recogniser.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const recogniser = scriptedRecogniser();
const store = createObjectStore('audio');
const standIns = await startStandIns({
  transcribeBatch: transcribeBatchHandler(recogniser, createFfmpeg(), store),
  s3: s3Handler(store),
});
Object.assign(process.env, standIns.environment, { AUDIO_BUCKET: 'audio' });
const { transcribeInBatch } = await import('../../../functions/speech/batch-transcriber.ts');
const transcribe = new TranscribeClient(standIns.client('TRANSCRIBE'));
afterAll(standIns.stop);

const english = findLanguage('en-US') as Language;
const recording = silence(1).then((clip) => recordedAs('stereo flac', clip));
const patient = () => new AbortController().signal;

describe('nothing is left: no clip, no output, no job', () => {
  afterEach(async () => {
    expect(store.keys()).toEqual([]);
    const { TranscriptionJobSummaries } = await transcribe.send(new ListTranscriptionJobsCommand({}));
    expect(TranscriptionJobSummaries).toEqual([]);
  });

  test('after speech', async () => {
    recogniser.recognise = hears('where is the train');
    expect(await transcribeInBatch(await flac(), english, patient())).toEqual({
      transcript: 'where is the train',
      confidence: expect.closeTo(0.85),
    });
  });

  test('after silence, which is no failure', async () => {
    recogniser.recognise = hears();
    expect(await transcribeInBatch(await flac(), english, patient())).toMatchObject({ transcript: '' });
  });

  test('after a clip that is no audio', async () => {
    const clip: BatchClip = { way: 'batch', format: 'flac', audio: new Uint8Array(1_000), seconds: 1 };
    await expect(transcribeInBatch(clip, english, patient())).rejects.toMatchObject({
      status: 400,
      message: 'The recording is damaged and cannot be read. Please record it again. This was not counted.',
    });
  });

  test('after an engine that died', async () => {
    recogniser.recognise = dies;
    await expect(transcribeInBatch(await flac(), english, patient())).rejects.toMatchObject({
      status: 502,
      message: 'Speech recognition failed. This was not counted. Please try again.',
    });
  });

  test('after a language that the service refuses', async () => {
    const spanish = findLanguage('es') as Language;
    await expect(transcribeInBatch(await flac(), spanish, patient())).rejects.toMatchObject({ status: 422 });
  });
});

test('when time is up the clip goes at once, and the caller hears of it', async () => {
  const controller = new AbortController();
  const { recognise, asked } = hangs();
  recogniser.recognise = recognise;
  const failed = expect(transcribeInBatch(await flac(), english, controller.signal)).rejects.toMatchObject({
    status: 504,
    code: 'provider_timeout',
  });
  await asked;
  expect(store.keys()).toHaveLength(1);
  controller.abort();
  await failed;
  expect(store.keys()).toEqual([]);
});

async function flac(): Promise<BatchClip> {
  return { way: 'batch', format: 'flac', audio: await readFile(await recording), seconds: 1 };
}
