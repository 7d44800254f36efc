import { readFile } from 'node:fs/promises';
import { ListTranscriptionJobsCommand, TranscribeClient } from '@aws-sdk/client-transcribe';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { BatchClip } from '../../../functions/speech/clip.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createPocketsphinx } from '../../../infra/local/engines/pocketsphinx.ts';
import { killAll } from '../../../infra/local/engines/process-group.ts';
import { createObjectStore, s3Handler } from '../../../infra/local/providers/s3.ts';
import { transcribeBatchHandler } from '../../../infra/local/providers/transcribe-batch.ts';
import { findLanguage, type Language } from '../../../shared/languages.ts';
import { joined, recordedAs, silence, speech } from '../../support/audio/audio.ts';
import { processMark, signalProcesses } from '../../support/parley/processes.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const { env, mark } = processMark();
/** A program lives for a moment only: look often. */
const soon = { interval: 5, timeout: 15_000 };
const store = createObjectStore('audio');
const standIns = await startStandIns({
  transcribeBatch: transcribeBatchHandler(createPocketsphinx(), createFfmpeg(), store),
  s3: s3Handler(store),
});
Object.assign(process.env, env, standIns.environment, { AUDIO_BUCKET: 'audio' });
const { transcribeInBatch } = await import('../../../functions/speech/batch-transcriber.ts');
const transcribe = new TranscribeClient(standIns.client('TRANSCRIBE'));
afterAll(standIns.stop);
afterAll(killAll);

const english = findLanguage('en-US') as Language;
const question = speech('where is the train station');
const longClip = question.then(async (clip) =>
  recordedAs('stereo flac', await joined(...Array<string>(14).fill(clip))),
);
const patient = () => new AbortController().signal;

describe('nothing is left: no clip, no output, no job', () => {
  afterEach(async () => {
    expect(store.keys()).toEqual([]);
    const { TranscriptionJobSummaries } = await transcribe.send(new ListTranscriptionJobsCommand({}));
    expect(TranscriptionJobSummaries).toEqual([]);
  });

  test('after speech', async () => {
    const clip = await flac(recordedAs('stereo flac', await question));
    expect(await transcribeInBatch(clip, english, patient())).toEqual({
      transcript: 'where is the train station',
      confidence: expect.closeTo(0.85, 0),
    });
  });

  test('after silence, which is no failure', async () => {
    const clip = await flac(recordedAs('stereo flac', await silence(1)));
    expect(await transcribeInBatch(clip, english, patient())).toMatchObject({ transcript: '' });
  });

  test('after a clip that is no audio', async () => {
    const clip: BatchClip = { way: 'batch', format: 'flac', audio: new Uint8Array(1_000), seconds: 1 };
    await expect(transcribeInBatch(clip, english, patient())).rejects.toMatchObject({
      status: 400,
      message: 'The recording is damaged and cannot be read. Please record it again. This was not counted.',
    });
  });

  test('after an engine that died', async () => {
    const failed = expect(transcribeInBatch(await flac(longClip), english, patient())).rejects.toMatchObject({
      status: 502,
      message: 'Speech recognition failed. This was not counted. Please try again.',
    });
    await expect.poll(() => signalProcesses(mark, 'pocketsphinx_continuous', 'SIGKILL'), soon).toBe(1);
    await failed;
  });

  test('after a language that the service refuses', async () => {
    const clip = await flac(recordedAs('stereo flac', await question));
    const spanish = findLanguage('es') as Language;
    await expect(transcribeInBatch(clip, spanish, patient())).rejects.toMatchObject({ status: 422 });
  });
});

test('when time is up the clip goes at once, and the caller hears of it', async () => {
  const controller = new AbortController();
  const transcribing = transcribeInBatch(await flac(longClip), english, controller.signal);
  const failed = expect(transcribing).rejects.toMatchObject({ status: 504, code: 'provider_timeout' });
  await expect.poll(() => signalProcesses(mark, 'pocketsphinx_continuous', 'SIGSTOP'), soon).toBe(1);
  expect(store.keys()).toHaveLength(1);
  controller.abort();
  await failed;
  expect(store.keys()).toEqual([]);
  signalProcesses(mark, 'pocketsphinx_continuous', 'SIGKILL');
});

async function flac(file: Promise<string>): Promise<BatchClip> {
  return { way: 'batch', format: 'flac', audio: await readFile(await file), seconds: 1 };
}
