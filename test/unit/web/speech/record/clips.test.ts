import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutClips, cutPieces, trimToSpeech } from '../../../../../web/speech/record/clips.ts';
import { check } from '../../../../support/properties.ts';
import { rate, voice } from './sounds.ts';

describe('long speech', () => {
  test('is cut in the middle of its quietest moment between 8 and 14.5 seconds', () => {
    const recording = speech(20);
    pauseAt(recording, 5, 0.3);
    pauseAt(recording, 10, 0.3);
    pauseAt(recording, 13, 0.1);
    const [piece] = cutPieces(recording);
    expect((piece?.length ?? 0) / rate).toBeGreaterThan(10);
    expect((piece?.length ?? 0) / rate).toBeLessThan(10.3);
  });

  test('is complete in its pieces', () => {
    const recordings = fc.record({
      seconds: fc.double({ min: 0, max: 95, noNaN: true }),
      pauses: fc.array(
        fc.tuple(fc.double({ min: 0, max: 90, noNaN: true }), fc.double({ min: 0.05, max: 40, noNaN: true })),
      ),
    });
    check(
      fc.property(recordings, ({ seconds, pauses }) => {
        const recording = speech(seconds);
        for (const [at, length] of pauses) pauseAt(recording, at, length);
        let at = 0;
        for (const piece of cutPieces(recording)) {
          expect(piece.length).toBeLessThanOrEqual(14.5 * rate);
          expect(piece.byteOffset).toBe(at * 4);
          at += piece.length;
        }
        expect(at).toBe(recording.length);
      }),
      { runs: 40 },
    );
  });
});

describe('silence', () => {
  test('is in no clip', () => {
    const recording = new Float32Array(60 * rate);
    recording.set(voice(2), 0);
    recording.set(voice(2), 57 * rate);
    const clips = cutClips(recording);
    expect(clips).toHaveLength(2);
    for (const { size } of clips) expect(size).toBeLessThanOrEqual(44 + 3 * rate * 2);
  });

  test('around words is cut to half a second', () => {
    const recording = new Float32Array(10 * rate);
    recording.set(voice(2), 4 * rate);
    expect((trimToSpeech(recording)?.length ?? 0) / rate).toBeCloseTo(3, 1);
  });

  test('between words is kept', () => {
    const recording = new Float32Array(10 * rate);
    recording.set(voice(1), 0);
    recording.set(voice(1), 9 * rate);
    expect(trimToSpeech(recording)).toHaveLength(10 * rate);
  });

  test('stays below -60 dB, or is a click of 20 ms', () => {
    const whisper = speech(3).map((sample) => sample * 0.003);
    expect(trimToSpeech(whisper)).toBeUndefined();
    whisper.set(speech(0.02), rate);
    expect(trimToSpeech(whisper)).toBeUndefined();
    whisper.set(speech(0.2), rate);
    expect(trimToSpeech(whisper)).toBeDefined();
  });

  test('is not one long vowel that ends a recording', () => {
    expect(trimToSpeech(speech(1))).toHaveLength(rate);
  });

  test('includes clips that are too short to be sent', () => {
    expect(trimToSpeech(speech(0.25))).toBeUndefined();
    expect(trimToSpeech(speech(0.35))).toBeDefined();
    expect(trimToSpeech(new Float32Array(0))).toBeUndefined();
  });
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
