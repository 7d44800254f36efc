import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readClip } from '../../../functions/speech/clip.ts';
import { limits } from '../../../shared/limits.ts';
import { recordedAs, silence } from '../../audio.ts';

const second = silence(1);

test('a 16-bit PCM WAV streams as its samples alone', async () => {
  const wav = await readFile(await second);
  const samples = { way: 'streaming', encoding: 'pcm', sampleRateHertz: 16_000, audio: wav.subarray(44) };
  expect(readClip(wav)).toEqual({ ...samples, seconds: 1 });
});

test.each([
  ['48 kHz wav', 'pcm', 48_000],
  ['flac', 'flac', 16_000],
  ['ogg with opus', 'ogg-opus', 16_000],
] as const)('%s streams with its own sample rate', async (kind, encoding, sampleRateHertz) => {
  const file = await readFile(await recordedAs(kind, await second));
  expect(readClip(file)).toMatchObject({ way: 'streaming', encoding, sampleRateHertz });
});

test.each([
  ['float wav', 'wav'],
  ['24-bit wav', 'wav'],
  ['stereo flac', 'flac'],
  ['ogg with vorbis', 'ogg'],
  ['webm with opus', 'webm'],
  ['mp4 in fragments, as browsers record', 'mp4'],
  ['mp4 with its index at the end', 'mp4'],
] as const)('%s goes to a batch job', async (kind, format) => {
  const file = await readFile(await recordedAs(kind, await second));
  expect(readClip(file)).toEqual({ way: 'batch', format, audio: file });
});

test('stereo is mixed down to the mean of its channels', () => {
  expect(readClip(wav({ channels: 2, samples: [100, 300, -32_768, -32_768, 5, 6] }))).toMatchObject({
    audio: Buffer.from(new Int16Array([200, -32_768, 6]).buffer),
  });
});

test('chunks before the samples are passed over, and sizes that a streaming recorder got wrong are not believed', () => {
  const odd = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  const expected = { audio: Buffer.from(new Int16Array([1, 2, 3]).buffer) };
  expect(readClip(wav({ samples: [1, 2, 3], before: odd }))).toMatchObject(expected);
  expect(readClip(wav({ samples: [1, 2, 3], dataSize: 0xffffffff }))).toMatchObject(expected);
});

test('the true format of an extensible one is read', () => {
  const extension = Buffer.alloc(24);
  extension.writeUInt16LE(22, 0);
  extension.writeUInt16LE(1, 8);
  expect(readClip(wav({ tag: 0xfffe, extension, samples: [1] }))).toMatchObject({ encoding: 'pcm' });
  extension.writeUInt16LE(3, 8);
  expect(readClip(wav({ tag: 0xfffe, extension, samples: [1] }))).toMatchObject({ way: 'batch' });
});

describe('a clip that is too long is refused with 413', () => {
  const longer = silence(limits.clipSeconds + 2);

  test('a WAV by its samples', async () => {
    const file = await readFile(await longer);
    expect(() => readClip(file)).toThrow(
      'A recording can be at most 30 seconds long. Send longer speech in parts.',
    );
  });

  test.each(['48 kHz wav', '24-bit wav'] as const)(
    'a %s whatever its head says of its bytes',
    async (kind) => {
      const file = await readFile(await recordedAs(kind, await longer));
      file.writeUInt32LE(0xffffffff, file.indexOf('fmt ') + 16);
      expect(() => readClip(file)).toThrow(expect.objectContaining({ status: 413 }));
    },
  );

  test.each(['flac', 'ogg with opus', '24-bit wav'] as const)(
    '%s by what it says of itself',
    async (kind) => {
      const file = await readFile(await recordedAs(kind, await longer));
      expect(() => readClip(file)).toThrow(expect.objectContaining({ status: 413 }));
    },
  );

  test('a recorder that stopped half a second late is forgiven', async () => {
    const file = await readFile(await silence(limits.clipSeconds + 0.5));
    expect(readClip(file)).toMatchObject({ encoding: 'pcm' });
  });
});

describe('what is no recording is refused', () => {
  test.each([
    ['noise', Buffer.from('\x01\x02 noise that is no container at all', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from('R')],
    ['another RIFF', Buffer.from('RIFF\0\0\0\0AVI LIST')],
  ])('%s', (_, bytes) => {
    expect(() => readClip(bytes)).toThrow(expect.objectContaining({ status: 415 }));
  });

  test.each(['mp3', 'matroska'] as const)(
    '%s, which Transcribe or the contract does not take',
    async (kind) => {
      const file = await readFile(await recordedAs(kind, await second));
      expect(() => readClip(file)).toThrow('This is not a recording. Send WAV, FLAC, Ogg, WebM or MP4.');
    },
  );

  test.each([
    ['a WAV without format and samples', Buffer.from('RIFF\0\0\0\0WAVE')],
    ['a WAV whose samples come before their format', Buffer.from('RIFF\0\0\0\0WAVEdata\x02\0\0\0ab')],
    ['a WAV with a short format', Buffer.from('RIFF\0\0\0\0WAVEfmt \x02\0\0\0ab')],
    ['a WAV without channels', wav({ channels: 0, samples: [1] })],
    ['a FLAC that ends in its head', Buffer.from('fLaC\0\0\0\x22')],
    ['a FLAC without a rate', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(60)])],
    ['an Ogg that ends in its head', Buffer.from('OggS\0\x02')],
    [
      'an Opus that ends in its head',
      Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.from('\x01\x13OpusHead')]),
    ],
  ])('%s is damaged', (_, bytes) => {
    expect(() => readClip(bytes)).toThrow(
      'The recording is damaged and cannot be read. Please record it again.',
    );
  });

  test('a WAV without samples is empty', () => {
    expect(() => readClip(wav({ samples: [] }))).toThrow('The recording is empty.');
  });

  test('a file cut at any byte is a clip or a refusal, never a crash', async () => {
    for (const kind of ['24-bit wav', 'flac', 'ogg with opus', 'webm with opus'] as const) {
      const file = await readFile(await recordedAs(kind, await second));
      for (let length = 0; length < 200; length++) {
        const read = () => readClip(file.subarray(0, length));
        try {
          expect(read()).toHaveProperty('way');
        } catch (error) {
          expect(error, `${kind}, ${length} bytes`).toHaveProperty('code');
          expect([400, 413, 415]).toContain((error as { status: number }).status);
        }
      }
    }
  });
});

function wav(parts: {
  samples: number[];
  channels?: number;
  tag?: number;
  before?: Buffer;
  extension?: Buffer;
  dataSize?: number;
}): Buffer {
  const { samples, channels = 1, tag = 1, before = Buffer.alloc(0), extension = Buffer.alloc(0) } = parts;
  const format = Buffer.alloc(16);
  format.writeUInt16LE(tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(16_000, 4);
  format.writeUInt32LE(16_000 * 2 * channels, 8);
  format.writeUInt16LE(2 * channels, 12);
  format.writeUInt16LE(16, 14);
  const data = Buffer.from(new Int16Array(samples).buffer);
  return Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
    chunk('fmt ', Buffer.concat([format, extension])),
    before,
    chunk('data', data, parts.dataSize),
  ]);
}

function chunk(id: string, body: Buffer, size = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, body]);
}
