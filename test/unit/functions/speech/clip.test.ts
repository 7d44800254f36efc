import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Clip, readClip } from '../../../../functions/speech/clip.ts';
import { limits } from '../../../../shared/limits.ts';
import { decoded, recordedAs, silence, speech } from '../../../support/audio/audio.ts';
import { check } from '../../../support/properties.ts';

const second = silence(1);
const question = speech('where is the train station');
const nothing: Buffer = Buffer.alloc(0);
/** In EBML, as live recorders write it. */
const unknownSize = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

test('a 16-bit PCM WAV streams as its samples alone', async () => {
  const wav = await readFile(await second);
  const samples = { way: 'streaming', encoding: 'pcm', sampleRateHertz: 16_000, audio: wav.subarray(44) };
  expect(readClip(wav)).toEqual({ ...samples, seconds: 1 });
});

test.each(['float wav', 'double wav', '24-bit wav', '32-bit wav'] as const)(
  'a %s streams as the same samples',
  async (kind) => {
    const wav = await readFile(await question);
    const clip = readClip(await readFile(await recordedAs(kind, await question)));
    expect(clip).toMatchObject({ way: 'streaming', encoding: 'pcm', sampleRateHertz: 16_000 });
    expect(furthest(clip.audio, wav.subarray(44))).toBeLessThanOrEqual(1);
  },
);

test('an 8-bit WAV streams as its samples on the scale of 16 bits', async () => {
  const wav = await readFile(await question);
  const clip = readClip(await readFile(await recordedAs('8-bit wav', await question)));
  expect(furthest(clip.audio, wav.subarray(44))).toBeLessThan(512);
});

test('a WAV of more samples than can be streamed is thinned out', async () => {
  const clip = readClip(await readFile(await recordedAs('96 kHz wav', await question)));
  expect(clip).toMatchObject({ way: 'streaming', encoding: 'pcm', sampleRateHertz: 48_000 });
  expect(clip.seconds).toBeCloseTo(readClip(await readFile(await question)).seconds, 2);
});

const opusKinds = [
  ['ogg with opus', 'ogg'],
  ['ogg with opus in stereo', 'ogg'],
  ['ogg with opus in frames of 2.5 ms', 'ogg'],
  ['ogg with opus in packets of 120 ms', 'ogg'],
  ['webm with opus', 'webm'],
  ['webm with opus, as browsers record', 'webm'],
  ['mp4 with opus', 'mp4'],
  ['mp4 with opus in fragments, as browsers record', 'mp4'],
] as const;

test.each(opusKinds)(
  '%s streams as an Ogg of its packets, which sounds the same',
  async (kind, extension) => {
    const file = await readFile(await recordedAs(kind, await question));
    const clip = readClip(file);
    expect(clip).toMatchObject({ way: 'streaming', encoding: 'ogg-opus', sampleRateHertz: 48_000 });
    const [before, after] = await Promise.all([decoded(file, extension), decoded(clip.audio, 'ogg')]);
    // Containers cut off what they like at the ends, a packet or so.
    expect(before.includes(after.subarray(10_000, before.length - 10_000))).toBe(true);
    expect(clip.seconds).toBeGreaterThanOrEqual(after.length / 96_000);
    expect(clip.seconds).toBeLessThan(before.length / 96_000 + 0.15);
  },
);

test('what the head of an Opus says of its rate reaches nobody who might count by it', async () => {
  const file = await readFile(await recordedAs('ogg with opus', await second));
  const clip = readClip(file);
  file.writeUInt32LE(8_000, file.indexOf('OpusHead') + 12);
  expect(readClip(file)).toEqual(clip);
});

test.each([
  ['flac', 'streaming'],
  ['stereo flac', 'batch'],
  ['24-bit flac', 'batch'],
] as const)('%s goes as it is, and its frames are counted: %s', async (kind, way) => {
  const file = await readFile(await recordedAs(kind, await question));
  const clip = readClip(file);
  expect(clip).toMatchObject({ way, audio: file });
  expect(clip.seconds).toBeCloseTo((await decoded(file, 'flac')).length / 96_000, 2);
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
  extension.writeUInt16LE(6, 8);
  expect(() => readClip(wav({ tag: 0xfffe, extension, samples: [1] }))).toThrow(/send WAV, FLAC or Opus/);
});

