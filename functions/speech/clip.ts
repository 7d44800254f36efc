import { limits } from '../../shared/limits.ts';
import { InvalidRequest, TooLarge, UnsupportedMediaType } from '../errors.ts';

/** A recording, by the way that it can be transcribed. */
export type Clip = StreamingClip | BatchClip;

/** What Amazon Transcribe streaming takes: samples without a header, or one of two compressed streams. */
export interface StreamingClip {
  readonly way: 'streaming';
  readonly encoding: 'pcm' | 'flac' | 'ogg-opus';
  readonly sampleRateHertz: number;
  readonly audio: Uint8Array;
  /** How long it is, where its samples can be counted: what a container says of itself may be untrue. */
  readonly seconds?: number;
}

/** Everything else that Transcribe's batch jobs take. */
export interface BatchClip {
  readonly way: 'batch';
  readonly format: 'wav' | 'flac' | 'ogg' | 'webm' | 'mp4';
  readonly audio: Uint8Array;
  readonly seconds?: undefined;
}

/**
 * Tells a recording's container by its bytes.
 *
 * @throws UnsupportedMediaType for any other container, InvalidRequest for a broken one, TooLarge for a clip
 * longer than `limits.clipSeconds`, where the container says how long it is
 */
export function readClip(audio: Uint8Array): Clip {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WAVE') return readWav(bytes);
  if (text(bytes, 0, 4) === 'fLaC') return readFlac(bytes);
  if (text(bytes, 0, 4) === 'OggS') return readOgg(bytes);
  if (isWebm(bytes)) return { way: 'batch', format: 'webm', audio };
  if (text(bytes, 4, 8) === 'ftyp') return { way: 'batch', format: 'mp4', audio };
  throw new UnsupportedMediaType('This is not a recording. Send WAV, FLAC, Ogg, WebM or MP4.');
}

/** The one answer to audio that cannot be decoded, whoever finds out. */
export function damagedClip(options?: ErrorOptions): InvalidRequest {
  const error = new InvalidRequest([
    { path: 'audio', message: 'The recording is damaged and cannot be read. Please record it again.' },
  ]);
  if (options) error.cause = options.cause;
  return error;
}

/** RIFF chunks: `fmt ` describes the samples, `data` holds them; recorders that stream write sizes that are wrong. */
function readWav(bytes: Buffer): Clip {
  let format: WavFormat | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = text(bytes, at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + size);
    if (id === 'fmt ') format = readWavFormat(body);
    if (id === 'data') return readSamples(bytes, body, format);
    at += 8 + size + (size % 2);
  }
  throw damagedClip();
}

function readWavFormat(body: Buffer): WavFormat {
  if (body.length < 16) throw damagedClip();
  const tag = body.readUInt16LE(0);
  // An extensible format names the true one at the start of its GUID.
  const pcm = (tag === wavExtensible && body.length >= 26 ? body.readUInt16LE(24) : tag) === wavPcm;
  const channels = body.readUInt16LE(2);
  const sampleRateHertz = body.readUInt32LE(4);
  const bits = body.readUInt16LE(14);
  // What the head says of its bytes per second decides nothing about samples that can be counted.
  const bytesPerSecond = pcm ? sampleRateHertz * channels * Math.ceil(bits / 8) : body.readUInt32LE(8);
  return { pcm, channels, sampleRateHertz, bytesPerSecond, bits };
}

const wavPcm = 1;
const wavExtensible = 0xfffe;

function readSamples(bytes: Buffer, data: Buffer, format: WavFormat | undefined): Clip {
  if (!format || format.channels === 0 || format.bytesPerSecond === 0) throw damagedClip();
  if (data.length === 0) throw emptyClip();
  requireShort(data.length / format.bytesPerSecond);
  if (!format.pcm || format.bits !== 16 || !streamable(format.sampleRateHertz)) {
    return { way: 'batch', format: 'wav', audio: bytes };
  }
  const { sampleRateHertz } = format;
  const audio = mixDown(data, format.channels);
  const seconds = audio.length / 2 / sampleRateHertz;
  return { way: 'streaming', encoding: 'pcm', sampleRateHertz, audio, seconds };
}

