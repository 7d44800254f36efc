import { damagedClip, unknownSound } from '../refusals.ts';

/** Opus, taken out of its container. */
export interface OpusStream {
  readonly head: OpusHead;
  /** In order. They are looked for as they are asked for. */
  readonly packets: Iterable<Buffer>;
}

/** What decoders are told before the first packet. */
export interface OpusHead {
  readonly channels: number;
  /** Samples at 48 kHz that the decoder leaves out at the start. */
  readonly preSkip: number;
}

/** Opus counts time at this rate, whatever was recorded: what a head says of that is no more than a remark. */
export const opusRate = 48_000;

/**
 * The identification header of RFC 7845, section 5.1: the first packet in Ogg, the codec's own data in WebM.
 *
 * @throws UnsupportedMediaType for surround sound
 */
export function readOpusHead(packet: Buffer): OpusHead {
  if (packet.toString('latin1', 0, 8) !== 'OpusHead') throw unknownSound();
  return checked({
    channels: packet.readUInt8(9),
    preSkip: packet.readUInt16LE(10),
    family: packet.readUInt8(18),
  });
}

/** The same in MP4's box `dOps`, whose numbers begin with their highest byte (Opus in ISOBMFF, section 4.3.2). */
export function readOpusBox(body: Buffer): OpusHead {
  return checked({
    channels: body.readUInt8(1),
    preSkip: body.readUInt16BE(2),
    family: body.readUInt8(10),
  });
}

export function writeOpusHead({ channels, preSkip }: OpusHead): Buffer {
  const packet = Buffer.alloc(19);
  packet.write('OpusHead\x01', 'latin1');
  packet.writeUInt8(channels, 9);
  packet.writeUInt16LE(preSkip, 10);
  packet.writeUInt32LE(opusRate, 12);
  return packet;
}

/**
 * How many samples a decoder makes of a packet, at 48 kHz: the first byte says how long its frames are, and it or
 * the second how many (RFC 6716, sections 3.1 and 3.2).
 */
export function samplesIn(packet: Buffer): number {
  const toc = packet.readUInt8(0);
  const samples = frameSamples(toc >> 3) * frameCount(toc & 0b11, packet);
  if (samples === 0 || samples > mostSamples || packet.length > mostBytes) throw damagedClip();
  return samples;
}

function frameSamples(config: number): number {
  if (config < 12) return silkSamples[config & 0b11] ?? 0;
  if (config < 16) return config & 0b1 ? 960 : 480;
  return 120 << (config & 0b11);
}

/** 10, 20, 40 and 60 ms. */
const silkSamples = [480, 960, 1_920, 2_880];

function frameCount(code: number, packet: Buffer): number {
  if (code === 0) return 1;
  return code === 3 ? packet.readUInt8(1) & 0b11_1111 : 2;
}

/** 2.5 ms: no packet is shorter. */
export const leastSamples = 120;

/** 120 ms: no packet may be longer. */
const mostSamples = 5_760;

/** What one page of Ogg holds: 48 of the longest frames are 61,296 bytes. */
const mostBytes = 65_024;

function checked({ family, ...head }: OpusHead & { family: number }): OpusHead {
  if (family !== 0 || head.channels < 1 || head.channels > 2) throw unknownSound();
  return head;
}
