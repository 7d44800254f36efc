import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { readClip, type StreamingClip } from '../../../functions/speech/clip.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createPocketsphinx } from '../../../infra/local/engines/pocketsphinx.ts';
import { killAll } from '../../../infra/local/engines/process-group.ts';
import type { ProviderHandler } from '../../../infra/local/providers/server.ts';
import { transcribeStreamingHandler } from '../../../infra/local/providers/transcribe-streaming.ts';
import { findLanguage, type Language } from '../../../shared/languages.ts';
import { joined, recordedAs, speech } from '../../support/audio/audio.ts';
import { processesOf, processMark, signalProcesses } from '../../support/parley/processes.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const { env, mark } = processMark();
/** A program lives for a moment only: look often. */
const soon = { interval: 5, timeout: 15_000 };
const local = transcribeStreamingHandler(createPocketsphinx(), createFfmpeg());
let service: ProviderHandler = local;
const standIns = await startStandIns({ transcribeStreaming: (...call) => service(...call) });
Object.assign(process.env, env, standIns.environment);
const { streamClip } = await import('../../../functions/speech/transcriber.ts');
afterAll(standIns.stop);
afterAll(killAll);

const english = findLanguage('en-US') as Language;
const question = speech('where is the train station');

test('results are joined, their words’ confidences averaged', async () => {
  const { transcript, confidence } = await stream(await question);
  expect(transcript).toBe('where is the train station');
  expect(confidence).toBeGreaterThan(0.5);
  expect(confidence).toBeLessThan(1);
});

describe('faults become the product’s own', () => {
  test('a language that the service refuses', async () => {
    await expect(stream(await question, 'es')).rejects.toMatchObject({
      status: 422,
      message: 'Speech in Spanish cannot be recognised here. This was not counted. Type the text instead.',
    });
  });

  test('a stream that cannot be decoded', async () => {
    const flac = readClip(await readFile(await recordedAs('flac', await question))) as StreamingClip;
    const noise = crypto.getRandomValues(new Uint8Array(5_000));
    const damaged = { ...flac, audio: Buffer.concat([flac.audio.subarray(0, 42), noise]) };
    const heard = streamClip(damaged, english, new AbortController().signal);
    await expect(heard).rejects.toMatchObject({ status: 400 });
  });

  test.each([
    ['throttling', 429, 'LimitExceededException'],
    ['a fault of the service', 500, 'InternalFailureException'],
    ['an answer that nobody knows', 418, 'TeapotException'],
  ])('%s', async (_, status, type) => {
    const refuse: ProviderHandler = async (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
      response.end('{"Message":"no"}');
    };
    await during(refuse, async () => {
      await expect(stream(await question)).rejects.toMatchObject({ status: 502, code: 'provider_failed' });
    });
  });

  test('a connection that breaks after half an answer', async () => {
    const breakOff: ProviderHandler = async (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      response.write(Buffer.from([0, 0, 1, 0, 0, 0, 0, 80]));
      request.once('end', () => response.destroy(new Error('broken')));
    };
    await during(breakOff, async () => {
      await expect(stream(await question)).rejects.toMatchObject({
        code: expect.stringMatching(/^provider_/),
      });
    });
  });

  test('a caller whose time is up, whose engine then ends', async () => {
    const controller = new AbortController();
    const clip = await joined(...Array<string>(14).fill(await question));
    const failed = expect(stream(clip, 'en-US', controller.signal)).rejects.toMatchObject({
      status: 504,
      code: 'provider_timeout',
    });
    await expect.poll(() => signalProcesses(mark, 'pocketsphinx_continuous', 'SIGSTOP'), soon).toBe(1);
    controller.abort();
    await failed;
    await expect.poll(() => processesOf(mark), soon).toEqual([]);
  });
});

async function stream(file: string, code = 'en-US', signal = new AbortController().signal) {
  const clip = readClip(await readFile(file)) as StreamingClip;
  return streamClip(clip, findLanguage(code) as Language, signal);
}

async function during(other: ProviderHandler, run: () => Promise<void>): Promise<void> {
  service = other;
  try {
    await run();
  } finally {
    service = local;
  }
}
