import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { relayStream } from '../../../../functions/speech/stream/relay.ts';
import { documentClient } from '../../../../functions/tables/client.ts';
import { openStream, putChunk, readStream } from '../../../../functions/tables/streams.ts';
import { createFfmpeg } from '../../../../infra/local/engines/ffmpeg.ts';
import { createStreamingHandler } from '../../../../infra/local/providers/transcribe.ts';
import { AwsError } from '../../../../infra/local/providers/wire.ts';
import { findLanguage, type Language } from '../../../../shared/languages.ts';
import {
  hangs,
  scriptedRecogniser,
  spells,
  spoken,
  utterance,
} from '../../../support/audio/scripted-recogniser.ts';
import { beforeRequests, breaks, startInProcess } from '../../../support/handlers/in-process.ts';
import { startStandIns } from '../../../support/parley/stand-ins.ts';

const recogniser = scriptedRecogniser();
const standIns = await startStandIns({
  transcribeStreaming: createStreamingHandler(recogniser, createFfmpeg(), { isPaced: false }),
});
afterAll(standIns.stop);
Object.assign(process.env, standIns.environment);
const { all } = await startInProcess();

/** Long enough for this machine to be slow, where a test does not wait for it. */
const long = 60_000;
const times = {
  pollMs: 5,
  restMs: 5,
  mayEndAfterMs: long,
  fullMs: long,
  endMs: long,
  behindMs: long,
  goneMs: long,
  lostMs: long,
  refusalMs: long,
};

beforeEach(() => {
  recogniser.recognise = spells;
});

test('a stream ends when its visitor has left', async () => {
  const key = await begin(spoken(1, 2, 3, 4, 5, 6, 0, 7));
  expect(await hold(key, { goneMs: 100 })).toMatchObject({ isFinished: false, seconds: 0.8 });
  expect(await readStream(key)).toMatchObject({ isOpen: false });
});

test('a part that is lost ends the stream, without the words at its edge', async () => {
  const key = await begin(spoken(1, 2, 3, 0, 4, 5, 6, 7, 8, 9));
  await putChunk(key, { sequence: 2, audio: spoken(11), isLast: true });
  expect(await hold(key, { lostMs: 100 })).toEqual({
    transcript: '1 2 3 4',
    confidence: expect.closeTo(0.8),
    heardSeconds: 0.5,
    isFinished: false,
    seconds: 1,
  });
  expect((await all('speech')).filter(({ audio }) => audio)).toEqual([]);
});

test('what waits behind a missing part is not read at each look for it', async () => {
  const key = await begin(spoken(1, 2, 3));
  for (let sequence = 2; sequence < 30; sequence += 1)
    await putChunk(key, { sequence, audio: spoken(4), isLast: false });
  let looks = 0;
  beforeRequests(documentClient, (command, input) => {
    if (command === 'QueryCommand' && input.includes('BETWEEN')) looks += 1;
  });
  await hold(key, { pollMs: 1, restMs: 500, lostMs: 1_200 });
  expect(looks).toBeLessThanOrEqual(5);
});

test('a part is known as read before it is deleted, so that a repeated one is not written again', async () => {
  const key = await begin(spoken(1), spoken(2));
  const known: unknown[] = [];
  beforeRequests(documentClient, async (command) => {
    if (command === 'BatchWriteItemCommand') known.push((await readStream(key))?.nextSequence);
  });
  await hold(key, { goneMs: 100 });
  expect(known).toEqual([2]);
});

test('a stream that may last no longer ends at a word', async () => {
  const key = await begin(spoken(1, 2, 3, 4, 5, 6, 7, 8));
  expect(await hold(key, { fullMs: 100 })).toMatchObject({
    transcript: '1 2 3',
    heardSeconds: expect.closeTo(0.3),
  });
});

test('a stream takes no more audio than was counted', async () => {
  const key = await begin(Buffer.alloc(32_000), Buffer.alloc(32_000), Buffer.alloc(2));
  expect(await hold(key, {}, 2)).toMatchObject({ isFinished: false, seconds: 2, heardSeconds: 0 });
});

test('a pause ends a stream that is near its end', async () => {
  const key = await begin(spoken(1, 2, 0, 3, 4));
  expect(await hold(key, { mayEndAfterMs: 200 })).toMatchObject({
    transcript: '1 2',
    heardSeconds: 0.2,
    isFinished: false,
  });
});