test.each([
  ['none', 0b00, [Buffer.from([0x08, 1])], 0.02],
  ['of one size', 0b10, [Buffer.from([1]), Buffer.from([0x08, 1]), Buffer.from([0x10, 2])], 0.06],
  ['as in Ogg', 0b01, [Buffer.from([1, 2]), Buffer.from([0x08, 1]), Buffer.from([0x10, 2, 3])], 0.06],
  [
    'as EBML',
    0b11,
    [
      [2, 0x82, 0xc0],
      [0x08, 9],
      [0x08, 9, 9],
      [0x18, 9],
    ].map((bytes) => Buffer.from(bytes)),
    0.1,
  ],
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

describe('a clip that is too long is refused with 413', () => {
  const longer = silence(limits.clipSeconds + 2);

  test('a WAV by its samples', async () => {
    const file = await readFile(await longer);
    expect(() => readClip(file)).toThrow(
      'A recording can be at most 30 seconds long. This was not counted. Send longer speech in parts.',
    );
  });

  test.each(['48 kHz wav', '24-bit wav', 'float wav'] as const)(
    'a %s whatever its head says of its bytes',
    async (kind) => {
      const file = await readFile(await recordedAs(kind, await longer));
      file.writeUInt32LE(0xffffffff, file.indexOf('fmt ') + 16);
      expect(() => readClip(file)).toThrow(expect.objectContaining({ status: 413 }));
    },
  );

  test.each(['flac', 'stereo flac', ...opusKinds.map(([kind]) => kind)] as const)('%s', async (kind) => {
    const file = await readFile(await recordedAs(kind, await longer));
    expect(() => readClip(file)).toThrow(expect.objectContaining({ status: 413 }));
  });

  test.each([
    ['flac', 'no length', lieInFlac],
    ['ogg with opus', 'a second', lieInOgg],
    ['webm with opus', 'a second', lieInWebm],
    ['mp4 with opus', 'a second', lieInMp4],
  ] as const)('%s, though its head says %s', async (kind, _, lie) => {
    const file = await readFile(await recordedAs(kind, await longer));
    lie(file);
    expect(() => readClip(file)).toThrow(expect.objectContaining({ status: 413 }));
  });

  test('a FLAC whose frames say that they are slower than its head says', () => {
    const frames = (count: number) => Buffer.concat([flacHead(), ...Array<Buffer>(count).fill(flacFrame())]);
    expect(readClip(frames(10)).seconds).toBeCloseTo(10 * 0.512, 5);
    expect(() => readClip(frames(65))).toThrow(expect.objectContaining({ status: 413 }));
  });

  test('a FLAC whose head says that it is longer than its frames are', async () => {
    const file = await readFile(await recordedAs('flac', await second));
    file.writeUInt32BE(10 * 16_000, 22);
    expect(readClip(file).seconds).toBe(10);
    file.writeUInt32BE(60 * 16_000, 22);
    expect(() => readClip(file)).toThrow(expect.objectContaining({ status: 413 }));
  });

  test('a chain of short ones in one Ogg', async () => {
    const one = await readFile(await recordedAs('ogg with opus', await second));
    expect(readClip(Buffer.concat([one, one])).seconds).toBeCloseTo(2 * readClip(one).seconds, 5);
    const many = Buffer.concat(Array<Buffer>(40).fill(one));
    expect(() => readClip(many)).toThrow(expect.objectContaining({ status: 413 }));
  });

  test.each(['webm with opus at 6 kbit/s', 'flac'] as const)(
    'ten minutes in a file that is small enough to be sent: %s',
    async (kind) => {
      const file = await readFile(await recordedAs(kind, await silence(600)));
      expect(file.length).toBeLessThan(limits.audioBytes);
      expect(() => readClip(file)).toThrow(expect.objectContaining({ status: 413 }));
    },
    60_000,
  );

  test.each(['webm with opus', 'mp4 with opus', 'ogg with opus'] as const)(
    'a recorder of %s that stopped half a second late is forgiven',
    async (kind) => {
      const late = await silence(limits.clipSeconds + 0.5);
      expect(readClip(await readFile(late))).toMatchObject({ encoding: 'pcm', seconds: 30.5 });
      const { seconds } = readClip(await readFile(await recordedAs(kind, late)));
      expect(seconds).toBeCloseTo(30.5, 1);
    },
  );
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
      expect(() => readClip(file)).toThrow(
        'This is not a recording. This was not counted. Send WAV, FLAC, Ogg, WebM or MP4.',
      );
    },
  );

  test.each([
    'ogg with vorbis',
    'ogg with flac',
    'ogg with opus in surround',
    'webm with vorbis',
    'mp4 in fragments, as browsers record',
    'mp4 with its index at the end',
    'wav with µ-law',
  ] as const)('%s, which nobody can count without decoding it', async (kind) => {
    const file = await readFile(await recordedAs(kind, await second));
    expect(() => readClip(file)).toThrow(
      expect.objectContaining({
        status: 415,
        message: expect.stringMatching(/Type the text instead, or send WAV/),
      }),
    );
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

describe('whatever is sent is a short clip or a refusal, and soon', () => {
  const kinds = [
    '24-bit wav',
    'flac',
    'ogg with opus',
    'webm with opus, as browsers record',
    'mp4 with opus',
    'mp4 with opus in fragments, as browsers record',
  ] as const;
  const files = new Map<string, Buffer>();

  beforeAll(async () => {
    for (const kind of kinds) files.set(kind, await readFile(await recordedAs(kind, await silence(0.3))));
  });

  test.each(kinds)('%s cut at any byte', (kind) => {
    const file = files.get(kind) as Buffer;
    for (let length = 0; length < file.length; length += length < 1_500 ? 1 : 97) {
      expect(outcome(file.subarray(0, length)), `${length} bytes`).toBe('fine');
    }
  });

  test.each(kinds)('%s with bytes changed, moved, repeated and left out', (kind) => {
    const file = files.get(kind) as Buffer;
    const place = fc.nat(file.length - 1);
    const edit = fc.record({
      at: place,
      from: place,
      length: fc.nat(64),
      bytes: fc.uint8Array({ maxLength: 8 }),
    });
    check(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let bytes = file;
        for (const { at, from, length, bytes: own } of edits) {
          const moved = bytes.subarray(from, from + length);
          bytes = Buffer.concat([bytes.subarray(0, at), moved, own, bytes.subarray(at + own.length)]);
        }
        expect(outcome(bytes)).toBe('fine');
      }),
      { runs: 400 },
    );
  });

  test.each([
    ['frames of FLAC', flacHead(), [0xff, 0xf8, 0x69, 0x08, 0]],
    ['bytes that begin frames of FLAC', flacHead(), [0xff, 0xf8, 0xc0, 0x08]],
    ['bytes that could begin frames of FLAC', flacHead(), [0xff]],
    ['metadata of FLAC', flacHead({ type: 0 }), [1, 0, 0, 0]],
    [
      'packets of Ogg that are empty',
      opusHeadPage(),
      [...Buffer.from('OggS'), ...Array(22).fill(0), 255, ...Array(255).fill(0)],
    ],
    [
      'pages of Ogg that end no packet',
      opusHeadPage(),
      [...Buffer.from('OggS'), ...Array(22).fill(0), 1, 255, ...Array(255).fill(0)],
    ],
    ['blocks of WebM that are empty', webm(Buffer.alloc(0)), [0xa3, 0x84, 0x81, 0, 0, 0x80]],
    ['packets of WebM that are empty', webm(Buffer.alloc(0)), [0xa3, 0x85, 0x81, 0, 0, 0x04, 0xff]],
    ['holders of WebM', webm(Buffer.alloc(0)), [0xa0, 0x80]],
    ['tracks of WebM', webmHead(), [0xae, 0x80]],
    ['zeros in the name of a codec in WebM', namedByZeros(), [0x80]],
    [
      'boxes of MP4',
      Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
      [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65],
    ],
    [
      'fragments of MP4',
      Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
      [0, 0, 0, 8, 0x6d, 0x6f, 0x6f, 0x66],
    ],
    ['samples of WAV', wav({ samples: [1], dataSize: 0xffffffff }), [1, 2]],
  ])('as much as can be sent of %s', (_, start, repeated) => {
    const bytes = Buffer.alloc(limits.audioBytes);
    start.copy(bytes);
    bytes.fill(Buffer.from(repeated), start.length);
    // Of the processor: the clock tells of whatever else the machine does.
    const before = process.cpuUsage();
    expect(outcome(bytes)).toBe('fine');
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_500);
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

/** Of two lists of 16-bit samples, the greatest difference. */
function furthest(some: Uint8Array, others: Uint8Array): number {
  const [one, other] = [Buffer.from(some), Buffer.from(others)];
  expect(one.length).toBe(other.length);
  let most = 0;
  for (let at = 0; at < one.length; at += 2) {
    most = Math.max(most, Math.abs(one.readInt16LE(at) - other.readInt16LE(at)));
  }
  return most;
}

/** Of 36 bits that count samples. */
function lieInFlac(file: Buffer): void {
  file.writeUInt8(file.readUInt8(21) & 0xf0, 21);
  file.writeUInt32BE(0, 22);
}

function lieInOgg(file: Buffer): void {
  for (let at = file.indexOf('OggS'); at !== -1; at = file.indexOf('OggS', at + 4)) {
    file.writeBigInt64LE(48_000n, at + 6);
  }
}

/** The element Duration, a float of 8 bytes in milliseconds. */
function lieInWebm(file: Buffer): void {
  const at = file.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  expect(at).toBeGreaterThan(0);
  file.writeDoubleBE(1_000, at + 3);
}

/** In units of its time scale, the length of the film, of the track and of each sample. */
function lieInMp4(file: Buffer): void {
  file.writeUInt32BE(1_000, file.indexOf('mvhd') + 20);
  file.writeUInt32BE(48_000, file.indexOf('mdhd') + 20);
  file.writeUInt32BE(1_000, file.indexOf('tkhd') + 24);
  file.writeUInt32BE(1, file.indexOf('stts') + 16);
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

/** A WebM with a track whose codec's name is 200,000 zeros and an x. */
function namedByZeros(): Buffer {
  const head = Buffer.concat([webmHead(), Buffer.from([0xae, 0x80, 0x86, 0x08, 0, 0, 0, 0])]);
  const name = Buffer.alloc(200_001);
  name.write('x', name.length - 1);
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
