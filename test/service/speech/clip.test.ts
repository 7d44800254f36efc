import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Clip, readClip } from '../../../functions/speech/audio/clip.ts';
import { limits } from '../../../shared/limits.ts';
import { decoded, recordedAs, silence, speech } from '../../support/audio/audio.ts';
import { check } from '../../support/properties.ts';

const second = silence(1);
const question = speech('where is the train station');

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

  test('but a recorder that stopped half a second late is forgiven', async () => {
    const late = await silence(limits.clipSeconds + 0.5);
    expect(readClip(await readFile(late))).toMatchObject({ encoding: 'pcm', seconds: 30.5 });
    const { seconds } = readClip(await readFile(await recordedAs('webm with opus', late)));
    expect(seconds).toBeCloseTo(30.5, 1);
  });
});

describe('what is no recording is refused', () => {
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
    for (let length = 0; length < file.length; length += length < 400 ? 1 : 97) {
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
      { runs: 80 },
    );
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
