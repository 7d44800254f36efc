import type { Chunk } from '../../tables/streams.ts';

/** How much audio a stream has taken from the table. Times are milliseconds of one clock. */
export interface Intake {
  readonly next: number;
  readonly bytes: number;
  readonly lastTakenAt: number;
  /** When later chunks began to wait for a missing one. */
  readonly missingSince: number | undefined;
  readonly end: IntakeEnd | undefined;
}

/**
 * - `last`: everything was taken
 * - `gone`: no audio came for too long
 * - `lost`: a chunk is missing
 * - `full`: the stream has run for its full time, or its reserved seconds of audio are used up
 */
export type IntakeEnd = 'last' | 'gone' | 'lost' | 'full';

export interface IntakeLimits {
  readonly maxBytes: number;
  /** On the clock of `now`. */
  readonly fullAt: number;
  readonly goneMs: number;
  readonly lostMs: number;
}

export function beginIntake(now: number): Intake {
  return { next: 0, bytes: 0, lastTakenAt: now, missingSince: undefined, end: undefined };
}

/** Takes the next chunks, and decides if the audio ends. @param waiting in order; taken ones are ignored */
export function takeChunks(
  intake: Intake,
  waiting: readonly Chunk[],
  now: number,
  limits: IntakeLimits,
): { readonly intake: Intake; readonly taken: readonly Chunk[] } {
  const taken: Chunk[] = [];
  let { next, bytes } = intake;
  let end: IntakeEnd | undefined;
  for (const chunk of waiting.filter(({ sequence }) => sequence >= intake.next)) {
    if (chunk.sequence > next || end) break;
    if (bytes + chunk.audio.length > limits.maxBytes) {
      end = 'full';
      break;
    }
    taken.push(chunk);
    bytes += chunk.audio.length;
    next += 1;
    if (chunk.isLast) end = 'last';
  }
  const lastTakenAt = taken.length > 0 ? now : intake.lastTakenAt;
  const isMissing = waiting.some(({ sequence }) => sequence > next);
  const missingSince =
    isMissing && taken.length === 0 ? (intake.missingSince ?? now) : isMissing ? now : undefined;
  end ??= findEnd({ lastTakenAt, missingSince }, now, limits);
  return { intake: { next, bytes, lastTakenAt, missingSince, end }, taken };
}

function findEnd(
  { lastTakenAt, missingSince }: Pick<Intake, 'lastTakenAt' | 'missingSince'>,
  now: number,
  { fullAt, goneMs, lostMs }: IntakeLimits,
): IntakeEnd | undefined {
  if (now >= fullAt) return 'full';
  if (missingSince !== undefined) return now - missingSince >= lostMs ? 'lost' : undefined;
  return now - lastTakenAt >= goneMs ? 'gone' : undefined;
}
