/**
 * The audio that a page has sent.
 *
 * @param sent addresses of requests, each with the data URL of its audio
 */
export function measure(sent: readonly string[]): { seconds: number; peak: number } {
  const pieces = sent.map((each) => {
    const [address = '', url = ''] = each.split(' ');
    const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    return address.endsWith('/send-chunk') ? bytes : readWav(bytes);
  });
  const audio = Buffer.concat(pieces);
  const samples = Array.from({ length: audio.length / 2 }, (_, index) => audio.readInt16LE(2 * index));
  return {
    seconds: samples.length / sampleRate,
    /** The loudest sample, 0 to 1. */
    peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) / 0x8000,
  };
}

const sampleRate = 16_000;

function readWav(bytes: Buffer): Buffer {
  const tags = [0, 8, 12, 36].map((at) => bytes.toString('latin1', at, at + 4)).join('|');
  const [format, channels, rate] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
  if (tags !== 'RIFF|WAVE|fmt |data' || `${format} ${channels} ${rate}` !== `1 1 ${sampleRate}`)
    throw new Error(`not 16 kHz mono PCM: ${tags}, format ${format}, ${channels} × ${rate} Hz`);
  return bytes.subarray(44);
}
