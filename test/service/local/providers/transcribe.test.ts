import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  BadRequestException,
  InternalFailureException,
  type Result,
  StartStreamTranscriptionCommand,
  type StartStreamTranscriptionCommandInput,
  TranscribeStreamingClient,
} from '@aws-sdk/client-transcribe-streaming';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFfmpeg } from '../../../../infra/local/engines/ffmpeg.ts';
import { createPocketsphinx, type Pocketsphinx } from '../../../../infra/local/engines/pocketsphinx.ts';
import { createPreview } from '../../../../infra/local/engines/preview.ts';
import { killAll } from '../../../../infra/local/engines/process-group.ts';
import { createStreamingHandler } from '../../../../infra/local/providers/transcribe.ts';
import { speech } from '../../../support/audio/audio.ts';
import { scriptedRecogniser, spells, spoken } from '../../../support/audio/scripted-recogniser.ts';
import { holdPrograms } from '../../../support/parley/held-programs.ts';
import { startStandIns } from '../../../support/parley/stand-ins.ts';

const recogniser = 'pocketsphinx_continuous';
// A busy machine may take long.
const pocketsphinx = createPocketsphinx({ timeoutMs: 300_000 });
const ffmpeg = createFfmpeg();
const standIns = await startStandIns({
  transcribeStreaming: createStreamingHandler(pocketsphinx, ffmpeg, { isPaced: false }),
});
const streaming = new TranscribeStreamingClient(standIns.client('TRANSCRIBE_STREAMING'));
afterAll(standIns.stop);
afterAll(killAll);

const question = speech('where is the train station');

describe('streaming', () => {
  test('samples become final results with items, times and confidences', async () => {
    const results = finalOnes(await hear(await samplesOf(await question)));
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
    ['a language without a recogniser', { LanguageCode: 'es-ES' }, /languageCode/],
    ['a rate out of range', { MediaSampleRateHertz: 4_000 }, /mediaSampleRateHertz/],
  ] as const)('%s is a bad request', async (_, input, message) => {
    const refused = hear(await samplesOf(await question), input);
    await expect(refused).rejects.toBeInstanceOf(BadRequestException);
    await expect(refused).rejects.toThrow(message);
  });
});

test('words are shown during the utterance, and become final', async () => {
  const results = await hearWith(spells, spoken(1, 2, 3, 0, 4), {
    EnablePartialResultsStabilization: true,
    PartialResultsStability: 'medium',
  });
  expect(results.map(({ IsPartial, Alternatives: [best] = [] }) => [IsPartial, best?.Transcript])).toEqual([
    [true, '1'],
    [true, '1 2'],
    [true, '1 2 3'],
    [false, '1 2 3'],
    [true, '4'],
    [false, '4'],
  ]);
  const stable = results.map(({ Alternatives: [best] = [] }) => best?.Items?.map(({ Stable }) => Stable));
  expect(stable.slice(0, 4)).toEqual([[false], [true, false], [true, true, false], [true, true, true]]);
  expect(new Set(results.map(({ ResultId }) => ResultId)).size).toBe(2);
});

test('an unfinished utterance has words, timed from its start', async () => {
  const preview = createPreview();
  const samples = (await samplesOf(await question)).subarray(0, 32_000);
  // A busy machine may be too late for a question, but not for all of them.
  const words = await vi.waitUntil(() => preview.recognise(samples), { timeout: 30_000 });
  expect(words.map(({ text }) => text).slice(0, 3)).toEqual(['where', 'is', 'the']);
  expect(words[0]?.start).toBeCloseTo(0.2, 0);
}, 40_000);

describe('as the service', () => {
  test('it is no faster than speech', async () => {
    const startedAt = performance.now();
    await hearWith(spells, spoken(1, 2, 3), {}, { isPaced: true });
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });

  test('it ends a stream without audio', async () => {
    const { client } = await start(spells, { idleMs: 50 });
    const ended = hear(spoken(1), {}, client, { lastsMs: 60_000 });
    await expect(ended).rejects.toBeInstanceOf(BadRequestException);
    await expect(ended).rejects.toThrow('no new audio was received for 15 seconds');
  });
});

describe('a program that fails', () => {
  test('and hangs is an internal failure, and is killed', async () => {
    const { client } = await startFresh({ timeoutMs: 100 });
    const programs = await holdPrograms(recogniser);
    const failed = expect(hear(spoken(0), {}, client)).rejects.toBeInstanceOf(InternalFailureException);
    const program = await programs.next();
    await failed;
    await program.ended;
  });

  test('is killed when the client disconnects', async () => {
    const { client } = await startFresh();
    const programs = await holdPrograms(recogniser);
    const caller = new AbortController();
    const heard = hear(spoken(0), {}, client, { abortSignal: caller.signal }).catch(() => []);
    const program = await programs.next();
    caller.abort();
    await heard;
    await program.ended;
  });
});

function finalOnes(results: readonly Result[]): Result[] {
  return results.filter(({ IsPartial }) => !IsPartial);
}

/** A WAV without its head of 44 bytes. */
async function samplesOf(file: string): Promise<Uint8Array> {
  return (await readFile(file)).subarray(44);
}

async function hear(
  audio: Uint8Array,
  input: Partial<StartStreamTranscriptionCommandInput> = {},
  client = streaming,
  { abortSignal, lastsMs = 0 }: { abortSignal?: AbortSignal; lastsMs?: number } = {},
): Promise<Result[]> {
  const ended = new AbortController();
  const command = new StartStreamTranscriptionCommand({
    LanguageCode: 'en-US',
    MediaEncoding: 'pcm',
    MediaSampleRateHertz: 16_000,
    AudioStream: events(audio, lastsMs, ended.signal),
    ...input,
  });
  const results: Result[] = [];
  try {
    const { TranscriptResultStream = [] } = await client.send(command, {
      ...(abortSignal && { abortSignal }),
    });
    for await (const event of TranscriptResultStream) {
      results.push(...(event.TranscriptEvent?.Transcript?.Results ?? []));
    }
  } finally {
    ended.abort();
  }
  return results;
}

/** In tenths of a second. */
async function* events(audio: Uint8Array, lastsMs: number, signal: AbortSignal) {
  for (let at = 0; at < audio.length; at += 3_200) {
    yield { AudioEvent: { AudioChunk: audio.subarray(at, at + 3_200) } };
  }
  await wait(lastsMs, undefined, { signal }).catch(() => {});
}

/** Another stand-in. */
async function start(
  recognise: Pocketsphinx['recognise'],
  options: Parameters<typeof createStreamingHandler>[2] = {},
) {
  const recogniser = { ...scriptedRecogniser(), recognise };
  return { recogniser, ...(await serve(recogniser, options)) };
}

/** Without a program that waits for the next clip. */
function startFresh(options: Parameters<typeof createPocketsphinx>[0] = {}) {
  return serve(createPocketsphinx(options));
}

async function serve(engine: Pocketsphinx, options: Parameters<typeof createStreamingHandler>[2] = {}) {
  const handler = createStreamingHandler(engine, ffmpeg, { isPaced: false, ...options });
  const own = await startStandIns({ transcribeStreaming: handler });
  onTestFinished(own.stop);
  return { client: new TranscribeStreamingClient(own.client('TRANSCRIBE_STREAMING')) };
}

async function hearWith(
  recognise: Pocketsphinx['recognise'],
  audio: Uint8Array,
  input: Partial<StartStreamTranscriptionCommandInput> = {},
  options: Parameters<typeof createStreamingHandler>[2] = {},
): Promise<Result[]> {
  const { client } = await start(recognise, options);
  return hear(audio, input, client);
}
