import fc from 'fast-check';
import { type Bytes, mostly, rawBytes } from './bodies.ts';

const wav = fc
  .record({
    riff: mostly('RIFF', 'RIFX', 'riff'),
    format: mostly(1, 3, 0xfffe, 0),
    channels: mostly(1, 2, 0, 65_535),
    rate: mostly(16_000, 8_000, 0, 1, 0xffffffff),
    bits: mostly(16, 8, 0, 24),
    claimed: mostly(-1, 0, 0x7fffffff),
    samples: fc.uint8Array({ maxLength: 2_000 }),
  })
  .map(({ riff, format, channels, rate, bits, claimed, samples }) => {
    const header = Buffer.alloc(44);
    header.write(riff, 0, 'latin1');
    header.writeUInt32LE(36 + samples.length, 4);
    header.write('WAVEfmt ', 8, 'latin1');
    header.writeUInt32LE(16, 16);
    header.writeUInt16LE(format, 20);
    header.writeUInt16LE(channels, 22);
    header.writeUInt32LE(rate, 24);
    header.writeUInt32LE((rate * 2) >>> 0, 28);
    header.writeUInt16LE(2, 32);
    header.writeUInt16LE(bits, 34);
    header.write('data', 36, 'latin1');
    header.writeUInt32LE(claimed < 0 ? samples.length : claimed, 40);
    return Uint8Array.from([...header, ...samples]);
  });

export const recordings: fc.Arbitrary<Bytes> = fc.oneof(wav, rawBytes);
