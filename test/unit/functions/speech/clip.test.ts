import { describe, expect, test } from 'vitest';
import { type Clip, readClip } from '../../../../functions/speech/audio/clip.ts';
import { limits } from '../../../../shared/limits.ts';
import { expectLinear } from '../../../support/growth.ts';

const nothing: Buffer = Buffer.alloc(0);
/** In EBML, as live recorders write it. */
const unknownSize = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

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
  extension.writeUInt16LE(6, 8);
  expect(() => readClip(wav({ tag: 0xfffe, extension, samples: [1] }))).toThrow(/send WAV, FLAC or Opus/);
});

test.each([
  ['none', 0b00, [Buffer.from([0x08, 1])], 0.02],
  ['of one size', 0b10, [Buffer.from([1]), Buffer.from([0x08, 1]), Buffer.from([0x10, 2])], 0.06],
  ['as in Ogg', 0b01, [Buffer.from([1, 2]), Buffer.from([0x08, 1]), Buffer.from([0x10, 2, 3])], 0.06],
  ['as EBML', 0b11, ['0282c0', '0809', '080909', '1809'].map((hex) => Buffer.from(hex, 'hex')), 0.1],
])('packets that share a block of WebM are counted each: lacing %s', (_, lacing, content, seconds) => {
  expect(readClip(webm(block(lacing, content))).seconds).toBeCloseTo(seconds, 5);
});

test('a WebM’s other tracks are left out', () => {
  const sound = block(0, [Buffer.from([0x08, 1])]);
  const other = Buffer.from([...sound]);
  other[sound.length - 6] = 0x82;
  expect(readClip(webm(Buffer.concat([sound, other, sound]))).seconds).toBeCloseTo(0.04, 5);
});

test('an MP4’s samples are taken from where its tables say', () => {
  expect(readClip(mp4({ chunks: 1 })).seconds).toBeCloseTo(0.02, 5);
});

test('a FLAC is refused as too long whose frames say that they are slower than its head says', () => {
  const frames = (count: number) => Buffer.concat([flacHead(), ...Array<Buffer>(count).fill(flacFrame())]);
  expect(readClip(frames(10)).seconds).toBeCloseTo(10 * 0.512, 5);
  expect(() => readClip(frames(65))).toThrow(expect.objectContaining({ status: 413 }));
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

  test('a WebM whose packets are encrypted, wherever it says so', () => {
    const sound = block(0, [Buffer.from([0x08, 1])]);
    const encodings = element([0x6d, 0x80], Buffer.alloc(0));
    for (const place of [{ before: encodings }, { after: encodings }]) {
      expect(() => readClip(webm(sound, place))).toThrow(expect.objectContaining({ status: 415 }));
    }
  });

  test.each([
    ['a WAV without format and samples', Buffer.from('RIFF\0\0\0\0WAVE')],
    ['a WAV whose samples come before their format', Buffer.from('RIFF\0\0\0\0WAVEdata\x02\0\0\0ab')],
    ['a WAV with a short format', Buffer.from('RIFF\0\0\0\0WAVEfmt \x02\0\0\0ab')],
    ['a WAV without channels', wav({ channels: 0, samples: [1] })],
    ['a FLAC that ends in its head', Buffer.from('fLaC\0\0\0\x22')],
    ['a FLAC without a rate', flacHead({ rateHertz: 0 })],
    ['a FLAC without frames', flacHead()],
    [
      'a FLAC whose first block is another',
      Buffer.concat([flacHead({ type: 1 }), flacHead().subarray(4), flacFrame()]),
    ],
    [
      'a FLAC with a second head, of another rate',
      Buffer.concat([flacHead({ type: 0 }), flacHead({ rateHertz: 1 }).subarray(4), flacFrame()]),
    ],
    ['an Ogg that ends in its head', Buffer.from('OggS\0\x02')],
    [
      'an Opus that ends in its head',
      Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.from('\x01\x13OpusHead')]),
    ],
    ['a WebM without sound', webm(Buffer.alloc(0))],
    ['a WebM with a packet of no frames', webm(block(0, [Buffer.from([0x0b, 0])]))],
    ['a WebM with a packet of more than 120 ms', webm(block(0, [Buffer.from([0x0b, 7])]))],
    ['an MP4 that has the same bytes for several samples', mp4({ chunks: 3 })],
    ['an MP4 without an index', Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1')],
  ])('%s is damaged', (_, bytes) => {
    expect(() => readClip(bytes)).toThrow(
      'The recording is damaged and cannot be read. Please record it again. This was not counted.',
    );
  });

  test('a WAV without samples is empty', () => {
    expect(() => readClip(wav({ samples: [] }))).toThrow(
      'The recording is empty. Please record it again. This was not counted.',
    );
  });
});

const mp4Head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');
const oggPage = [...Buffer.from('OggS'), ...Array(22).fill(0)];

