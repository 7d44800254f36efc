import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClipper, speechIn } from '../../../../../web/speech/record/clips.ts';
import { check } from '../../../../support/properties.ts';

const rate = 16_000;

describe('long speech', () => {
  test('is cut in the middle of its quietest moment between 20 and 29 seconds', () => {
    const recording = speech(40);
    pauseAt(recording, 10, 0.3);
    pauseAt(recording, 23, 0.3);
    pauseAt(recording, 26, 0.1);
    const [clip, ...others] = createClipper().add(recording);
    expect(others).toEqual([]);
    expect((clip?.length ?? 0) / rate).toBeGreaterThan(23);
    expect((clip?.length ?? 0) / rate).toBeLessThan(23.3);
  });

  test('without a pause is cut before 30 seconds', () => {
    const clips = piecesOf(speech(100), 1024);
    for (const clip of clips.slice(0, -1)) {
      expect(clip.length).toBeGreaterThanOrEqual(20 * rate);
      expect(clip.length).toBeLessThan(29 * rate);
    }
  });

  test('is complete in its pieces, for any input sizes', () => {
    const recordings = fc.record({
      seconds: fc.double({ min: 0, max: 95, noNaN: true }),
      pauses: fc.array(
        fc.tuple(fc.double({ min: 0, max: 90, noNaN: true }), fc.double({ min: 0.05, max: 40, noNaN: true })),
      ),
      step: fc.integer({ min: 300, max: 40 * rate }),
    });
    check(
      fc.property(recordings, ({ seconds, pauses, step }) => {
        const recording = speech(seconds);
        for (const [at, length] of pauses) pauseAt(recording, at, length);
        const pieces = piecesOf(recording, step);
        expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(recording.length);
        let at = 0;
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(29 * rate);
          expect(Buffer.from(piece.buffer).equals(bytesOf(recording, at, piece.length))).toBe(true);
          at += piece.length;
        }
      }),
      { runs: 40 },
    );
  });
});

describe('silence', () => {
  test('of a whole clip’s length is a piece of exactly 29 seconds', () => {
    const [piece] = createClipper().add(new Float32Array(30 * rate));
    expect(piece).toHaveLength(29 * rate);
  });

  test('before the first words is a separate piece, and not the end', () => {
    const recording = new Float32Array(29 * rate);
    recording.set(speech(2), 27 * rate);
    const [piece] = createClipper().add(recording);
    expect(piece?.length).toBeLessThanOrEqual(27 * rate);
    expect(speechIn(piece as Float32Array)).toBeUndefined();
  });

  test('around words is cut to half a second', () => {
    const recording = new Float32Array(10 * rate);
    recording.set(speech(2), 4 * rate);
    expect((speechIn(recording)?.length ?? 0) / rate).toBeCloseTo(3, 1);
  });

  test('between words is kept', () => {
    const recording = new Float32Array(10 * rate);
    recording.set(speech(1), 0);
    recording.set(speech(1), 9 * rate);
    expect(speechIn(recording)).toHaveLength(10 * rate);
  });

  test('stays below -40 dB, or is a click of 20 ms', () => {
    const whisper = speech(3).map((sample) => sample * 0.01);
    expect(speechIn(whisper)).toBeUndefined();
    whisper.set(speech(0.02), rate);
    expect(speechIn(whisper)).toBeUndefined();
    whisper.set(speech(0.2), rate);
    expect(speechIn(whisper)).toBeDefined();
  });

  test('includes clips that are too short to be sent', () => {
    expect(speechIn(speech(0.25))).toBeUndefined();
    expect(speechIn(speech(0.35))).toBeDefined();
    expect(speechIn(new Float32Array(0))).toBeUndefined();
  });
});

test('the latest samples are the end of the current piece', () => {
  const clipper = createClipper();
  clipper.add(Float32Array.of(1, 2, 3, 4));
  expect([...clipper.latest(3)]).toEqual([2, 3, 4]);
  expect([...clipper.latest(9)]).toEqual([1, 2, 3, 4]);
  clipper.rest();
  expect(clipper.latest(3)).toHaveLength(0);
});

/** A voice without pauses, whose samples are all different. */
function speech(seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, index) => {
    return 0.3 * Math.sin(index / 9) + 0.1 * Math.sin(index / 1234.5);
  });
}

function pauseAt(recording: Float32Array, seconds: number, length: number): void {
  recording.fill(0, Math.round(seconds * rate), Math.round((seconds + length) * rate));
}

function piecesOf(recording: Float32Array, step: number): Float32Array[] {
  const clipper = createClipper();
  const pieces: Float32Array[] = [];
  for (let at = 0; at < recording.length; at += step) {
    pieces.push(...clipper.add(recording.subarray(at, at + step)));
  }
  return [...pieces, clipper.rest()];
}

function bytesOf(recording: Float32Array, from: number, length: number): Buffer {
  return Buffer.from(recording.buffer, recording.byteOffset + from * 4, length * 4);
}
