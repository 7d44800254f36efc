/** All audio is sent at this rate. */
export const wavSampleRate = 16_000;

export const bytesPerSample = 2;

/** Encodes a mono 16-bit PCM WAV file. Samples are clipped to -1 to 1. */
export function encodeWav(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const headerBytes = 44;
  const file = new DataView(new ArrayBuffer(headerBytes + samples.length * bytesPerSample));
  writeAscii(file, 0, 'RIFF');
  file.setUint32(4, file.byteLength - 8, true);
  writeAscii(file, 8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 1, true);
  file.setUint16(22, 1, true);
  file.setUint32(24, sampleRate, true);
  file.setUint32(28, sampleRate * bytesPerSample, true);
  file.setUint16(32, bytesPerSample, true);
  file.setUint16(34, 16, true);
  writeAscii(file, 36, 'data');
  file.setUint32(40, samples.length * bytesPerSample, true);
  writePcm(file, headerBytes, samples);
  return file.buffer;
}

export function encodePcm(samples: Float32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(samples.length * bytesPerSample);
  writePcm(new DataView(bytes), 0, samples);
  return bytes;
}

export function mixDown(channels: readonly Float32Array[]): Float32Array {
  const mixed = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) {
    channel.forEach((sample, index) => {
      mixed[index] = (mixed[index] ?? 0) + sample / channels.length;
    });
  }
  return mixed;
}

export function amplify(samples: Float32Array, gain: number): Float32Array {
  return samples.map((sample) => sample * gain);
}

/** 1 at sensitivity 5, 4 at 10, a third at 1. */
export function getGain(micSensitivity: number): number {
  return 2 ** ((micSensitivity - 5) / 2.5);
}

function writePcm(file: DataView, offset: number, samples: Float32Array): void {
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    file.setInt16(offset + index * bytesPerSample, Math.round(clipped * 0x7fff), true);
  });
}

function writeAscii(file: DataView, offset: number, text: string): void {
  for (let index = 0; index < text.length; index++) file.setUint8(offset + index, text.charCodeAt(index));
}
