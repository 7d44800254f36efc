import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWav } from '../../../../functions/speech/wav.ts';
import { limits } from '../../../../shared/limits.ts';
import { wavOf } from '../../../support/audio/wav.ts';
import { check } from '../../../support/properties.ts';

const second = Buffer.alloc(32_000, 1);
const fields = { tag: 20, channels: 22, rate: 24, bits: 34, dataBytes: 40 } as const;

test('a clip is the samples of a WAV, without its header', () => {
  expect(readWav(wavOf(second))).toEqual({ sampleRateHertz: 16_000, samples: second, seconds: 1 });
});

test('other chunks are skipped, and half a sample at the end is dropped', () => {
  const wav = wavOf(second);
  const list = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
  const { samples } = readWav(Buffer.concat([wav.subarray(0, 36), list, wav.subarray(36)]));
  expect(samples).toEqual(second);
  expect(readWav(wavOf(second.subarray(0, 9))).samples).toEqual(second.subarray(0, 8));
});

test('seconds are counted from samples, not from the header', () => {
  expect(readWav(changed('dataBytes', 0xffffffff)).seconds).toBe(1);
  const long = wavOf(Buffer.alloc(32_000 * (limits.clipSeconds + 2)));
  long.writeUInt32LE(0xffffffff, fields.dataBytes);
  expect(() => readWav(long)).toThrow(
    'A recording can be at most 15 seconds long. This didn’t count toward your limit. Record longer speech in several parts.',
  );
});

test('a recorder may stop half a second late', () => {
  expect(readWav(wavOf(Buffer.alloc(32_000 * 15.5))).seconds).toBe(15.5);
});

describe('415 answers', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from('\x01\x02 noise', 'latin1')],
    ['a WebM', Buffer.from('\x1aE\xdf\xa3', 'latin1')],
    ['another RIFF', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    ['floating point', changed('tag', 3)],
    ['two channels', changed('channels', 2)],
    ['no channel', changed('channels', 0)],
    ['8 bits', changed('bits', 8)],
    ['less than 8 kHz', changed('rate', 7_999)],
    ['more than 48 kHz', changed('rate', 48_001)],
  ])('%s', (_, bytes) => {
    expect(() => readWav(bytes)).toThrow(
      'Parley cannot read this recording. This didn’t count toward your limit. Send a mono WAV with 16-bit PCM at 8 to 48 kHz.',
    );
  });
});

test.each([8_000, 48_000])('%i Hz is accepted', (rate) => {
  expect(readWav(changed('rate', rate)).sampleRateHertz).toBe(rate);
});

test.each([
  ['no format and no samples', 'RIFF\0\0\0\0WAVE'],
  ['samples before their format', 'RIFF\0\0\0\0WAVEdata\x02\0\0\0ab'],
  ['a short format', 'RIFF\0\0\0\0WAVEfmt \x02\0\0\0ab'],
])('a WAV with %s is damaged', (_, bytes) => {
  expect(() => readWav(Buffer.from(bytes, 'latin1'))).toThrow(
    'The recording is damaged and cannot be read. Please record it again. This didn’t count toward your limit.',
  );
});

test('a WAV without samples is empty', () => {
  expect(() => readWav(wavOf(Buffer.alloc(0)))).toThrow(
    'The recording is empty. Please record it again. This didn’t count toward your limit.',
  );
});

test('changed bytes give a short clip or a refusal', () => {
  const edits = fc.array(fc.tuple(fc.nat(59), fc.nat(255)), { minLength: 1, maxLength: 4 });
  check(
    fc.property(edits, fc.nat(60), (changes, length) => {
      const bytes = wavOf(second.subarray(0, 16));
      for (const [at, value] of changes) bytes.writeUInt8(value, at);
      expect(readOrRefuse(bytes.subarray(0, length))).toBeLessThanOrEqual(limits.clipSeconds + 1);
    }),
    { runs: 300 },
  );
});

/** @returns the seconds, or 0 for a refusal */
function readOrRefuse(bytes: Buffer): number {
  try {
    return readWav(bytes).seconds;
  } catch (error) {
    expect([400, 413, 415]).toContain((error as { status?: number }).status);
    return 0;
  }
}

function changed(field: keyof typeof fields, value: number): Buffer {
  const wav = wavOf(second);
  if (field === 'rate' || field === 'dataBytes') wav.writeUInt32LE(value, fields[field]);
  else wav.writeUInt16LE(value, fields[field]);
  return wav;
}
