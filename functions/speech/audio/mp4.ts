import { damagedClip, unknownSound } from '../refusals.ts';
import { type OpusHead, type OpusStream, readOpusBox } from './opus.ts';

/**
 * The first track of Opus in an MP4 (ISO/IEC 14496-12), with its index at either end or in fragments.
 *
 * @throws UnsupportedMediaType where there is none: AAC's packets do not say how many frames are in them
 */
export function readMp4(bytes: Buffer): OpusStream {
  const movie = find(boxesIn(bytes), 'moov');
  if (!movie) throw damagedClip();
  for (const { type, body } of boxesIn(movie)) {
    if (type !== 'trak') continue;
    const table = within(body, 'mdia', 'minf', 'stbl');
    const head = table && readHead(table);
    if (head) return { head, packets: soundOf(bytes, movie, body, table) };
  }
  throw unknownSound();
}

function readHead(table: Buffer): OpusHead | undefined {
  const descriptions = within(table, 'stsd');
  const opus = descriptions && find(boxesIn(descriptions.subarray(8)), 'Opus');
  const details = opus && find(boxesIn(opus.subarray(soundEntryBytes)), 'dOps');
  return details && readOpusBox(details);
}

/** What each description of sound begins with; what it says of rate and channels, the codec says better. */
const soundEntryBytes = 28;

/** In the track's own tables first, then in fragments. No byte is sound twice: a file cannot hold more than itself. */
function* soundOf(bytes: Buffer, movie: Buffer, track: Buffer, table: Buffer): Generator<Buffer> {
  let left = bytes.length;
  for (const { from, size } of placesIn(bytes, movie, track, table)) {
    left -= size;
    if (size === 0 || left < 0 || from < 0 || from + size > bytes.length) throw damagedClip();
    yield bytes.subarray(from, from + size);
  }
}

function* placesIn(bytes: Buffer, movie: Buffer, track: Buffer, table: Buffer): Generator<Place> {
  yield* placesInTable(table);
  const id = trackId(track);
  const usual = usualSize(movie, id);
  for (const { type, body, from } of boxesIn(bytes)) {
    if (type !== 'moof') continue;
    for (const part of boxesIn(body)) {
      if (part.type === 'traf') yield* placesInFragment(part.body, { id, usual, fragment: from });
    }
  }
}

/** `stsz` says how large samples are, `stco` or `co64` where chunks begin, `stsc` how many samples each has. */
function* placesInTable(table: Buffer): Generator<Place> {
  const sizes = within(table, 'stsz');
  const chunks = within(table, 'stco') ?? within(table, 'co64');
  const runs = within(table, 'stsc');
  if (!sizes || !chunks || !runs) throw damagedClip();
  const wide = !within(table, 'stco');
  const sameSize = sizes.readUInt32BE(4);
  const count = sizes.readUInt32BE(8);
  let sample = 0;
  let run = 0;
  for (let chunk = 1; sample < count; chunk++) {
    const entry = 8 + (chunk - 1) * (wide ? 8 : 4);
    let from = wide ? Number(chunks.readBigUInt64BE(entry)) : chunks.readUInt32BE(entry);
    const isNext = run + 1 < runs.readUInt32BE(4) && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk;
    if (isNext) run++;
    const inChunk = runs.readUInt32BE(8 + run * 12 + 4);
    for (let index = 0; index < inChunk && sample < count; index++) {
      const size = sameSize || sizes.readUInt32BE(12 + sample * 4);
      yield { from, size };
      from += size;
      sample++;
    }
  }
}

function trackId(track: Buffer): number {
  const head = within(track, 'tkhd');
  if (!head) throw damagedClip();
  return head.readUInt32BE(head.readUInt8(0) === 1 ? 20 : 12);
}

/** How large samples of fragments are where these say nothing else. */
function usualSize(movie: Buffer, id: number): number {
  for (const { type, body } of boxesIn(within(movie, 'mvex') ?? Buffer.alloc(0))) {
    if (type === 'trex' && body.readUInt32BE(4) === id) return body.readUInt32BE(16);
  }
  return 0;
}

function* placesInFragment(
  part: Buffer,
  { id, usual, fragment }: { id: number; usual: number; fragment: number },
): Generator<Place> {
  const head = within(part, 'tfhd');
  if (!head) throw damagedClip();
  if (head.readUInt32BE(4) !== id) return;
  const flags = head.readUInt32BE(0);
  const base = flags & 0x01 ? Number(head.readBigUInt64BE(8)) : fragment;
  const sizeAt = 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0) + (flags & 0x08 ? 4 : 0);
  const usualHere = flags & 0x10 ? head.readUInt32BE(sizeAt) : usual;
  let from = base;
  for (const { type, body } of boxesIn(part)) {
    if (type !== 'trun') continue;
    const run = body.readUInt32BE(0);
    if (run & 0x01) from = base + body.readInt32BE(8);
    let at = 8 + (run & 0x01 ? 4 : 0) + (run & 0x04 ? 4 : 0);
    for (let left = body.readUInt32BE(4); left > 0; left--) {
      if (run & 0x100) at += 4;
      const size = run & 0x200 ? body.readUInt32BE(at) : usualHere;
      at += (run & 0x200 ? 4 : 0) + (run & 0x400 ? 4 : 0) + (run & 0x800 ? 4 : 0);
      yield { from, size };
      from += size;
    }
  }
}

/** The content of a box within boxes, each the first of its type. */
function within(body: Buffer, ...types: string[]): Buffer | undefined {
  let inner: Buffer | undefined = body;
  for (const type of types) inner = inner && find(boxesIn(inner), type);
  return inner;
}

function find(boxes: Iterable<Box>, wanted: string): Buffer | undefined {
  for (const { type, body } of boxes) if (type === wanted) return body;
  return undefined;
}

/** 4 bytes of size, 4 of type; size 1 stands for 8 further bytes of it, 0 for all that is left. */
function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let from = 0; from < bytes.length; ) {
    const short = bytes.readUInt32BE(from);
    const headBytes = short === 1 ? 16 : 8;
    const size =
      short === 1 ? Number(bytes.readBigUInt64BE(from + 8)) : short === 0 ? bytes.length - from : short;
    if (size < headBytes || from + size > bytes.length) throw damagedClip();
    const type = bytes.toString('latin1', from + 4, from + 8);
    yield { type, from, body: bytes.subarray(from + headBytes, from + size) };
    from += size;
  }
}

interface Place {
  readonly from: number;
  readonly size: number;
}

interface Box {
  readonly type: string;
  /** Where it begins. */
  readonly from: number;
  readonly body: Buffer;
}
