/** Joins MP3 files, dropping tags and index frames (`Xing`, `Info`): players stop at the length an index states. */
export function joinMp3(files: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Buffer.concat(files.map((file) => removeIndex(removeTags(Buffer.from(file)))));
}

/** ID3v2 at the start, its size in 4 bytes of 7 bits; ID3v1 in the last 128 bytes. */
function removeTags(file: Buffer): Buffer {
  const end =
    file.toString('latin1', file.length - 128, file.length - 125) === 'TAG' ? file.length - 128 : file.length;
  if (file.length < 10 || file.toString('latin1', 0, 3) !== 'ID3') return file.subarray(0, end);
  const size = file.subarray(6, 10).reduce((total, byte) => total * 128 + byte, 0);
  return file.subarray(10 + size, end);
}

function removeIndex(frames: Buffer): Buffer {
  const length = measureFrame(frames);
  const first = frames.subarray(0, length);
  return first.includes('Xing') || first.includes('Info') ? frames.subarray(length) : frames;
}

/** The length of the first frame, from its 4-byte header; 0 without one. */
function measureFrame(frames: Buffer): number {
  if (frames.length < 4 || frames.readUInt16BE(0) >> 5 !== 0b11111111111) return 0;
  const version = (frames.readUInt8(1) >> 3) & 0b11;
  const isMpeg1 = version === 0b11;
  const kilobits = (isMpeg1 ? kilobitsMpeg1 : kilobitsMpeg2)[frames.readUInt8(2) >> 4] ?? 0;
  const hertz = (rates[(frames.readUInt8(2) >> 2) & 0b11] ?? 0) / (isMpeg1 ? 1 : version === 0b10 ? 2 : 4);
  const padding = (frames.readUInt8(2) >> 1) & 1;
  return hertz === 0 ? 0 : Math.floor(((isMpeg1 ? 144 : 72) * kilobits * 1000) / hertz) + padding;
}

/** Layer III's tables, by the header's index (ISO/IEC 11172-3 and 13818-3). */
const kilobitsMpeg1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobitsMpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const rates = [44_100, 48_000, 32_000];
