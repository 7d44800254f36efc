import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginIntake, type Intake, takeChunks } from '../../../../../functions/speech/stream/intake.ts';
import type { Chunk } from '../../../../../functions/tables/streams.ts';
import { check } from '../../../../support/properties.ts';

const limits = { maxBytes: 100, fullAt: 10_000, goneMs: 4_000, lostMs: 2_000 };
const start = beginIntake(0);

test('chunks are taken in order, and doubled ones once', () => {
  const first = take(start, [chunk(1), chunk(3)], 100);
  expect(sequencesOf(first)).toEqual([]);
  const second = take(first.intake, [chunk(0), chunk(1), chunk(3)], 200);
  expect(sequencesOf(second)).toEqual([0, 1]);
  const third = take(second.intake, [chunk(0), chunk(1), chunk(2), chunk(3)], 300);
  expect(sequencesOf(third)).toEqual([2, 3]);
});

describe('the audio ends', () => {
  test('with the last chunk, after all others', () => {
    const early = take(start, [chunk(1, { isLast: true })], 100);
    expect(early.intake.end).toBeUndefined();
    expect(take(early.intake, [chunk(0), chunk(1, { isLast: true }), chunk(2)], 200)).toMatchObject({
      intake: { end: 'last', next: 2 },
    });
  });

  test('when no chunk comes for 4 seconds', () => {
    const { intake } = take(start, [chunk(0)], 1_000);
    expect(take(intake, [], 4_999).intake.end).toBeUndefined();
    expect(take(intake, [], 5_000).intake.end).toBe('gone');
  });

  test('when others wait 2 seconds for a missing one', () => {
    const { intake } = take(start, [chunk(0), chunk(2)], 1_000);
    expect(take(intake, [chunk(2)], 2_999).intake.end).toBeUndefined();
    expect(take(intake, [chunk(2), chunk(3)], 3_000).intake.end).toBe('lost');
    expect(take(intake, [chunk(1), chunk(2)], 3_000)).toMatchObject({ intake: { end: undefined, next: 3 } });
  });

  test('when its time or its seconds are over', () => {
    expect(take(start, [chunk(0)], 10_000)).toMatchObject({ intake: { end: 'full', next: 1 } });
    expect(take(start, [chunk(0, { bytes: 60 }), chunk(1, { bytes: 60 })], 0)).toMatchObject({
      intake: { end: 'full', next: 1, bytes: 60 },
    });
  });
});

test('in any order and doubled, each chunk is taken once, and then the audio ends', () => {
  const count = 12;
  const sequences = Array.from({ length: count }, (_, sequence) => sequence);
  const arrivals = fc.shuffledSubarray([...sequences, ...sequences], { minLength: 2 * count });
  check(
    fc.property(arrivals, fc.array(fc.boolean(), { minLength: 2 * count }), (order, isDeleted) => {
      let intake: Intake = start;
      const taken: number[] = [];
      const waiting = new Map<number, Chunk>();
      for (const [index, sequence] of order.entries()) {
        if (intake.end) break;
        waiting.set(sequence, chunk(sequence, { isLast: sequence === count - 1 }));
        const step = take(
          intake,
          [...waiting.values()].sort((one, other) => one.sequence - other.sequence),
          0,
        );
        intake = step.intake;
        taken.push(...sequencesOf(step));
        if (isDeleted[index]) for (const each of taken) waiting.delete(each);
      }
      expect(taken).toEqual(sequences);
      expect(intake.end).toBe('last');
    }),
  );
});

function take(intake: Intake, waiting: readonly Chunk[], now: number) {
  return takeChunks(intake, waiting, now, limits);
}

function chunk(sequence: number, { bytes = 2, isLast = false } = {}): Chunk {
  return { sequence, audio: new Uint8Array(bytes), isLast };
}

function sequencesOf({ taken }: { taken: readonly Chunk[] }): number[] {
  return taken.map(({ sequence }) => sequence);
}