test('words are saved when they are heard, not at the next look for audio', async () => {
  const heard = [1, 2, 3].map(() => Promise.withResolvers<void>());
  recogniser.recognise = async (_, tell, signal) => {
    for (const [index, { promise }] of heard.entries()) {
      await promise;
      tell(utterance(`word ${index}`, { isPartial: true }));
    }
    return hangs().recognise(_, tell, signal);
  };
  const key = await begin(spoken(1, 2, 3));
  const caller = new AbortController();
  const held = hold(key, { restMs: 10 * long }, 25, caller.signal);
  held.catch(() => {});
  // It saves twice before it rests, so the third is heard while it does.
  for (const [index, { resolve }] of heard.entries()) {
    resolve();
    await expect.poll(() => readStream(key), { interval: 10 }).toMatchObject({ interim: `word ${index}` });
  }
  caller.abort();
  await expect(held).rejects.toMatchObject({ code: 'provider_timeout' });
});

test('pauses are shortened while the recogniser is behind, and times are those of speaking', async () => {
  const pause = Array<number>(10).fill(0);
  const key = await begin(spoken(1, 2, ...pause, 3, ...pause, 4, 5, 6, 7, 8, 9));
  expect(await hold(key, { behindMs: 0, goneMs: 100 })).toMatchObject({
    transcript: '1 2 3 4',
    heardSeconds: expect.closeTo(2.4),
    seconds: expect.closeTo(1.9),
  });
});

test('a recogniser that is too slow is not waited for, and its words until then stay', async () => {
  const { recognise, ended } = hangs();
  recogniser.recognise = (audio, tell, signal) => {
    tell({ words: [{ text: 'where', start: 0, end: 0.4, confidence: 0.8 }], isPartial: false });
    return recognise(audio, tell, signal);
  };
  const key = await begin(spoken(1, 2, 3));
  const held = hold(key, { endMs: 0 });
  await expect.poll(() => readStream(key), { interval: 10 }).toMatchObject({ transcript: 'where' });
  await putChunk(key, { sequence: 1, audio: Buffer.alloc(0), isLast: true });
  expect(await held).toMatchObject({
    transcript: 'where',
    heardSeconds: 0.4,
    isFinished: false,
  });
  await ended;
});

test('a function that runs out of time answers so, and closes its stream', async () => {
  const { recognise, asked } = hangs();
  recogniser.recognise = recognise;
  const key = await begin(spoken(1));
  const caller = new AbortController();
  const held = hold(key, {}, 25, caller.signal);
  void asked.then(() => caller.abort());
  await expect(held).rejects.toMatchObject({ code: 'provider_timeout' });
  expect(await readStream(key)).toMatchObject({ isOpen: false });
});

test('words are answered although the stream could not be closed', async () => {
  const key = await begin(spoken(1, 2, 3, 4, 5, 6, 0, 7));
  beforeRequests(documentClient, breaks(/isOpen":false/));
  expect(await hold(key, { goneMs: 100 })).toMatchObject({ transcript: expect.stringMatching(/^1 2 3/) });
});

describe('a refusal by the recogniser', () => {
  test.each([
    ['LimitExceededException', 'Try again later.', 'rate_limited'],
    ['BadRequestException', 'This language is not supported.', 'unsupported_language'],
  ])('%s: costs nothing at once, and what was sent after a word or later', async (type, message, code) => {
    const refuse = () => Promise.reject(new AwsError(400, type, message));
    const costs = async (changed: Partial<typeof times>) => {
      const sent = { seconds: 0 };
      const key = await begin(spoken(1, 2, 3));
      await expect(hold(key, changed, 25, never(), sent)).rejects.toMatchObject({ code });
      return sent.seconds;
    };
    recogniser.recognise = async (audio) => {
      for await (const _ of audio) return refuse();
    };
    expect(await costs({})).toBe(0);
    expect(await costs({ refusalMs: 0 })).toBeCloseTo(0.3);
    recogniser.recognise = async (audio, tell) => {
      for await (const _ of audio) {
        tell({ words: [{ text: 'where', start: 0, end: 0.1, confidence: 0.8 }], isPartial: true });
        return refuse();
      }
    };
    expect(await costs({})).toBeCloseTo(0.3);
  });
});

function hold(
  key: Parameters<typeof relayStream>[0],
  changed: Partial<typeof times>,
  maxSeconds = 25,
  signal = never(),
  sent = { seconds: 0 },
) {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return relayStream(key, findLanguage('en-US') as Language, {
    maxSeconds,
    signal,
    sent,
    times: { ...times, ...changed },
  });
}

function never(): AbortSignal {
  return new AbortController().signal;
}

/** An open stream, with parts that wait. */
async function begin(...parts: Buffer[]) {
  const key = `GUEST#one#${randomUUID()}` as const;
  await openStream(key);
  for (const [sequence, audio] of parts.entries()) await putChunk(key, { sequence, audio, isLast: false });
  return key;
}
