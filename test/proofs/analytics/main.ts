import { anySeed, type Part } from '../proof.ts';
import { proveTowns } from './shares.ts';

/** Without losses the numbers are right at once; with them, once the nightly job has run. */
export const flags = { histories: 5_000, seed: anySeed };

export async function* prove({ histories, seed }: typeof flags): AsyncGenerator<Part> {
  yield proveTowns('nothing is lost', { histories, seed, losses: 0 });
  yield proveTowns('a fifth of the writes is lost, and the job is killed', { histories, seed, losses: 0.2 });
}
