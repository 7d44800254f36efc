import { createHash } from 'node:crypto';
import { decodeTime, ulid } from 'ulid';

/**
 * The id of a translation in the history: the request's own id where that is a ULID of the last day, so that the
 * same request once more is the same item. Any other id, which could sort anywhere, gives only the random part.
 *
 * @param now milliseconds since 1970
 */
export function historyIdOf(idempotencyKey: string | undefined, now: number): string {
  if (idempotencyKey === undefined) return ulid(now);
  return isRecent(idempotencyKey, now) ? idempotencyKey : ulid(now, randomPartOf(idempotencyKey));
}

function isRecent(key: string, now: number): boolean {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(key)) return false;
  const ageMs = now - decodeTime(key);
  return ageMs <= dayMs && ageMs >= -clockSkewMs;
}

const dayMs = 86_400_000;

/** Browsers' clocks go ahead a little. */
const clockSkewMs = 60_000;

/** Draws from the key's hash in place of chance. */
function randomPartOf(key: string): () => number {
  const bytes = createHash('sha256').update(key).digest().values();
  return () => (bytes.next().value ?? 0) / 256;
}
