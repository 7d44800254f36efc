import { limits } from '../../shared/limits.ts';
import { InvalidRequest, TooLarge, UnsupportedMediaType } from '../errors.ts';
import { say } from '../texts.ts';

/** 16-bit samples of one channel. */
export interface Clip {
  readonly sampleRateHertz: number;
  readonly samples: Uint8Array;
  readonly seconds: number;
}

/**
 * Counts the seconds in the samples, because streaming recorders write wrong sizes into the header.
 * @throws UnsupportedMediaType, InvalidRequest for a broken or empty file, TooLarge beyond `limits.clipSeconds`
 */
export function readWav(audio: Uint8Array): Clip {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 4) !== 'RIFF' || text(8, 12) !== 'WAVE')
    throw new UnsupportedMediaType(say('notWav'), 'uncounted');
  let sampleRateHertz: number | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + size);
    const chunk = text(at, at + 4);
    if (chunk === 'fmt ') sampleRateHertz = readSampleRate(body);
    if (chunk === 'data' && sampleRateHertz) return readSamples(body, sampleRateHertz);
    at += 8 + size + (size % 2);
  }
  throw new InvalidRequest([{ path: 'audio', message: say('damagedRecording') }], 'uncounted');
}

function readSampleRate(format: Buffer): number | undefined {
  if (format.length < 16) return undefined;
  const isPcm = format.readUInt16LE(0) === 1;
  const channels = format.readUInt16LE(2);
  const sampleRateHertz = format.readUInt32LE(4);
  const bits = format.readUInt16LE(14);
  // Transcribe streaming takes 8 to 48 kHz.
  const isStreamable = sampleRateHertz >= 8_000 && sampleRateHertz <= 48_000;
  if (!isPcm || channels !== 1 || bits !== 16 || !isStreamable)
    throw new UnsupportedMediaType(say('notWav'), 'uncounted');
  return sampleRateHertz;
}

function readSamples(data: Buffer, sampleRateHertz: number): Clip {
  const samples = data.subarray(0, data.length - (data.length % 2));
  if (samples.length === 0)
    throw new InvalidRequest([{ path: 'audio', message: say('emptyRecording') }], 'uncounted');
  const seconds = samples.length / 2 / sampleRateHertz;
  if (seconds > limits.clipSeconds + toleranceSeconds) {
    throw new TooLarge(say('recordingTooLong', { seconds: limits.clipSeconds }), 'uncounted');
  }
  return { sampleRateHertz, samples, seconds };
}

/** Recorders stop a moment late. */
const toleranceSeconds = 1;
