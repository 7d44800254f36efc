import { UnsupportedMediaType } from '../../errors.ts';
import { damagedClip, requireShort } from '../refusals.ts';
import { readFlac } from './flac.ts';
import { readMp4 } from './mp4.ts';
import { readOgg, writeOgg } from './ogg.ts';
import { leastSamples, type OpusStream, opusRate, samplesIn } from './opus.ts';
import { readWav } from './wav.ts';
import { isWebm, readWebm } from './webm.ts';

/**
 * A recording, by the way that it can be transcribed. It holds the seconds that were counted in it and nothing
 * else: samples and packets are taken out of their container and written anew, and FLAC has no other place for
 * sound than its frames.
 */
export type Clip = StreamingClip | BatchClip;

/** What Amazon Transcribe streaming takes: samples without a header, or one of two compressed streams. */
export interface StreamingClip {
  readonly way: 'streaming';
  readonly encoding: 'pcm' | 'flac' | 'ogg-opus';
  readonly sampleRateHertz: number;
  readonly audio: Uint8Array;
  /** What a decoder makes of it. */
  readonly seconds: number;
}

/** What only Transcribe's batch jobs take: several channels, other depths. */
export interface BatchClip {
  readonly way: 'batch';
  readonly format: 'flac';
  readonly audio: Uint8Array;
  /** What a decoder makes of it. */
  readonly seconds: number;
}

/**
 * Tells a recording's container by its bytes, and counts its sound, whatever the container says of its length.
 *
 * @throws UnsupportedMediaType for another container, or another codec in it, InvalidRequest for a broken one,
 * TooLarge for a clip longer than `limits.clipSeconds`
 */
export function readClip(audio: Uint8Array): Clip {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  try {
    return readContainer(bytes);
  } catch (error) {
    // Readers read on until the bytes are over: a clip that ends too early is damaged.
    throw error instanceof RangeError ? damagedClip({ cause: error }) : error;
  }
}

function readContainer(bytes: Buffer): Clip {
  const mark = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (mark(0, 4) === 'RIFF' && mark(8, 12) === 'WAVE') {
    return { way: 'streaming', encoding: 'pcm', ...readWav(bytes) };
  }
  if (mark(0, 4) === 'fLaC') return flacClip(bytes);
  if (mark(0, 4) === 'OggS') return opusClip(readOgg(bytes));
  if (isWebm(bytes)) return opusClip(readWebm(bytes));
  if (mark(4, 8) === 'ftyp') return opusClip(readMp4(bytes));
  throw new UnsupportedMediaType(
    'This is not a recording.',
    'uncounted',
    'Send WAV, FLAC, Ogg, WebM or MP4.',
  );
}

function flacClip(bytes: Buffer): Clip {
  const { sampleRateHertz, channels, bits, seconds } = readFlac(bytes);
  return channels === 1 && bits === 16 && streamable(sampleRateHertz)
    ? { way: 'streaming', encoding: 'flac', sampleRateHertz, audio: bytes, seconds }
    : { way: 'batch', format: 'flac', audio: bytes, seconds };
}

function opusClip({ head, packets }: OpusStream): StreamingClip {
  const kept: Buffer[] = [];
  let samples = 0;
  let places = 0;
  for (const packet of packets) {
    // Seven bytes of WebM can hold 256 empty packets: each stands for one that was lost, and has its place in the time.
    requireShort((++places * leastSamples) / opusRate);
    if (packet.length === 0) continue;
    samples += samplesIn(packet);
    requireShort(samples / opusRate);
    kept.push(packet);
  }
  if (kept.length === 0) throw damagedClip();
  return {
    way: 'streaming',
    encoding: 'ogg-opus',
    sampleRateHertz: opusRate,
    audio: writeOgg(head, kept),
    seconds: samples / opusRate,
  };
}

/** Transcribe streaming takes 8,000 to 48,000 Hz. */
function streamable(sampleRateHertz: number): boolean {
  return sampleRateHertz >= 8_000 && sampleRateHertz <= 48_000;
}