test.each<[string, (size: number) => Buffer, number[]]>([
  ['frames of FLAC', () => flacHead(), [0xff, 0xf8, 0x69, 0x08, 0]],
  ['bytes that begin frames of FLAC', () => flacHead(), [0xff, 0xf8, 0xc0, 0x08]],
  ['bytes that could begin frames of FLAC', () => flacHead(), [0xff]],
  ['metadata of FLAC', () => flacHead({ type: 0 }), [1, 0, 0, 0]],
  ['packets of Ogg that are empty', opusHeadPage, [...oggPage, 255, ...Array(255).fill(0)]],
  ['pages of Ogg that end no packet', opusHeadPage, [...oggPage, 1, 255, ...Array(255).fill(0)]],
  ['blocks of WebM that are empty', () => webm(nothing), [0xa3, 0x84, 0x81, 0, 0, 0x80]],
  ['packets of WebM that are empty', () => webm(nothing), [0xa3, 0x85, 0x81, 0, 0, 0x04, 0xff]],
  ['holders of WebM', () => webm(nothing), [0xa0, 0x80]],
  ['tracks of WebM', webmHead, [0xae, 0x80]],
  ['zeros in the name of a codec in WebM', (size) => namedByZeros(size / 2), [0x80]],
  ['boxes of MP4', () => mp4Head, [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]],
  ['fragments of MP4', () => mp4Head, [0, 0, 0, 8, 0x6d, 0x6f, 0x6f, 0x66]],
  ['samples of WAV', () => wav({ samples: [1], dataSize: 0xffffffff }), [1, 2]],
])('any number of %s is a short clip or a refusal, in time that grows with it', (_, startOf, repeated) => {
  expectLinear(limits.audioBytes / 4, (size) => {
    const start = startOf(size);
    const bytes = Buffer.alloc(size);
    start.copy(bytes);
    bytes.fill(Buffer.from(repeated), start.length);
    expect(outcome(bytes)).toBe('fine');
  });
});

function outcome(bytes: Uint8Array): string {
  try {
    const { seconds, audio }: Clip = readClip(bytes);
    if (!(seconds > 0 && seconds <= limits.clipSeconds + 1)) return `${seconds} seconds`;
    return audio.length <= 2 * limits.audioBytes ? 'fine' : `${audio.length} bytes`;
  } catch (error) {
    const { status } = error as { status?: number };
    return status && [400, 413, 415].includes(status) ? 'fine' : String((error as Error).stack);
  }
}

/** A live WebM with one track of Opus, and what its only cluster holds. */
function webm(cluster: Buffer, { before = nothing, after = nothing } = {}): Buffer {
  const head = Buffer.concat([
    Buffer.from('OpusHead\x01\x01', 'latin1'),
    Buffer.from([56, 1, 0x80, 0x3e, 0, 0, 0, 0, 0]),
  ]);
  const track = Buffer.concat([
    before,
    element([0xd7], Buffer.from([1])),
    element([0x86], Buffer.from('A_OPUS')),
    element([0x63, 0xa2], head),
    after,
  ]);
  return Buffer.concat([
    webmHead(),
    element([0x16, 0x54, 0xae, 0x6b], element([0xae], track)),
    Buffer.from([0x1f, 0x43, 0xb6, 0x75]),
    unknownSize,
    cluster,
  ]);
}

/** Up to what its segment holds. */
function webmHead(): Buffer {
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
    Buffer.from([0x18, 0x53, 0x80, 0x67]),
    unknownSize,
  ]);
}

/** A WebM with a track whose codec's name is zeros and an x. */
function namedByZeros(count: number): Buffer {
  const head = Buffer.concat([webmHead(), Buffer.from([0xae, 0x80, 0x86, 0x08, 0, 0, 0, 0])]);
  const name = Buffer.alloc(count + 1);
  name.write('x', count);
  head.writeUInt32BE(name.length, head.length - 4);
  return Buffer.concat([head, name]);
}

/** Of track 1, at time 0. */
function block(lacing: number, content: readonly Buffer[]): Buffer {
  return element([0xa3], Buffer.concat([Buffer.from([0x81, 0, 0, 0x80 | (lacing << 1)]), ...content]));
}

/** The head of a frame of 4,096 samples at 8 kHz, with its checksum. */
function flacFrame(): Buffer {
  return Buffer.from([0xff, 0xf8, 0xc4, 0x08, 0, 0x04, 0, 0]);
}

/** The head of a FLAC at 16 bits and one channel, of no length; its last block where its type is not told. */
function flacHead({ type = 0x80, rateHertz = 48_000 } = {}): Buffer {
  const head = Buffer.alloc(42);
  head.write('fLaC', 'latin1');
  head.writeUInt8(type, 4);
  head.writeUInt8(34, 7);
  head.writeUIntBE(rateHertz << 4, 18, 3);
  head.writeUInt8(0xf0, 21);
  return head;
}

function element(id: readonly number[], body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...id, 0x80 | body.length]), body]);
}

/** An MP4 of one packet of Opus, 20 ms, which is nearly all of the file, and which each chunk points to. */
function mp4({ chunks }: { chunks: number }): Buffer {
  const packet = Buffer.alloc(1_000, 0x08);
  const opus = box('Opus', Buffer.alloc(28), box('dOps', 0x0001_0138, 16_000, 0));
  const table = box(
    'stbl',
    box('stsd', 0, 1, opus),
    box('stsz', 0, packet.length, chunks),
    box('stsc', 0, 1, 1, 1, 1),
    box('stco', 0, chunks, ...Array<number>(chunks).fill(8)),
  );
  const track = box('trak', box('tkhd', 0, 0, 0, 1), box('mdia', box('minf', table)));
  return Buffer.concat([box('ftyp', packet), box('moov', track)]);
}

/** Numbers take 4 bytes. */
function box(type: string, ...parts: (number | Buffer)[]): Buffer {
  const content = parts.map((part) => {
    if (typeof part !== 'number') return part;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(part);
    return bytes;
  });
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + Buffer.concat(content).length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}

function opusHeadPage(): Buffer {
  const page = Buffer.alloc(47);
  page.write('OggS\0\x02', 'latin1');
  page.writeUInt8(1, 26);
  page.writeUInt8(19, 27);
  page.write('OpusHead\x01\x01', 28, 'latin1');
  return page;
}

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
