import { damagedClip, emptyClip, requireShort, unknownSound } from '../refusals.ts';

/** Sound as Transcribe streaming takes it best: 16 bits, one channel, at most 48 kHz. */
export interface Samples {
  readonly sampleRateHertz: number;
  readonly audio: Uint8Array;
  readonly seconds: number;
}

/**
 * The samples of a WAV: whole numbers or floating point, of any number of channels. RIFF chunks: `fmt ` describes
 * the samples, `data` holds them; recorders that stream write sizes that are wrong.
 */
export function readWav(bytes: Buffer): Samples {
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + size);
    if (id === 'fmt ') format = readFormat(body);
    if (id === 'data') return readSamples(body, format);
    at += 8 + size + (size % 2);
  }
  throw damagedClip();
}

function readFormat(body: Buffer): Format {
  const tag = body.readUInt16LE(0);
  // An extensible format names the true one at the start of its GUID.
  const kind = kinds.get(tag === extensible && body.length >= 26 ? body.readUInt16LE(24) : tag);
  const channels = body.readUInt16LE(2);
  const sampleRateHertz = body.readUInt32LE(4);
  const bits = body.readUInt16LE(14);
  if (channels === 0 || sampleRateHertz === 0) throw damagedClip();
  const read = readers[`${kind}${bits}`];
  // Codecs in a WAV need what their heads say to be counted, and who sends none of them need not be believed.
  if (!read || sampleRateHertz < leastHertz || sampleRateHertz > mostHertz) throw unknownSound();
  return { read, channels, sampleRateHertz, sampleBytes: bits / 8 };
}

const kinds = new Map([
  [1, 'int'],
  [3, 'float'],
]);
const extensible = 0xfffe;

/** From telephones to the finest sound cards. */
const leastHertz = 8_000;
const mostHertz = 192_000;

/** Reads a sample onto the scale of 16 bits. */
const readers: Readonly<Record<string, ReadSample>> = {
  int8: (data, at) => (data.readUInt8(at) - 128) * 256,
  int16: (data, at) => data.readInt16LE(at),
  int24: (data, at) => data.readIntLE(at, 3) / 256,
  int32: (data, at) => data.readInt32LE(at) / 65_536,
  float32: (data, at) => data.readFloatLE(at) * 32_768,
  float64: (data, at) => data.readDoubleLE(at) * 32_768,
};

function readSamples(data: Buffer, format: Format | undefined): Samples {
  if (!format) throw damagedClip();
  const { read, channels, sampleRateHertz, sampleBytes } = format;
  const frameBytes = channels * sampleBytes;
  const frames = Math.floor(data.length / frameBytes);
  // More than Transcribe streaming takes in a second become their means.
  const together = Math.ceil(sampleRateHertz / streamedHertz);
  const samples = Math.floor(frames / together);
  if (samples === 0) throw emptyClip();
  requireShort(frames / sampleRateHertz);
  const rate = Math.round(sampleRateHertz / together);
  const seconds = samples / rate;
  const joined = together * channels;
  if (joined === 1 && read === readers.int16) {
    return { sampleRateHertz: rate, audio: data.subarray(0, samples * 2), seconds };
  }
  const audio = Buffer.alloc(samples * 2);
  for (let index = 0; index < samples; index++) {
    let sum = 0;
    for (let part = 0; part < joined; part++) sum += read(data, (index * joined + part) * sampleBytes);
    audio.writeInt16LE(clamped(sum / joined), index * 2);
  }
  return { sampleRateHertz: rate, audio, seconds };
}

const streamedHertz = 48_000;

/** What is no number is silence. */
function clamped(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample))) || 0;
}

type ReadSample = (data: Buffer, at: number) => number;

interface Format {
  readonly read: ReadSample;
  readonly channels: number;
  readonly sampleRateHertz: number;
  readonly sampleBytes: number;
}
