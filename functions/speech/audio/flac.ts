import { damagedClip, requireShort } from '../refusals.ts';

/** What a FLAC is, and how long its frames are together. */
export interface Flac {
  readonly sampleRateHertz: number;
  readonly channels: number;
  readonly bits: number;
  readonly seconds: number;
}

/**
 * The first block of a FLAC stream, STREAMINFO, is 34 bytes after an 8-byte start (RFC 9639, section 8.2). What it
 * says of the length counts where it is the more, since it may be untrue either way. Where a frame ends only a decoder
 * knows: every place counts at which one could begin, with the checksum of its head. Now and then a place only looks
 * so, mostly in near silence, which then counts for more than it is.
 */
export function readFlac(bytes: Buffer): Flac {
  const start = metadataEnd(bytes);
  const sampleRateHertz = bytes.readUIntBE(18, 3) >> 4;
  const channels = ((bytes.readUInt8(20) >> 1) & 0b111) + 1;
  const bits = ((bytes.readUInt16BE(20) >> 4) & 0b1_1111) + 1;
  const saidSamples = (bytes.readUInt8(21) & 0b1111) * 2 ** 32 + bytes.readUInt32BE(22);
  if (sampleRateHertz === 0) throw damagedClip();
  requireShort(saidSamples / sampleRateHertz);
  let seconds = 0;
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (at + leastHeadBytes > bytes.length) break;
    if (!looksLikeFrame(bytes.readUInt32BE(at))) continue;
    seconds += frameSeconds(bytes, at, sampleRateHertz);
    requireShort(seconds);
  }
  if (seconds === 0) throw damagedClip();
  return { sampleRateHertz, channels, bits, seconds: Math.max(seconds, saidSamples / sampleRateHertz) };
}

/** Behind all blocks. Decoders believe the last STREAMINFO, wherever it is: there may be one, and it comes first. */
function metadataEnd(bytes: Buffer): number {
  if ((bytes.readUInt32BE(4) & 0x7fff_ffff) !== streamInfoBytes) throw damagedClip();
  let at = 4;
  for (let isLast = false; !isLast; ) {
    const head = bytes.readUInt32BE(at);
    const isStreamInfo = ((head >>> 24) & 0x7f) === 0;
    if (isStreamInfo && at > 4) throw damagedClip();
    isLast = head >>> 31 === 1;
    at += 4 + (head & 0xff_ffff);
  }
  return at;
}

/** Also the block's type, 0, and its size in one number. */
const streamInfoBytes = 34;

/** 15 bits that begin each frame, and none of the codes that no decoder knows (RFC 9639, section 9.1). */
function looksLikeFrame(start: number): boolean {
  const sizeCode = (start >> 12) & 0b1111;
  const rateCode = (start >> 8) & 0b1111;
  const channelCode = (start >> 4) & 0b1111;
  return start >>> 17 === frameSync && sizeCode > 0 && rateCode < 15 && channelCode < 11 && (start & 1) === 0;
}

const frameSync = 0b111_1111_1111_1100;

/** 0 where no frame begins. */
function frameSeconds(bytes: Buffer, at: number, streamHertz: number): number {
  const sizeCode = bytes.readUInt8(at + 2) >> 4;
  const rateCode = bytes.readUInt8(at + 2) & 0b1111;
  const numberEnd = at + 4 + numberBytes(bytes.readUInt8(at + 4));
  const sizeEnd = numberEnd + (sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0);
  const end = sizeEnd + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0);
  if (end >= bytes.length || bytes.readUInt8(end) !== checksum(bytes, at, end)) return 0;
  const samples = frameSamples(sizeCode, bytes.subarray(numberEnd, sizeEnd));
  const ownHertz = frameHertz(rateCode, bytes.subarray(sizeEnd, end));
  // Which of the two a decoder believes is its own business: the slower one makes more of it.
  return samples / Math.min(streamHertz, ownHertz || streamHertz);
}

const leastHeadBytes = 6;

/** Frames are numbered as UTF-8 would write the number; no decoder takes what it would not write. */
function numberBytes(first: number): number {
  if (first < 0x80) return 1;
  return Math.max(1, Math.min(7, Math.clz32(~(first << 24))));
}

function frameSamples(code: number, own: Buffer): number {
  if (code === 1) return 192;
  if (code < 6) return 144 << code;
  return code < 8 ? own.readUIntBE(0, own.length) + 1 : 1 << code;
}

function frameHertz(code: number, own: Buffer): number {
  if (code === 12) return own.readUInt8(0) * 1_000;
  if (code > 12) return own.readUInt16BE(0) * (code === 14 ? 10 : 1);
  return hertz[code] ?? 0;
}

const hertz = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];

/** CRC-8 with the polynomial of RFC 9639, section 9.1.8. */
function checksum(bytes: Buffer, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum = checksums[sum ^ bytes.readUInt8(at)] ?? 0;
  return sum;
}

const checksums = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff;
  return sum;
});
