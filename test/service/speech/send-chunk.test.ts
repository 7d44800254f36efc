import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startSpeaker } from '../../support/audio/speaker.ts';
import { rightAfter, startInProcess } from '../../support/handlers/in-process.ts';

const { guest, put, all } = await startInProcess();
const { handler: sendChunk } = await import('../../../functions/speech/send-chunk.ts');
const { closeStream, openStream, readChunks } = await import('../../../functions/tables/streams.ts');
const { documentClient } = await import('../../../functions/tables/client.ts');

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
  rightAfter(documentClient, 'GetItemCommand', () => closeStream(key, words));
  expect((await send(0, second)).body).toMatchObject({ isOpen: false });
  expect(await itemsOf(key)).toMatchObject([{ sk: 'STATE' }]);
});

test('a poll reads the next half minute of parts, whatever waits far ahead, and closing deletes all', async () => {
  const { key, send } = await open();
  for (const sequence of [999, 900, 100, 31, 30, 5, 2, 0]) await send(sequence, second);
  const read = async (next: number) => (await readChunks(key, next)).map(({ sequence }) => sequence);
  expect(await read(0)).toEqual([0, 2, 5, 30]);
  expect(await read(5)).toEqual([5, 30, 31]);
  expect(await read(990)).toEqual([999]);
  await closeStream(key, words);
  expect(await itemsOf(key)).toMatchObject([{ sk: 'STATE' }]);
});

test('a stream whose function was killed takes no audio after half a minute', async () => {
  const { key, send } = await open();
  await put('speech', { pk: key, sk: 'STATE', isOpen: true, expiresAt: Date.now() / 1_000 - 1, ...words });
  expect((await send(0, second)).body).toEqual({ ...words, isOpen: false, hasBegun: true });
});

describe('400 answers', () => {
  test.each([
    [
      'a part of more than a second',
      0,
      Buffer.alloc(32_002),
      'Send at most one second of 16-bit samples at 16 kHz.',
    ],
    ['an empty part before the last', 0, Buffer.alloc(0), 'Only the last chunk may be empty.'],
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

async function itemsOf(key: string) {
  return (await all('speech')).filter(({ pk }) => String(pk).startsWith(key));
}
