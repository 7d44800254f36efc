import { damagedClip } from '../refusals.ts';
import { type OpusHead, type OpusStream, readOpusHead, samplesIn, writeOpusHead } from './opus.ts';

/**
 * Opus in Ogg (RFC 7845). Of several streams, one after the other, the packets follow each other.
 *
 * @throws UnsupportedMediaType for anything else in Ogg
 */
export function readOgg(bytes: Buffer): OpusStream {
  const packets = packetsIn(bytes);
  const first = packets.next();
  if (first.done) throw damagedClip();
  return { head: readOpusHead(first.value.packet), packets: soundOf(packets) };
}

function* soundOf(packets: Iterable<Numbered>): Generator<Buffer> {
  for (const { number, packet } of packets) {
    if (number === 0) readOpusHead(packet);
    // The second holds the names of title and encoder.
    if (number > 1) yield packet;
  }
}

/**
 * Packets lie in segments of up to 255 bytes, segments in pages, each of one stream; a segment of 255 goes on in the
 * next, maybe on another page (RFC 3533, section 6).
 */
function* packetsIn(bytes: Buffer): Generator<Numbered> {
  const streams = new Map<number, Stream>();
  for (let at = 0; at < bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) !== 'OggS') throw damagedClip();
    const serial = bytes.readUInt32LE(at + 14);
    const isFirst = (bytes.readUInt8(at + 5) & beginning) !== 0;
    const stream = (!isFirst && streams.get(serial)) || { packets: 0, open: [] };
    streams.set(serial, stream);
    const segments = bytes.readUInt8(at + 26);
    let start = at + pageHeadBytes + segments;
    let end = start;
    for (let segment = 0; segment < segments; segment++) {
      const size = bytes.readUInt8(at + pageHeadBytes + segment);
      end += size;
      if (size === fullSegment || (start === end && stream.open.length === 0)) continue;
      const packet = Buffer.concat([...stream.open.splice(0), bytes.subarray(start, end)]);
      yield { number: stream.packets++, packet };
      start = end;
    }
    if (end > bytes.length) throw damagedClip();
    if (start < end) stream.open.push(bytes.subarray(start, end));
    at = end;
  }
}

/** One stream of the packets, as a recorder writes it. */
export function writeOgg(head: OpusHead, packets: readonly Buffer[]): Buffer {
  const pages = [
    writePage([writeOpusHead(head)], { number: 0, samples: 0, flags: beginning }),
    writePage([tags], { number: 1, samples: 0, flags: 0 }),
  ];
  let samples = 0;
  let waiting: Buffer[] = [];
  let segments = 0;
  for (const [index, packet] of packets.entries()) {
    const next = packets[index + 1];
    waiting.push(packet);
    segments += segmentsOf(packet);
    samples += samplesIn(packet);
    if (next && segments + segmentsOf(next) <= mostSegments) continue;
    pages.push(writePage(waiting, { number: pages.length, samples, flags: next ? 0 : ending }));
    waiting = [];
    segments = 0;
  }
  return Buffer.concat(pages);
}

/** No encoder's name, no title. */
const tags = Buffer.concat([Buffer.from('OpusTags', 'latin1'), Buffer.alloc(8)]);

function writePage(packets: readonly Buffer[], { number, samples, flags }: PageHead): Buffer {
  const table = packets.flatMap((packet) => [
    ...Array<number>(segmentsOf(packet) - 1).fill(fullSegment),
    packet.length % fullSegment,
  ]);
  const head = Buffer.alloc(pageHeadBytes);
  head.write('OggS', 'latin1');
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(samples), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(number, 18);
  head.writeUInt8(table.length, 26);
  const page = Buffer.concat([head, Buffer.from(table), ...packets]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

function segmentsOf(packet: Buffer): number {
  return Math.floor(packet.length / fullSegment) + 1;
}

const pageHeadBytes = 27;
const fullSegment = 255;
const mostSegments = 255;
const beginning = 0b010;
const ending = 0b100;
const serial = 1;

/** CRC-32 with the polynomial of RFC 3533, from the highest bit on, which zlib's is not. */
function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = (sum << 8) ^ (checksums[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}

const checksums = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0);
  return sum;
});

interface Numbered {
  /** Within its stream, from 0 on. */
  readonly number: number;
  readonly packet: Buffer;
}

interface Stream {
  /** How many are complete. */
  packets: number;
  /** What has come of the next one. */
  readonly open: Buffer[];
}

interface PageHead {
  readonly number: number;
  /** Up to the page's end. */
  readonly samples: number;
  readonly flags: number;
}
