import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { streamClip } from '../../../../functions/speech/stream/transcriber.ts';
import { readWav } from '../../../../functions/speech/wav.ts';
import { createFfmpeg } from '../../../../infra/local/engines/ffmpeg.ts';
import { createStreamingHandler } from '../../../../infra/local/providers/transcribe.ts';
import type { ProviderHandler } from '../../../../infra/local/providers/wire.ts';
import { findLanguage, type Language } from '../../../../shared/languages.ts';
import { hangs, hears, scriptedRecogniser } from '../../../support/audio/scripted-recogniser.ts';
import { wavOf } from '../../../support/audio/wav.ts';
import { startStandIns } from '../../../support/parley/stand-ins.ts';

const recogniser = scriptedRecogniser();
const local = createStreamingHandler(recogniser, createFfmpeg(), { isPaced: false });
let service: ProviderHandler;
const standIns = await startStandIns({ transcribeStreaming: (...call) => service(...call) });
Object.assign(process.env, standIns.environment);
afterAll(standIns.stop);
beforeEach(() => {
  service = local;
});

test('results are joined, and their words’ confidences averaged', async () => {
  recogniser.recognise = hears('where is the train', 'thank you');
  expect(await stream()).toEqual({
    transcript: 'where is the train thank you',
    confidence: expect.closeTo(0.85),
  });
});

describe('faults become the product’s own', () => {
  const failed = { status: 502, code: 'provider_failed' };

  test('a language that the service refuses', async () => {
    await expect(stream('es')).rejects.toMatchObject({
      status: 422,
      message:
        'Parley can’t recognise Spanish speech. This didn’t count toward your limit. Type the text instead.',
    });
  });

  test.each([
    ['a broken request', 400, 'BadRequestException', failed],
    ['a fault of the service', 500, 'InternalFailureException', failed],
    ['an unknown answer', 418, 'TeapotException', failed],
    ['a used-up quota', 429, 'LimitExceededException', { status: 429, headers: { 'retry-after': '5' } }],
  ])('%s', async (_, status, type, fault) => {
    service = async (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
      response.end('{"Message":"no"}');
    };
    await expect(stream()).rejects.toMatchObject(fault);
  });

  test('a connection that breaks after half an answer', async () => {
    service = async (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      response.write(Buffer.from([0, 0, 1, 0, 0, 0, 0, 80]));
      request.once('end', () => response.destroy(new Error('broken')));
    };
    await expect(stream()).rejects.toMatchObject({ code: expect.stringMatching(/^provider_/) });
  });

  test('a caller whose time is up, which ends the engine', async () => {
    const controller = new AbortController();
    const { recognise, asked, ended } = hangs();
    recogniser.recognise = recognise;
    const failed = expect(stream('en-US', controller.signal)).rejects.toMatchObject({
      status: 504,
      code: 'provider_timeout',
    });
    await asked;
    controller.abort();
    await failed;
    await ended;
  });
});

function stream(code = 'en-US', signal = patient()) {
  return streamClip(readWav(wavOf(Buffer.alloc(32_000))), languageOf(code), signal);
}

function languageOf(code: string): Language {
  return findLanguage(code) as Language;
}

function patient(): AbortSignal {
  return new AbortController().signal;
}
