export function readWav(bytes: Buffer) {
  const tags = [0, 8, 12, 36].map((at) => bytes.toString('latin1', at, at + 4));
  if (tags.join('|') !== 'RIFF|WAVE|fmt |data') throw new Error(`not a WAV file of PCM: ${tags.join('|')}`);
  const samples = Array.from({ length: bytes.readUInt32LE(40) / 2 }, (_, index) =>
    bytes.readInt16LE(44 + 2 * index),
  );
  const sampleRate = bytes.readUInt32LE(24);
  return {
    format: bytes.readUInt16LE(20),
    channels: bytes.readUInt16LE(22),
    sampleRate,
    seconds: samples.length / sampleRate,
    /** The loudest sample, 0 to 1. */
    peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 0x8000,
  };
}
