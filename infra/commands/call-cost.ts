import { needs } from '../stack/needs.ts';

/** Estimates for one call: milliseconds, and database units, which tests check. */
export const translationMs = 400;
export const synthesisMs = { sound: 800, marks: 400 };
/** The first translation of a day. */
export const translationUnits = {
  guest: { reads: 0, writes: 4 },
  free: { reads: 1, writes: 3 },
  premium: { reads: 2, writes: 3 },
} as const;
/** Updates a daily and a monthly counter. */
export const synthesisUnits = { reads: 1, writes: 2 } as const;

export function countGigabyteSeconds(id: keyof typeof needs, ms: number): number {
  return ((needs[id].memoryMb / 1_024) * ms) / 1_000;
}
