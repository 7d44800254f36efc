import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as sendChunk } from '../../../functions/speech/send-chunk.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import {
  closeStream,
  deleteChunks,
  openStream,
  putChunk,
  readChunks,
  saveProgress,
} from '../../../functions/tables/streams.ts';
import { startSpeaker } from '../../support/audio/speaker.ts';
import { beforeRequests, rightAfter, startInProcess } from '../../support/handlers/in-process.ts';

const { guest, put, all } = await startInProcess();

const words = { transcript: 'where is', heardSeconds: 1.5, interim: 'the', spokenSeconds: 1.8 };
const second = Buffer.alloc(32_000);

test('audio waits for the recogniser, and is answered with the words so far', async () => {
  const { key, send } = await open();
  expect(await send(0, second)).toMatchObject({
    status: 200,
    body: { transcript: '', heardSeconds: 0, interim: '', spokenSeconds: 0, isOpen: true, hasBegun: true },
  });
  expect(await itemsOf(key)).toMatchObject([
    { sk: 'CHUNK#000', sequence: 0, isLast: false },
    { sk: 'STATE' },
  ]);
});

test('audio before its stream is not kept, which the answer says', async () => {
  const somebody = guest();
  const { send } = startSpeaker({ listen: sendChunk, sendChunk }, somebody);
  expect(await send(0, second)).toMatchObject({
    status: 200,
    body: { transcript: '', heardSeconds: 0, interim: '', spokenSeconds: 0, isOpen: false, hasBegun: false },
  });
  expect(await itemsOf(somebody.partition)).toEqual([]);
});

test('audio after its stream is not kept, and the words are answered', async () => {
  const { key, send } = await open();
  await closeStream(key, { ...words, interim: '' });
  expect((await send(0, second)).body).toEqual({ ...words, interim: '', isOpen: false, hasBegun: true });
  expect(await itemsOf(key)).toMatchObject([{ sk: 'STATE' }]);
});

test('audio that comes while its stream closes is deleted', async () => {
  const { key, send } = await open();
  rightAfter(documentClient, 'BatchGetItemCommand', () => closeStream(key, words));
  expect((await send(0, second)).body).toMatchObject({ isOpen: false });
  expect(await itemsOf(key)).toMatchObject([{ sk: 'STATE' }]);
});

test('a poll reads the next half minute of parts, whatever waits far ahead, and closing deletes all', async () => {
  const { key } = await open();
  for (const sequence of [999, 900, 100, 31, 30, 5, 2, 0]) {
    await putChunk(key, { sequence, audio: second, isLast: false });
  }
  const read = async (next: number) => (await readChunks(key, next)).map(({ sequence }) => sequence);
  expect(await read(0)).toEqual([0, 2, 5, 30]);
  expect(await read(5)).toEqual([5, 30, 31]);
  expect(await read(990)).toEqual([999]);
  await closeStream(key, words);
  expect(await itemsOf(key)).toMatchObject([{ sk: 'STATE' }]);
});

test('a part far ahead of what was read is refused until the recogniser has caught up', async () => {
  const { key, send } = await open();
  expect(await send(31, second)).toMatchObject({
    status: 409,
    body: {
      code: 'too_far_ahead',
      error:
        'Parley is still working on what you said before. This didn’t count toward your limit. Wait a moment, then continue.',
    },
  });
  expect(await send(30, second)).toMatchObject({ status: 200 });
  await saveProgress(key, words, 1);
  expect(await send(31, second)).toMatchObject({ status: 200, body: { ...words, isOpen: true } });
  expect((await itemsOf(key)).map(({ sk }) => sk)).toEqual(['CHUNK#030', 'CHUNK#031', 'STATE']);
});

test('a repeated part is answered with the words, and is not written again', async () => {
  const { key, send } = await open();
  const writes = countWrites();
  for (let times = 0; times < 3; times += 1) {
    expect(await send(0, second)).toMatchObject({ status: 200, body: { isOpen: true, hasBegun: true } });
  }
  expect(writes()).toBe(1);
  await saveProgress(key, words, 1);
  await deleteChunks(key, [0]);
  expect(await send(0, second)).toMatchObject({ status: 200, body: { ...words, isOpen: true } });
  expect(writes()).toBe(1);
});

test('of 200 parts that come backwards, only half a minute is written', async () => {
  const { key, send } = await open();
  const writes = countWrites();
  for (let sequence = 199; sequence >= 0; sequence -= 1) await send(sequence, second);
  expect(writes()).toBe(31);
  const audio = (await itemsOf(key)).flatMap((item) => (item.audio ? [item.audio as Uint8Array] : []));
  expect(audio.reduce((bytes, { length }) => bytes + length, 0)).toBe(31 * 16_000);
});

test('a stream whose function was killed takes no audio after half a minute', async () => {
  const { key, send } = await open();
  await put('speech', { pk: key, sk: 'STATE', isOpen: true, expiresAt: Date.now() / 1_000 - 1, ...words });
  expect((await send(0, second)).body).toEqual({ ...words, isOpen: false, hasBegun: true });
});

test.each([
  ['a twentieth of a second', 1_600, false],
  ['nothing, as the last part', 0, true],
])('%s is taken', async (_, bytes, isLast) => {
  const { send } = await open();
  expect((await send(0, Buffer.alloc(bytes), isLast)).status).toBe(200);
});

describe('400 answers', () => {
  const tooShort = 'Only the last chunk may be shorter than a twentieth of a second.';

  test.each([
    [
      'a part of more than a second',
      0,
      Buffer.alloc(32_002),
      'Send at most one second of 16-bit samples at 16 kHz.',
    ],
    ['an empty part before the last', 0, Buffer.alloc(0), tooShort],
    ['a part of one sample before the last', 0, Buffer.alloc(2), tooShort],
    ['a part of less than a twentieth of a second before the last', 0, Buffer.alloc(1_598), tooShort],
    ['half a sample', 0, Buffer.alloc(3), 'Send at most one second of 16-bit samples at 16 kHz.'],
    ['a sequence that is no number', -1, second, 'A sequence is a whole number from 0 to 999.'],
  ])('%s', async (_, sequence, audio, error) => {
    const { send } = await open();
    expect(await send(sequence, audio)).toMatchObject({ status: 400, body: { error } });
  });
});

async function open() {
  const somebody = guest();
  const stream = randomUUID();
  const key = `${somebody.partition}#${stream}` as Parameters<typeof openStream>[0];
  await openStream(key);
  return { key, ...startSpeaker({ listen: sendChunk, sendChunk }, somebody, stream) };
}

/** @returns how many parts were written since */
function countWrites(): () => number {
  let writes = 0;
  beforeRequests(documentClient, (command, input) => {
    if (command === 'PutItemCommand' && input.includes('CHUNK#')) writes += 1;
  });
  return () => writes;
}

async function itemsOf(key: string) {
  return (await all('speech')).filter(({ pk }) => String(pk).startsWith(key));
}
