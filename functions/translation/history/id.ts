import { decodeTime, ulid } from 'ulid';
import { dayMs } from '../../../shared/dates.ts';

/** A recent ULID is the id, so a repetition writes the same item. Any other key gets a new one. */
export function makeHistoryId(idempotencyKey: string | undefined, now: number): string {
  return idempotencyKey !== undefined && isRecent(idempotencyKey, now) ? idempotencyKey : ulid(now);
}

function isRecent(key: string, now: number): boolean {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(key)) return false;
  const ageMs = now - decodeTime(key);
  return ageMs <= dayMs && ageMs >= -clockSkewMs;
}

/** Browsers' clocks may be ahead. */
const clockSkewMs = 60_000;
