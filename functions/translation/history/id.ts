import { createHash } from 'node:crypto';
import { decodeTime, ulid } from 'ulid';
import { dayMs } from '../../../shared/dates.ts';

/** A recent ULID is the id, so a repetition writes the same item. Other keys only seed the random part. */
export function makeHistoryId(idempotencyKey: string | undefined, now: number): string {
  if (idempotencyKey === undefined) return ulid(now);
  return isRecent(idempotencyKey, now) ? idempotencyKey : ulid(now, seedRandom(idempotencyKey));
}

function isRecent(key: string, now: number): boolean {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(key)) return false;
  const ageMs = now - decodeTime(key);
  return ageMs <= dayMs && ageMs >= -clockSkewMs;
}

/** Browsers' clocks may be ahead. */
const clockSkewMs = 60_000;

function seedRandom(key: string): () => number {
  const bytes = createHash('sha256').update(key).digest().values();
  return () => (bytes.next().value ?? 0) / 256;
}
