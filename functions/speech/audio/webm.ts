import { damagedClip, unknownSound } from '../refusals.ts';
import { type OpusStream, readOpusHead } from './opus.ts';

/** EBML, with the document type that tells WebM from other Matroska files, which Transcribe does not take. */
export function isWebm(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(ebml) && bytes.subarray(0, 64).includes('webm');
}

const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);

/**
 * The first track of Opus in a WebM (RFC 8794 and 9559).
 *
 * @throws UnsupportedMediaType where there is none
 */
export function readWebm(bytes: Buffer): OpusStream {
  const track = findTrack(bytes);
  return { head: readOpusHead(track.private), packets: soundOf(bytes, track.number) };
}

function findTrack(bytes: Buffer): Track {
  let track = newTrack();
  for (const { id, body } of elementsIn(bytes)) {
    if (id === ids.trackEntry) {
      if (isReadable(track)) return track;
      track = newTrack();
    }
    if (id === ids.trackNumber) track.number = body.readUIntBE(0, body.length);
    if (id === ids.codecId) track.isOpus = /^A_OPUS\0*$/.test(body.toString('latin1'));
    if (id === ids.codecPrivate) track.private = body;
    if (id === ids.contentEncodings) track.isPacked = true;
    if (id === ids.cluster) break;
  }
  if (!isReadable(track)) throw unknownSound();
  return track;
}

function newTrack(): Track {
  return { number: 0, isOpus: false, isPacked: false, private: nothing };
}

const nothing = Buffer.alloc(0);

function isReadable({ isOpus, isPacked }: Track): boolean {
  return isOpus && !isPacked;
}

function* soundOf(bytes: Buffer, track: number): Generator<Buffer> {
  for (const { id, body } of elementsIn(bytes)) {
    if (id !== ids.simpleBlock && id !== ids.block) continue;
    const number = readNumber(body, 0);
    if (number.value === track) yield* framesIn(body, number.end);
  }
}

/** A block: its track, 2 bytes of time, a byte that says how several packets share it, the packets. */
function* framesIn(block: Buffer, at: number): Generator<Buffer> {
  const lacing = (block.readUInt8(at + 2) >> 1) & 0b11;
  const start = at + 3;
  if (lacing === laces.none) {
    yield block.subarray(start);
    return;
  }
  const count = block.readUInt8(start) + 1;
  if (lacing === laces.fixed) {
    const size = (block.length - start - 1) / count;
    if (!Number.isInteger(size)) throw damagedClip();
    yield* cut(block.subarray(start + 1), Array<number>(count - 1).fill(size));
    return;
  }
  const { sizes, end } = (lacing === laces.xiph ? xiphSizes : ebmlSizes)(block, start + 1, count - 1);
  yield* cut(block.subarray(end), sizes);
}

/** As two bits of a block's flags. */
const laces = { none: 0b00, xiph: 0b01, fixed: 0b10, ebml: 0b11 };

/** The sizes of all packets but the last, which is the rest. */
function* cut(packets: Buffer, sizes: readonly number[]): Generator<Buffer> {
  let at = 0;
  for (const size of sizes) {
    if (size < 0 || at + size > packets.length) throw damagedClip();
    yield packets.subarray(at, at + size);
    at += size;
  }
  yield packets.subarray(at);
}

/** Each is a sum of bytes, of which only the last is below 255. */
function xiphSizes(block: Buffer, start: number, count: number): Sizes {
  let end = start;
  const sizes = Array.from({ length: count }, () => {
    let size = 0;
    for (let byte = 255; byte === 255; size += byte) byte = block.readUInt8(end++);
    return size;
  });
  return { sizes, end };
}

/** The first is a number, each further one the difference to the one before it. */
function ebmlSizes(block: Buffer, start: number, count: number): Sizes {
  let end = start;
  let size = 0;
  const sizes = Array.from({ length: count }, (_, index) => {
    const { value, bits, end: next } = readNumber(block, end);
    size = index === 0 ? value : size + value - (2 ** (bits - 1) - 1);
    end = next;
    return size;
  });
  return { sizes, end };
}

/**
 * Every element in the order of the file. Those that only hold others come before what they hold, with nothing in
 * them: whoever records live writes no size of theirs.
 */
function* elementsIn(bytes: Buffer): Generator<Element> {
  for (let at = 0; at < bytes.length; ) {
    const idBytes = Math.clz32(bytes.readUInt8(at)) - 23;
    if (idBytes > 4) throw damagedClip();
    const id = bytes.readUIntBE(at, idBytes);
    const size = readNumber(bytes, at + idBytes);
    const isHolder = holders.has(id);
    const end = isHolder ? size.end : size.end + size.value;
    if (end > bytes.length) throw damagedClip();
    yield { id, body: bytes.subarray(size.end, end) };
    at = end;
  }
}

/** As many leading zeros as bytes follow, a one, the number. */
function readNumber(bytes: Buffer, at: number): { value: number; bits: number; end: number } {
  const first = bytes.readUInt8(at);
  const length = Math.clz32(first) - 23;
  if (length > 8) throw damagedClip();
  let value = first & (0xff >> length);
  for (let byte = 1; byte < length; byte++) value = value * 256 + bytes.readUInt8(at + byte);
  return { value, bits: 7 * length, end: at + length };
}

const ids = {
  segment: 0x1853_8067,
  tracks: 0x1654_ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43_b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
};

const holders = new Set([ids.segment, ids.tracks, ids.trackEntry, ids.cluster, ids.blockGroup]);

interface Element {
  readonly id: number;
  readonly body: Buffer;
}

interface Track {
  number: number;
  isOpus: boolean;
  /** Encrypted or compressed once more. */
  isPacked: boolean;
  private: Buffer;
}

interface Sizes {
  readonly sizes: number[];
  /** Where the packets begin. */
  readonly end: number;
}