/** 16-bit samples of several channels to their mean. */
function mixDown(data: Buffer, channels: number): Uint8Array {
  const frameBytes = 2 * channels;
  const frames = Math.floor(data.length / frameBytes);
  if (frames === 0) throw emptyClip();
  if (channels === 1) return data.subarray(0, frames * 2);
  const mono = Buffer.alloc(frames * 2);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += data.readInt16LE(frame * frameBytes + channel * 2);
    }
    mono.writeInt16LE(Math.round(sum / channels), frame * 2);
  }
  return mono;
}

/** The first block of a FLAC stream, STREAMINFO, is 34 bytes after an 8-byte start (RFC 9639, section 8.2). */
function readFlac(bytes: Buffer): Clip {
  if (bytes.length < 42) throw damagedClip();
  const sampleRateHertz = bytes.readUIntBE(18, 3) >> 4;
  const channels = ((bytes.readUInt8(20) >> 1) & 0b111) + 1;
  const bits = ((bytes.readUInt16BE(20) >> 4) & 0b11111) + 1;
  // 0 where the encoder did not know.
  const samples = (bytes.readUInt8(21) & 0b1111) * 2 ** 32 + bytes.readUInt32BE(22);
  if (sampleRateHertz === 0) throw damagedClip();
  requireShort(samples / sampleRateHertz);
  return channels === 1 && bits === 16 && streamable(sampleRateHertz)
    ? { way: 'streaming', encoding: 'flac', sampleRateHertz, audio: bytes }
    : { way: 'batch', format: 'flac', audio: bytes };
}

/**
 * The first page of an Ogg file holds its codec's head: for Opus its input rate (RFC 7845, section 5.1), with
 * the time counted at 48 kHz in every page's granule position, the last page's being the length.
 */
function readOgg(bytes: Buffer): Clip {
  if (bytes.length < 27) throw damagedClip();
  const head = 27 + bytes.readUInt8(26);
  if (text(bytes, head, head + 8) !== 'OpusHead') return { way: 'batch', format: 'ogg', audio: bytes };
  const lastPage = bytes.lastIndexOf('OggS');
  if (head + 19 > bytes.length || lastPage + 14 > bytes.length) throw damagedClip();
  requireShort(Number(bytes.readBigInt64LE(lastPage + 6)) / opusRate);
  const inputRate = bytes.readUInt32LE(head + 12);
  const sampleRateHertz = streamable(inputRate) ? inputRate : opusRate;
  return { way: 'streaming', encoding: 'ogg-opus', sampleRateHertz, audio: bytes };
}

const opusRate = 48_000;

/** EBML, with the document type that tells WebM from other Matroska files, which Transcribe does not take. */
function isWebm(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(ebml) && bytes.subarray(0, 64).includes('webm');
}

const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/** Transcribe streaming takes 8,000 to 48,000 Hz. */
function streamable(sampleRateHertz: number): boolean {
  return sampleRateHertz >= 8_000 && sampleRateHertz <= 48_000;
}

function requireShort(seconds: number): void {
  if (seconds > limits.clipSeconds + toleranceSeconds) {
    throw new TooLarge(
      `A recording can be at most ${limits.clipSeconds} seconds long. Send longer speech in parts.`,
    );
  }
}

/** Recorders stop a moment late. */
const toleranceSeconds = 1;

function emptyClip(): InvalidRequest {
  return new InvalidRequest([{ path: 'audio', message: 'The recording is empty.' }]);
}

function text(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

interface WavFormat {
  readonly pcm: boolean;
  readonly channels: number;
  readonly sampleRateHertz: number;
  readonly bytesPerSecond: number;
  readonly bits: number;
}
